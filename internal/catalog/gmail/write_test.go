package gmail_test

import (
	"fmt"
	"io"
	"mime"
	"mime/quotedprintable"
	"net/mail"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/tool/tooltest"
)

// written returns the last message of the mailbox as a mail program reads it.
func written(t *testing.T, s *googletest.Server) (googletest.Mail, mail.Header, string) {
	t.Helper()
	all := s.Mail()
	last := all[len(all)-1]
	for line := range strings.SplitSeq(last.Raw, "\r\n") {
		if len(line) > 998 || strings.Contains(line, "\n") {
			t.Errorf("a line that no mail server takes: %q", line)
		}
	}
	m, err := mail.ReadMessage(strings.NewReader(last.Raw))
	if err != nil {
		t.Fatal(err)
	}
	body, err := io.ReadAll(quotedprintable.NewReader(m.Body))
	if err != nil {
		t.Fatal(err)
	}
	return last, m.Header, string(body)
}

func decode(t *testing.T, value string) string {
	t.Helper()
	var d mime.WordDecoder
	got, err := d.DecodeHeader(value)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

func TestAMessageIsWhatWasAskedFor(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"create_draft", "send_message"} {
		s, a := start(t)
		subject := strings.Repeat("Größe ", 60) + "✓"
		got := call(t, a, name, fmt.Sprintf(`{"to":["Jürgen Müller <juergen@example.com>","\"Lee, Ann\" <ann@bücher.example>"],"cc":["team@example.com"],
			"bcc":["boss@example.com","audit@example.com"],"subject":%q,"body":"Line one\r\n.\nÄ = ä\n\nFrom here `+strings.Repeat("long ", 100)+`"}`, subject))
		m, header, body := written(t, s)
		if got.Failed || !strings.Contains(got.Text, "message_id\t"+m.ID) {
			t.Fatalf("%s: %s", name, got.Text)
		}
		to, err := header.AddressList("To")
		want := []*mail.Address{{Name: "Jürgen Müller", Address: "juergen@example.com"}, {Name: "Lee, Ann", Address: "ann@xn--bcher-kva.example"}}
		if diff := cmp.Diff(want, to); err != nil || diff != "" {
			t.Errorf("%s: To (%v) (-want +got):\n%s", name, err, diff)
		}
		if cc, bcc := header.Get("Cc"), header.Get("Bcc"); cc != "<team@example.com>" || bcc != "<boss@example.com>, <audit@example.com>" {
			t.Errorf("%s: Cc %q, Bcc %q", name, cc, bcc)
		}
		if got := decode(t, header.Get("Subject")); got != subject {
			t.Errorf("%s: the subject is %q", name, got)
		}
		if !strings.HasPrefix(body, "Line one\r\n.\r\nÄ = ä\r\n\r\nFrom here long") {
			t.Errorf("%s: the body is %q", name, body)
		}
		if header.Get("In-Reply-To")+header.Get("References") != "" || m.Thread != m.ID {
			t.Errorf("%s answers something: %v", name, header)
		}
	}
}

func TestAnAnswerKeepsTheHeadersOfItsThread(t *testing.T) {
	t.Parallel()
	for _, name := range []string{"create_draft", "send_message"} {
		for _, subject := range []string{"", `,"subject":"RE:  AW: Rechnung für november"`} {
			s, a := start(t, invoice, answer, draft)
			got := call(t, a, name, `{"to":["juergen@example.com"],"body":"Thanks.","thread_id":"t1"`+subject+`}`)
			m, header, _ := written(t, s)
			if got.Failed || m.Thread != "t1" || !strings.Contains(got.Text, "thread_id\tt1") {
				t.Errorf("%s: %s", name, got.Text)
			}
			// The draft that is there is not what is answered.
			if in, refs := header.Get("In-Reply-To"), header.Get("References"); in != "<ans-1@example.com>" || refs != "<inv-0@example.com> <inv-1@example.com> <ans-1@example.com>" {
				t.Errorf("%s: In-Reply-To %q, References %q", name, in, refs)
			}
			if got := decode(t, header.Get("Subject")); got != "Re: Rechnung für November" {
				t.Errorf("%s: the subject is %q", name, got)
			}
		}
	}
}

// What a stranger put into the headers of a thread begins no header of the answer.
func TestAnAnswerToAHostileMessage(t *testing.T) {
	t.Parallel()
	hostile := googletest.Mail{ID: "h", Thread: "t", At: at(0), Raw: "From: h@example.com\n" +
		"Subject: =?utf-8?Q?a=0D=0ABcc:_x@example.com?=\n" +
		"Message-ID: =?utf-8?Q?=3Cid=0D=0ABcc:x@example.com=3E?= <good@example.com>\n" +
		"References: " + strings.Repeat("<r@example.com> <broken\n ", 80) + "\n\nx\n"}
	s, a := start(t, hostile)
	got := call(t, a, "send_message", `{"to":["h@example.com"],"body":"b","thread_id":"t"}`)
	if got.Failed {
		t.Fatal(got.Text)
	}
	_, header, _ := written(t, s)
	if header.Get("Bcc") != "" || decode(t, header.Get("Subject")) != "Re: a Bcc: x@example.com" || header.Get("In-Reply-To") != "<good@example.com>" {
		t.Errorf("the headers are %v", header)
	}
	if n := strings.Count(header.Get("References"), "<r@example.com>"); n > 30 {
		t.Errorf("%d references", n)
	}
}

func TestAThreadWithoutMessageIDs(t *testing.T) {
	t.Parallel()
	s, a := start(t, googletest.Mail{ID: "m", Thread: "t", At: at(0), Raw: "From: a@example.com\nSubject: s\n\nx\n"})
	got := call(t, a, "create_draft", `{"body":"b","thread_id":"t"}`)
	m, header, _ := written(t, s)
	if header.Get("In-Reply-To")+header.Get("References") != "" {
		t.Errorf("the headers are %v", header)
	}
	// Gmail begins a conversation then, and the result says which.
	if got.Failed || m.Thread == "t" || !strings.Contains(got.Text, "thread_id\t"+m.Thread) {
		t.Errorf("%s", got.Text)
	}
}

func TestWhatCannotBeWritten(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct{ name, args string }{
		{"injected_recipient", `{"to":["a@example.com\r\nBcc: x@example.com"],"subject":"s","body":"b"}`},
		{"injected_subject", `{"to":["a@example.com"],"subject":"s\nBcc: x@example.com","body":"b"}`},
		{"many_problems", `{"to":["nobody","a@example.com, b@example.com"],"cc":["ü@example.com"],"bcc":["Name\u0000 <a@example.com>","a@-.example"],"subject":" ","body":"b"}`},
		{"no_subject", `{"to":["a@example.com"],"body":"b"}`},
		{"another_subject", `{"to":["a@example.com"],"subject":"Something else","body":"b","thread_id":"t1"}`},
		{"unknown_thread", `{"to":["a@example.com"],"body":"b","thread_id":"gone"}`},
	} {
		s, a := start(t, invoice, answer)
		got := call(t, a, "send_message", tt.args)
		if !got.Failed || len(s.Mail()) != 2 {
			t.Errorf("%s: %q, and %d messages", tt.name, got.Text, len(s.Mail()))
		}
		tooltest.Golden(t, filepath.Join("testdata", "write_"+tt.name+".tsv"), got.Text+"\n")
	}
}
