package mcpclient_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/mcpclient"
)

func TestResultsAsAModelReadsThem(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, result, want string
		failed             bool
	}{
		{"text", `{"content":[{"type":"text","text":"a\nb"}]}`, "a\nb", false},
		{"texts", `{"content":[{"type":"text","text":"a"},{"type":"text","text":""},{"type":"text","text":"b"}]}`, "a\nb", false},
		{"nothing", `{"content":[]}`, "", false},
		{"no content at all", `{}`, "", false},
		{"image", `{"content":[{"type":"image","mimeType":"image/png","data":"AAECAwQ="}]}`, "[image: image/png, 5 bytes]", false},
		{"audio without type", `{"content":[{"type":"audio","data":"AAEC"}]}`, "[audio: unknown type, 3 bytes]", false},
		{"text resource", `{"content":[{"type":"resource","resource":{"uri":"file:///a.md","mimeType":"text/markdown","text":"# A"}}]}`, "[resource: file:///a.md]\n# A", false},
		{"empty text resource", `{"content":[{"type":"resource","resource":{"uri":"file:///a","text":""}}]}`, "[resource: file:///a]\n", false},
		{"blob resource", `{"content":[{"type":"resource","resource":{"uri":"file:///a.pdf","mimeType":"application/pdf","blob":"AAEC"}}]}`, "[resource: file:///a.pdf, application/pdf, 3 bytes]", false},
		{"link", `{"content":[{"type":"resource_link","uri":"https://a.test/x","name":"x","title":"The X","mimeType":"text/html","size":12595,"description":"About X"}]}`, "[resource link: https://a.test/x, The X, text/html, 12.3 KiB]\nAbout X", false},
		{"bare link", `{"content":[{"type":"resource_link","uri":"https://a.test/x","name":"x","size":5242880}]}`, "[resource link: https://a.test/x, x, 5.0 MiB]", false},
		{"unknown block", `{"content":[{"type":"hologram"},{"type":"text","text":"a"}]}`, "[content of type \"hologram\", which cannot be shown]\na", false},
		{"resource without one", `{"content":[{"type":"resource"}]}`, "[content of type \"resource\", which cannot be shown]", false},
		{"structured alone", `{"content":[],"structuredContent":{"a": [1, 2]}}`, `{"a":[1,2]}`, false},
		{"structured said already", `{"content":[{"type":"text","text":"{\"b\": 2,\n\"a\":1}"}],"structuredContent":{"a":1,"b":2}}`, "{\"b\": 2,\n\"a\":1}", false},
		{"structured word for word", `{"content":[{"type":"text","text":"{\"n\":12345678901234567890}"}],"structuredContent":{"n":12345678901234567890}}`, `{"n":12345678901234567890}`, false},
		{"structured beside a summary", `{"content":[{"type":"text","text":"two rows"}],"structuredContent":{"rows":[1,2]}}`, "two rows\n{\"rows\":[1,2]}", false},
		{"structured null", `{"content":[{"type":"text","text":"a"}],"structuredContent":null}`, "a", false},
		{"error", `{"isError":true,"content":[{"type":"text","text":"no such page"}]}`, "ERROR: no such page", true},
		{"error that says so", `{"isError":true,"content":[{"type":"text","text":"ERROR: no"}]}`, "ERROR: no", true},
		{"error without words", `{"isError":true}`, "ERROR: the tool failed and does not say why", true},
		{"error in structure", `{"isError":true,"structuredContent":{"code":7}}`, `ERROR: {"code":7}`, true},
		{"broken UTF-8", "{\"content\":[{\"type\":\"text\",\"text\":\"a\xffb\"}]}", "a\ufffdb", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := newFake(t, on{"tools/call": func(w http.ResponseWriter, m message) { reply(w, m, tt.result) }})
			p := newPool(t, mcpclient.Options{})
			got := call(t, p, loginTo(f.URL), "x", "")
			if diff := cmp.Diff(mcpclient.Result{Text: tt.want, Failed: tt.failed}, got); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}
