package qonto_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/guild"
)

// workspace is a workspace of one file.
type workspace struct {
	connector.NoFiles
	path string
	data string
}

func (w workspace) Read(_ context.Context, path string, most int64) ([]byte, error) {
	switch {
	case path != w.path:
		return nil, guild.Errorf(guild.CodeNotFound, "there is no file %s", path)
	case int64(len(w.data)) > most:
		return nil, guild.Errorf(guild.CodeInvalid, "%s is longer than %d bytes", path, most)
	}
	return []byte(w.data), nil
}

const pdf = "%PDF-1.7\n\x00\xff\r\n--boundary"

// holding is a transaction with attachments, as Qonto answers.
func holding(ids ...string) connectortest.Answer {
	return connectortest.Answer{Body: fmt.Sprintf(`{"transaction":{"id":%q,"attachment_ids":["%s"]}}`, lamp, strings.Join(ids, `","`))}
}

// uploading calls upload_invoice, and returns the result and how long it took.
func uploading(t *testing.T, v *connectortest.Vendor, file workspace) (text string, failed bool, took time.Duration) {
	t.Helper()
	inBubble(t, v, func(t *testing.T, a connector.Account) {
		a.Files = file
		start := time.Now()
		got := connectortest.Call(t, suite().Connector, a, "upload_invoice", `{"id":"`+lamp+`","path":"invoices/lamp.pdf"}`)
		text, failed, took = got.Text, got.Failed, time.Since(start)
	})
	return text, failed, took
}

func TestUploadSendsTheFileAndWaits(t *testing.T) {
	t.Parallel()
	v := connectortest.Start(t, suite().Documents...)
	v.Answer(transactionOf, holding("old"), holding("old"), connectortest.Answer{Status: 503}, holding("old", "new"))
	text, failed, took := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: pdf})
	const want = "field\tvalue\nid\t" + lamp + "\nfile\tlamp.pdf\ntype\tapplication/pdf\nsize\t23 bytes\nattachment_ids\tnew\nstatus\tattached"
	if failed || took != 9*time.Second || text != want {
		t.Errorf("after %s: %q; want %q", took, text, want)
	}
	requests := v.Requests()
	if len(requests) != 5 || requests[0].Operation != transactionOf || requests[1].Operation != uploadOf {
		t.Fatalf("the requests were %+v", requests)
	}
	sent := requests[1]
	for _, part := range []string{`name="file"; filename="lamp.pdf"`, "Content-Type: application/pdf", "\r\n\r\n" + pdf + "\r\n--"} {
		if !strings.Contains(sent.Body, part) {
			t.Errorf("the form has no %q: %q", part, sent.Body)
		}
	}
	if strings.Count(sent.Body, "Content-Disposition") != 1 || !strings.HasPrefix(sent.Header.Get("Content-Type"), "multipart/form-data; boundary=") {
		t.Errorf("the form is %s: %q", sent.Header.Get("Content-Type"), sent.Body)
	}
}

func TestWhatBecameOfAnUploadIsNeverAFailure(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		after connectortest.Answer // the upload
		took  time.Duration
		says  string
	}{
		"it takes longer":    {holding("old"), 60 * time.Second, "status\taccepted; Qonto has not processed it within 60 seconds, and get_transaction shows the attachment once it has"},
		"faults":             {connectortest.Answer{Status: 502}, 60 * time.Second, "accepted; Qonto has not processed it within 60 seconds"},
		"the key is revoked": {connectortest.Answer{Status: 401, Body: `{"errors":[{"code":"unauthorized","detail":"Gone"}]}`}, 3 * time.Second, "accepted; whether Qonto has processed it could not be seen: Qonto: the login or the secret key is not accepted (HTTP 401, code unauthorized): Gone"},
	} {
		v := connectortest.Start(t, suite().Documents...)
		v.Answer(transactionOf, holding("old"))
		v.Always(transactionOf, tt.after)
		text, failed, took := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: pdf})
		if failed || took != tt.took || !strings.Contains(text, tt.says) {
			t.Errorf("%s: after %s, failed %v: %q; want after %s %q", name, took, failed, text, tt.took, tt.says)
		}
	}
}

