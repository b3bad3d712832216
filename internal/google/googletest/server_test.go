package googletest_test

import (
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/google/googletest"
)

// open starts a server whose faults do not fail the test.
func open(t *testing.T) *googletest.Server {
	t.Helper()
	googletest.Start(t) // skips where the documents are missing
	s, err := googletest.Open()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// browse asks without following where it is sent.
func browse(t *testing.T, address string) (*http.Response, string) {
	t.Helper()
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	resp, err := client.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	body, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, string(body)
}

// The stand-in is worth something only if it refuses what Google's documents do
// not have.
func TestWhatTheDocumentsDoNotHaveIsAFault(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, path, fault string }{
		{"a path", "/drive/v2/files", "/drive/v2/files is no method"},
		{"a parameter", "/drive/v3/files?query=x", `drive.files.list has no parameter "query"`},
		{"a parameter of another method", "/drive/v3/drives?includeItemsFromAllDrives=true", `drive.drives.list has no parameter "includeItemsFromAllDrives"`},
		{"a deprecated parameter", "/drive/v3/files?supportsTeamDrives=true", "is deprecated"},
		{"a number that is too large", "/drive/v3/drives?pageSize=101", `"pageSize" of drive.drives.list is "101"`},
		{"no boolean", "/drive/v3/files/x?supportsAllDrives=yes", "and is true or false"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			browse(t, s.URL+tt.path)
			if faults := s.Faults(); len(faults) != 1 || !strings.Contains(faults[0], tt.fault) {
				t.Errorf("the faults are %q; want one with %q", faults, tt.fault)
			}
		})
	}
}

func TestBodiesThatTheDocumentsDoNotHaveAreFaults(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, path, kind, body, fault string }{
		{"a field", "/gmail/v1/users/me/drafts", "application/json", `{"messages":{}}`, `Draft has no field "messages"`},
		{"a field of a field", "/gmail/v1/users/me/drafts", "application/json", `{"message":{"to":"x"}}`, `has no field "to"`},
		{"a type", "/drive/v3/files", "application/json", `{"name":7}`, `File.name is float64`},
		{"no JSON", "/drive/v3/files", "application/json", `name=x`, "drive.files.create: invalid character"},
		{"a file without a word of it", "/upload/drive/v3/files", "multipart/related; boundary=b", "--b--", "takes a file with uploadType=multipart"},
		{"a file that is no part", "/upload/drive/v3/files?uploadType=multipart", "text/plain", "x", "takes a file with uploadType=multipart"},
		{"a file alone", "/upload/drive/v3/files?uploadType=multipart", "multipart/related; boundary=b", "--b\r\n\r\n{}\r\n--b--", "drive.files.create: EOF"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			resp, err := http.Post(s.URL+tt.path, tt.kind, strings.NewReader(tt.body))
			if err != nil {
				t.Fatal(err)
			}
			resp.Body.Close()
			if faults := s.Faults(); len(faults) != 1 || !strings.Contains(faults[0], tt.fault) || resp.StatusCode != http.StatusBadRequest {
				t.Errorf("%s, and the faults are %q; want one with %q", resp.Status, faults, tt.fault)
			}
		})
	}
}

func TestThePageRefusesWhatGoogleRefuses(t *testing.T) {
	t.Parallel()
	good := url.Values{
		"client_id": {googletest.ClientID}, "redirect_uri": {"http://127.0.0.1:1/back"}, "response_type": {"code"}, "state": {"s"},
		"scope": {"https://www.googleapis.com/auth/drive"}, "code_challenge": {"c"}, "code_challenge_method": {"S256"},
	}
	for _, tt := range []struct{ name, value, says string }{
		{"scope", "https://www.googleapis.com/auth/unknown", "invalid_scope"},
		{"client_id", "another", "invalid_client"},
		{"redirect_uri", "http://box.local/back", "redirect_uri_mismatch"},
		{"code_challenge_method", "plain", "no PKCE"},
		{"response_type", "token", "invalid_request"},
		{"resource", "https://drive.test", "Parameter not allowed"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			s := open(t)
			q := url.Values{tt.name: {tt.value}}
			for name, values := range good {
				if !q.Has(name) {
					q[name] = values
				}
			}
			resp, body := browse(t, s.URL+"/o/oauth2/v2/auth?"+q.Encode())
			if resp.StatusCode != http.StatusBadRequest || !strings.Contains(body, tt.says) {
				t.Errorf("it answers %s: %s; want 400 with %q", resp.Status, body, tt.says)
			}
		})
	}
}

// A check that is skipped for want of the documents must not look like one that
// passed where all must pass.
func TestMissingDocumentsFailUnderCI(t *testing.T) {
	t.Setenv("GUILDSTEST_UPSTREAMS", t.TempDir())
	if _, err := googletest.Open(); err == nil || !strings.Contains(err.Error(), "GUILDSTEST_UPSTREAMS") {
		t.Fatalf("without the documents: %v", err)
	}
	for ci, want := range map[string]string{"true": "failed", "": "skipped"} {
		t.Setenv("CI", ci)
		var r outcome
		func() {
			defer func() { _ = recover() }()
			googletest.Start(&r)
		}()
		if r.ended != want {
			t.Errorf("with CI=%q the test %s; want %s", os.Getenv("CI"), r.ended, want)
		}
	}
}

// outcome is a test that notes how it was ended.
type outcome struct {
	testing.TB
	ended string
}

func (o *outcome) Helper()      {}
func (o *outcome) Fatal(...any) { o.ended = "failed"; panic("ended") }
func (o *outcome) Skip(...any)  { o.ended = "skipped"; panic("ended") }
