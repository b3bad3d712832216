package gmail

import (
	"encoding/json"
	"mime"
	"slices"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html/charset"

	"github.com/guildsbox/guilds/internal/tsv"
)

// message is one message as Gmail takes it apart. Numbers of 64 bits come as
// strings.
type message struct {
	ID       string   `json:"id"`
	ThreadID string   `json:"threadId"`
	LabelIDs []string `json:"labelIds"`
	Snippet  string   `json:"snippet"`
	Received string   `json:"internalDate"` // milliseconds since 1970
	Payload  part     `json:"payload"`
}

// part is a message, or one part of it.
type part struct {
	MIMEType string   `json:"mimeType"`
	FileName string   `json:"filename"` // empty for what is no attachment
	Headers  []header `json:"headers"`
	Body     struct {
		AttachmentID string      `json:"attachmentId"` // of what is long or attached; it comes without data then
		Size         json.Number `json:"size"`
		Data         string      `json:"data"` // base64url
	} `json:"body"`
	Parts []part `json:"parts"`
}

type header struct {
	Name  string `json:"name"` // in any case
	Value string `json:"value"`
}

// messageFields is what is asked of a message that is read.
const messageFields = "id,threadId,labelIds,internalDate,payload"

var words = mime.WordDecoder{CharsetReader: charset.NewReaderLabel}

// header returns the first header of a name, with encoded words decoded, or nothing.
func (p part) header(name string) string {
	i := slices.IndexFunc(p.Headers, func(h header) bool { return strings.EqualFold(h.Name, name) })
	if i < 0 {
		return ""
	}
	if decoded, err := words.DecodeHeader(p.Headers[i].Value); err == nil {
		return decoded
	}
	return p.Headers[i].Value
}

func (m message) header(name string) string { return m.Payload.header(name) }

func (m message) labelled(id string) bool { return slices.Contains(m.LabelIDs, id) }

func (m message) unread() bool { return m.labelled("UNREAD") }

// at is when Gmail took the message in, or nothing.
func (m message) at() string {
	ms, err := strconv.ParseInt(m.Received, 10, 64)
	if err != nil {
		return ""
	}
	return tsv.Time(time.UnixMilli(ms))
}

// maxPeople is how long a list of recipients may be, in characters.
const maxPeople = 1000

// fields are what is shown of a message beside its body.
func (m message) fields() []tsv.Field {
	return []tsv.Field{
		{Name: "message_id", Value: m.ID},
		{Name: "thread_id", Value: m.ThreadID},
		{Name: "date", Value: m.at()},
		{Name: "from", Value: m.header("From")},
		{Name: "reply_to", Value: m.header("Reply-To")},
		{Name: "to", Value: m.header("To"), Max: maxPeople},
		{Name: "cc", Value: m.header("Cc"), Max: maxPeople},
		{Name: "bcc", Value: m.header("Bcc"), Max: maxPeople},
		{Name: "subject", Value: m.header("Subject"), Max: maxPeople},
		{Name: "labels", Value: m.LabelIDs},
	}
}