func TestASecondTryHasTheSameKeyAndAnotherCallAnother(t *testing.T) {
	t.Parallel()
	v := connectortest.Start(t, suite().Documents...)
	v.Answer(uploadOf, connectortest.Answer{Status: 429, Header: map[string]string{"Retry-After": "2"}})
	v.Always(transactionOf, holding("old"))
	var keys []string
	for range 2 {
		if text, failed, _ := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: pdf}); failed {
			t.Error(text)
		}
	}
	for _, r := range v.Requests() {
		if r.Operation == uploadOf {
			keys = append(keys, r.Header.Get("X-Qonto-Idempotency-Key"))
		}
	}
	if len(keys) != 3 || keys[0] != keys[1] || keys[1] == keys[2] {
		t.Errorf("the keys were %q", keys)
	}
}

func TestARefusedUploadSaysWhy(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		answer connectortest.Answer
		says   string
	}{
		"a scope":     {connectortest.Answer{Status: 403, Body: `{"errors":[{"code":"forbidden","detail":"No"}]}`}, "ERROR: Qonto: the key, or the role of who made it, does not cover this (HTTP 403, code forbidden): No"},
		"a file":      {connectortest.Answer{Status: 422, Body: `{"errors":[{"code":"invalid","detail":"is corrupt","source":{"pointer":"/file"}}]}`}, "the arguments are refused (HTTP 422, code invalid): /file: is corrupt"},
		"a fault":     {connectortest.Answer{Status: 500}, "it has a fault of its own (HTTP 500); look with get_transaction whether the file arrived before another try"},
		"a long wait": {connectortest.Answer{Status: 429, Header: map[string]string{"Retry-After": "600"}}, "too many calls until"},
	} {
		v := connectortest.Start(t, suite().Documents...)
		v.Always(uploadOf, tt.answer)
		text, failed, _ := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: pdf})
		if !failed || !strings.Contains(text, tt.says) {
			t.Errorf("%s: %q; want %q", name, text, tt.says)
		}
	}
}

func TestNothingIsSentThatIsNoInvoice(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		file workspace
		says string
	}{
		"no file":  {workspace{path: "other.pdf", data: pdf}, "ERROR: there is no file invoices/lamp.pdf"},
		"too long": {workspace{path: "invoices/lamp.pdf", data: pdf + strings.Repeat("x", 15<<20)}, "is longer than 15728640 bytes"},
		"a text":   {workspace{path: "invoices/lamp.pdf", data: "Dear Sir"}, "ERROR: invoices/lamp.pdf is neither a PDF nor a JPEG nor a PNG file by its content"},
		"empty":    {workspace{path: "invoices/lamp.pdf"}, "is neither a PDF"},
	} {
		v := connectortest.Start(t, suite().Documents...)
		text, failed, _ := uploading(t, v, tt.file)
		if !failed || !strings.Contains(text, tt.says) || len(v.Requests()) > 0 {
			t.Errorf("%s: %q after %d requests", name, text, len(v.Requests()))
		}
	}
	v := connectortest.Start(t, suite().Documents...)
	v.Always(transactionOf, connectortest.Answer{Status: 404, Body: `{"errors":[{"code":"not_found","detail":"Not found"}]}`})
	text, failed, _ := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: pdf})
	if !failed || !strings.Contains(text, "there is no such transaction") || len(v.Requests()) != 1 {
		t.Errorf("an unknown transaction: %q after %d requests", text, len(v.Requests()))
	}
}

func TestAFileIsWhatItsFirstBytesSay(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ data, name, kind string }{
		{pdf, "lamp.pdf", "application/pdf"},
		{"\xff\xd8\xff\xe0JFIF", "lamp.pdf.jpg", "image/jpeg"},
		{"\x89PNG\r\n\x1a\n", "lamp.pdf.png", "image/png"},
	} {
		v := connectortest.Start(t, suite().Documents...)
		v.Answer(transactionOf, holding("old"))
		v.Always(transactionOf, holding("new"))
		text, failed, _ := uploading(t, v, workspace{path: "invoices/lamp.pdf", data: tt.data})
		if failed || !strings.Contains(text, "file\t"+tt.name+"\ntype\t"+tt.kind+"\n") {
			t.Errorf("%q: %q", tt.data, text)
		}
	}
}
