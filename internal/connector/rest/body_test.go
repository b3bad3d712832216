package rest_test

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"testing"

	"github.com/guildsbox/guilds/internal/connector/rest"
)

func TestForm(t *testing.T) {
	t.Parallel()
	body := rest.Form(rest.Part{Name: "file", FileName: "a\"\r\nb.pdf", Type: "application/pdf", Data: []byte("%PDF")})
	part := onlyPart(t, body, "multipart/form-data")
	if part.FormName() != "file" || part.FileName() != "a%22%0D%0Ab.pdf" || part.Header.Get("Content-Type") != "application/pdf" {
		t.Errorf("the part is %v", part.Header)
	}
}

func TestRelated(t *testing.T) {
	t.Parallel()
	body := rest.Related(rest.Part{Type: "text/plain", Data: []byte("%PDF")})
	if part := onlyPart(t, body, "multipart/related"); part.Header.Get("Content-Disposition") != "" {
		t.Errorf("the part is %v", part.Header)
	}
}

// onlyPart reads a body of one part that holds %PDF.
func onlyPart(t *testing.T, body rest.Body, want string) *multipart.Part {
	t.Helper()
	kind, parameters, err := mime.ParseMediaType(body.Type)
	if err != nil || kind != want {
		t.Fatalf("the media type is %s (%v)", body.Type, err)
	}
	part, err := multipart.NewReader(bytes.NewReader(body.Data), parameters["boundary"]).NextPart()
	if err != nil {
		t.Fatal(err)
	}
	if data, err := io.ReadAll(part); err != nil || string(data) != "%PDF" {
		t.Errorf("the part holds %q (%v)", data, err)
	}
	return part
}
