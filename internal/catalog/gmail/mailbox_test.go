package gmail_test

import (
	"encoding/base64"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/guildsbox/guilds/internal/catalog/gmail"
	"github.com/guildsbox/guilds/internal/connector"
	"github.com/guildsbox/guilds/internal/connector/connectortest"
	"github.com/guildsbox/guilds/internal/google/googletest"
	"github.com/guildsbox/guilds/internal/tool"
)

// start starts a Google with one mailbox, and returns an account that may do what
// Connect asks for.
func start(t testing.TB, mail ...googletest.Mail) (*googletest.Server, connector.Account) {
	t.Helper()
	s := googletest.Start(t)
	s.Set(func(w *googletest.World) {
		w.Mail = mail
		w.Labels = []googletest.Label{{ID: "INBOX", Name: "INBOX", System: true}, {ID: "Label_7", Name: "Rechnungen/2026 ✓"}}
	})
	return s, connector.Account{HTTP: http.DefaultClient, Base: s.URL + "/gmail/v1", Token: s.Allow(gmail.Connector().OAuth.Scopes...)}
}

func call(t testing.TB, a connector.Account, name, args string) tool.Result {
	t.Helper()
	return connectortest.Call(t, gmail.Connector(), a, name, args)
}

// at is a moment of the day on which the messages of the tests came.
func at(minute int) time.Time { return time.Date(2026, 11, 30, 9, minute, 0, 0, time.UTC) }

// wrap breaks base64 into lines.
func wrap(data string) string {
	encoded := base64.StdEncoding.EncodeToString([]byte(data))
	var lines []string
	for len(encoded) > 76 {
		lines, encoded = append(lines, encoded[:76]), encoded[76:]
	}
	return strings.Join(append(lines, encoded), "\n")
}

// invoice is a message with alternatives in related parts in mixed ones, and two
// attachments, one of them a message.
var invoice = googletest.Mail{
	ID: "m1", Thread: "t1", Labels: []string{"INBOX", "UNREAD"}, At: at(0),
	Raw: `From: =?utf-8?Q?J=C3=BCrgen_M=C3=BCller?= <juergen@example.com>
To: someone@example.com, "Lee, Ann" <ann@example.com>
CC: team@example.com
Reply-To: Billing <billing@example.com>
Subject: =?iso-8859-1?Q?Rechnung_f=FCr_November?=
Message-ID: <inv-1@example.com>
MIME-Version: 1.0
Content-Type: multipart/mixed; boundary=mixed

--mixed
Content-Type: multipart/related; boundary=related

--related
Content-Type: multipart/alternative; boundary=alternative

--alternative
Content-Type: text/html; charset=utf-8

<p>HTML that is not wanted</p>
--alternative
Content-Type: text/plain; charset=iso-8859-1
Content-Transfer-Encoding: quoted-printable

Sch=F6ne Gr=FC=DFe,=20
die Rechnung =FCber 20=
 Euro liegt bei.
--alternative--
--related
Content-Type: image/png; name=logo.png
Content-ID: <logo>
Content-Transfer-Encoding: base64

` + wrap("not a picture") + `
--related--
--mixed
Content-Type: application/pdf
Content-Disposition: attachment; filename*=utf-8''Rechnung%20M%C3%BCller.pdf
Content-Transfer-Encoding: base64

` + wrap(strings.Repeat("pdf", 500)) + `
--mixed
Content-Type: message/rfc822
Content-Disposition: attachment; filename=older.eml

Subject: Inner
Content-Type: text/plain

The inner message is not read.
--mixed
Content-Type: text/plain; charset=utf-8

-- 
A list's footer.
--mixed--
`,
}

var answer = googletest.Mail{
	ID: "m2", Thread: "t1", Labels: []string{"SENT"}, At: at(1),
	Raw: `From: someone@example.com
To: juergen@example.com
Subject: Re: Rechnung für November
Message-ID: <ans-1@example.com>
In-Reply-To: <inv-1@example.com>
References: <inv-0@example.com>
 <inv-1@example.com>
Content-Type: text/html; charset=utf-8

<html><head><title>no</title><style>p{}</style></head><body>
<div style="display: none">Preview that nobody sees<div>nor this</div></div>
<h1>Thanks</h1><p>Paid   <b>today</b>,&nbsp;see <a href="https://bank.example/p?id=1&amp;x=2">the slip</a>
 and <a href="https://bank.example">https://bank.example</a>.</p>
<ul><li>one<li>two</ul>
<table><tr><td>Sum</td><td>20&nbsp;€</td></tr><tr><td>Tax</td><td>0</td></tr></table>
<pre>a  b
  c</pre><img src="https://tracker.example/x.gif"><script>alert(1)</script><br>Bye</body></html>
`,
}

var draft = googletest.Mail{
	ID: "m3", Thread: "t1", Labels: []string{"DRAFT"}, At: at(2),
	Raw: "To: juergen@example.com\nSubject: Re: Rechnung für November\nMessage-ID: <draft@example.com>\n\nNot yet & maybe never.\n",
}

var spam = googletest.Mail{
	ID: "m4", Thread: "t4", Labels: []string{"SPAM"}, At: at(3),
	Raw: "From: win@example.com\nSubject: You won\n\nA million.\n",
}

// plainMail is a message in a thread of its own.
func plainMail(n int) googletest.Mail {
	return googletest.Mail{
		ID: fmt.Sprint("p", n), Thread: fmt.Sprint("pt", n), At: at(n % 60), Labels: []string{"INBOX"},
		Raw: fmt.Sprintf("From: p%d@example.com\nTo: someone@example.com\nSubject: Number %d\nMessage-ID: <p%d@example.com>\n\nText %d\n", n, n, n, n),
	}
}
