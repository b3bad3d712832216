package oauth

import "strings"

// Challenge is what a resource says about itself when it refuses a request.
type Challenge struct {
	ResourceMetadata string   // address of its metadata, RFC 9728, section 5.1; may be empty
	Scopes           []string // what the refused request would have needed, RFC 6750, section 3; may be empty
	Error            string   // such as "invalid_token" or "insufficient_scope"; may be empty
	Description      string   // the resource's own words on Error; may be empty
}

// ParseChallenge reads the Bearer challenges among the values of the header
// WWW-Authenticate, as RFC 9110, section 11.6.1, writes them: in any order of
// parameters, several challenges in one value or in many. Of a parameter that
// occurs twice the first counts. What cannot be read is passed over, since a
// server that writes its header badly can often still be logged in to.
func ParseChallenge(values []string) Challenge {
	params := map[string]string{}
	for _, v := range values {
		r := headerReader{rest: v}
		for r.next() {
			if _, twice := params[r.name]; !twice && strings.EqualFold(r.scheme, "bearer") {
				params[r.name] = r.value
			}
		}
	}
	return Challenge{
		ResourceMetadata: params["resource_metadata"],
		Scopes:           strings.Fields(params["scope"]),
		Error:            params["error"],
		Description:      params["error_description"],
	}
}

// headerReader walks over one value of WWW-Authenticate.
type headerReader struct {
	rest        string
	scheme      string // of the challenge that the parameter belongs to
	name, value string // of the parameter; the name in lower case
}

const blanks = " \t"

// next reads up to and including the next parameter.
func (r *headerReader) next() bool {
	for {
		r.rest = strings.TrimLeft(r.rest, blanks+",")
		if r.rest == "" {
			return false
		}
		word := r.token()
		after := strings.TrimLeft(r.rest, blanks)
		switch {
		case word == "":
			r.skip()
		case strings.HasPrefix(after, "="):
			r.rest = strings.TrimLeft(after[1:], blanks)
			r.name, r.value = strings.ToLower(word), r.readValue()
			return true
		default:
			// Or the other form that a challenge may have, one value in the
			// alphabet of base64: what belongs to it is no one's parameter.
			r.scheme = word
		}
	}
}

// take removes the first n bytes.
func (r *headerReader) take(n int) string {
	taken := r.rest[:n]
	r.rest = r.rest[n:]
	return taken
}

// span returns how many bytes at the start of s pass ok.
func span(s string, ok func(byte) bool) int {
	for i := range len(s) {
		if !ok(s[i]) {
			return i
		}
	}
	return len(s)
}

func isAlphanumeric(c byte) bool {
	return '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
}

// isTokenByte is tchar of RFC 9110, section 5.6.2.
func isTokenByte(c byte) bool {
	return isAlphanumeric(c) || strings.IndexByte("!#$%&'*+-.^_`|~", c) >= 0
}

func (r *headerReader) token() string { return r.take(span(r.rest, isTokenByte)) }

// skip passes over what no rule allows here, up to the next comma or blank, and
// a quoted string as a whole: what stands in it is no parameter.
func (r *headerReader) skip() {
	if r.rest[0] == '"' {
		r.quoted()
		return
	}
	r.take(span(r.rest, func(c byte) bool { return c != ',' && c != ' ' && c != '\t' && c != '"' }))
}

// readValue reads a token or a quoted string. An address without its quotes,
// which some servers send, is taken up to the next comma or blank.
func (r *headerReader) readValue() string {
	if strings.HasPrefix(r.rest, `"`) {
		return r.quoted()
	}
	return r.take(span(r.rest, func(c byte) bool { return c != ',' && c != ' ' && c != '\t' }))
}

// quoted reads a quoted string of RFC 9110, section 5.6.4. One that is never
// closed ends with the value.
func (r *headerReader) quoted() string {
	var b strings.Builder
	r.take(1)
	for r.rest != "" {
		c := r.take(1)
		if c == `"` {
			break
		}
		if c == `\` && r.rest != "" {
			c = r.take(1)
		}
		b.WriteString(c)
	}
	return b.String()
}
