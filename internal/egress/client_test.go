package egress_test

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"net/url"
	"strings"
	"testing"

	"github.com/guildsbox/guilds/internal/egress"
	"github.com/guildsbox/guilds/internal/guild"
)

// direct keeps a proxy in the environment of whoever runs the tests out of them.
func direct(*http.Request) (*url.URL, error) { return nil, nil }

func newClient(t *testing.T, o egress.Options) *http.Client {
	t.Helper()
	if o.Proxy == nil {
		o.Proxy = direct
	}
	c := egress.NewClient(o)
	t.Cleanup(c.CloseIdleConnections)
	return c
}

func newServer(t *testing.T, h http.HandlerFunc) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(h)
	t.Cleanup(s.Close)
	return s
}

// coded fails the test unless err carries a guild.Error of that code that says
// want and does not repeat the query string.
func coded(t *testing.T, err error, code guild.Code, want string) {
	t.Helper()
	var e *guild.Error
	if !errors.As(err, &e) {
		t.Fatalf("error %v has no code; want %s with %q", err, code, want)
	}
	if e.Code != code || !strings.Contains(e.Msg, want) {
		t.Errorf("error %s %q; want %s with %q", e.Code, e.Msg, code, want)
	}
	if strings.Contains(e.Msg, "key=") || strings.Contains(e.Msg, "s3cret") {
		t.Errorf("the error %q repeats the credential", e.Msg)
	}
}

// nameServer answers every question for an IPv4 address with ip, and every
// other question with nothing.
func nameServer(t *testing.T, ip string) *net.Resolver {
	t.Helper()
	conn, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	go func() {
		buf := make([]byte, 1500)
		for {
			n, from, err := conn.ReadFrom(buf)
			if err != nil {
				return
			}
			conn.WriteTo(nameAnswer(buf[:n], net.ParseIP(ip).To4()), from)
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", conn.LocalAddr().String())
	}}
}

// nameAnswer is RFC 1035, section 4: the header and the question of the query,
// and for type A one record that points back at the question's name.
func nameAnswer(query []byte, ip net.IP) []byte {
	end := 12
	for query[end] != 0 {
		end += 1 + int(query[end])
	}
	end += 5
	out := append([]byte(nil), query[:end]...)
	binary.BigEndian.PutUint16(out[2:], 0x8180)
	clear(out[6:12])
	if binary.BigEndian.Uint16(query[end-4:]) == 1 {
		out[7] = 1
		out = append(out, 0xc0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4)
		out = append(out, ip...)
	}
	return out
}

func TestDialledAddressIsChecked(t *testing.T) {
	t.Parallel()
	tests := []struct {
		ip      string
		private bool
		want    string
	}{
		{"169.254.169.254", true, "never allowed"},
		{"100.100.100.200", true, "never allowed"},
		{"192.0.0.192", true, "never allowed"},
		{"168.63.129.16", true, "never allowed"},
		{"0.0.0.0", true, "never allowed"},
		{"224.0.0.1", true, "never allowed"},
		{"255.255.255.255", true, "never allowed"},
		{"127.0.0.1", true, "written as localhost"},
		{"10.1.2.3", false, "a private address"},
		{"172.31.255.1", false, "a private address"},
		{"192.168.1.1", false, "a private address"},
		{"100.64.0.1", false, "a shared address"},
		{"198.18.0.1", false, "a benchmarking address"},
	}
	for _, tt := range tests {
		t.Run(tt.ip, func(t *testing.T) {
			t.Parallel()
			c := newClient(t, egress.Options{AllowPrivate: tt.private})
			egress.SetResolver(c, nameServer(t, tt.ip))
			_, err := c.Get("https://rebind.test/mcp?key=s3cret")
			coded(t, err, guild.CodeDenied, "rebind.test leads to "+tt.ip)
			coded(t, err, guild.CodeDenied, tt.want)
		})
	}
}

func TestAddressFitsTheHost(t *testing.T) {
	t.Parallel()
	tests := []struct {
		addr, host string
		private    bool
		good       bool
	}{
		{"10.1.2.3", "mcp.example.test", true, true},
		{"fd12::1", "mcp.example.test", true, true},
		{"64:ff9b::a01:203", "mcp.example.test", true, true},
		{"64:ff9b::a01:203", "mcp.example.test", false, false},
		{"93.184.215.14", "mcp.example.test", false, true},
		{"2606:2800::1", "mcp.example.test", false, true},
		{"127.0.0.1", "localhost", false, true},
		{"::ffff:127.0.0.1", "localhost", false, true},
		{"::1", "127.0.0.1", false, true},
		{"10.1.2.3", "localhost", true, false},
		{"93.184.215.14", "localhost", true, false},
		{"::127.0.0.1", "mcp.example.test", true, false},
	}
	for _, tt := range tests {
		err := egress.CheckAddress(netip.MustParseAddr(tt.addr), tt.host, tt.private)
		if (err == nil) != tt.good {
			t.Errorf("%s for %s, private %t: %v", tt.addr, tt.host, tt.private, err)
		}
	}
}

func TestLiteralAddressIsCheckedOnEveryRequest(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Options{})
	for raw, want := range map[string]string{
		"https://10.0.0.1/?key=s3cret":  "a private address",
		"https://[fd12::1]/?key=s3cret": "a private address",
		"https://[::ffff:10.0.0.1]/":    "a private address",
		"https://[fd00:ec2::254]/":      "never allowed",
		"https://[2002:a9fe:a9fe::1]/":  "never allowed",
		"https://[64:ff9b::7f00:1]/":    "never allowed",
	} {
		_, err := c.Get(raw)
		coded(t, err, guild.CodeDenied, want)
	}
	_, err := c.Get("http://mcp.example.test/?key=s3cret")
	coded(t, err, guild.CodeInvalid, "in clear")
}

// Plain http to another machine is for a client that was told so, and opens nothing
// else.
func TestAllowHTTP(t *testing.T) {
	t.Parallel()
	asked := make(chan string, 1)
	proxy := newServer(t, func(_ http.ResponseWriter, r *http.Request) { asked <- r.URL.String() })
	through, err := url.Parse(proxy.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := egress.NewClient(egress.Options{AllowHTTP: true, AllowPrivate: true, Proxy: http.ProxyURL(through)})
	resp, err := c.Get("http://10.1.2.3:8000/v1/models")
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	if got := <-asked; got != "http://10.1.2.3:8000/v1/models" {
		t.Errorf("asked for %s", got)
	}
	_, err = c.Get("http://169.254.169.254/latest/meta-data")
	coded(t, err, guild.CodeDenied, "never allowed")
	_, err = egress.NewClient(egress.Options{AllowHTTP: true, Proxy: http.ProxyURL(through)}).Get("http://10.1.2.3/")
	coded(t, err, guild.CodeDenied, "a private address")
}

func TestCase32RedirectToAnotherOriginIsRefused(t *testing.T) {
	t.Parallel()
	for _, status := range []int{302, 307, 308} {
		t.Run(fmt.Sprint(status), func(t *testing.T) {
			t.Parallel()
			reached := make(chan struct{}, 1)
			other := newServer(t, func(http.ResponseWriter, *http.Request) { reached <- struct{}{} })
			s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
				http.Redirect(w, r, other.URL+"/x?key=s3cret", status)
			})
			req, _ := http.NewRequest(http.MethodPost, s.URL+"/mcp", strings.NewReader("{}"))
			req.Header.Set("X-API-KEY", "s3cret")
			_, err := newClient(t, egress.Options{}).Do(req)
			coded(t, err, guild.CodeUpstream, "redirect to another origin, "+other.URL)
			select {
			case <-reached:
				t.Error("the other origin got a request")
			default:
			}
		})
	}
}

func TestCase32RedirectWithinTheOriginKeepsTheRequest(t *testing.T) {
	t.Parallel()
	for _, status := range []int{307, 308} {
		s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/mcp" {
				http.Redirect(w, r, "/mcp/", status)
				return
			}
			body, _ := io.ReadAll(r.Body)
			fmt.Fprintf(w, "%s %s %s %s", r.Method, r.URL.Path, body, r.Header.Get("X-API-KEY"))
		})
		req, _ := http.NewRequest(http.MethodPost, s.URL+"/mcp", strings.NewReader(`{"a":1}`))
		req.Header.Set("X-API-KEY", "s3cret")
		resp, err := newClient(t, egress.Options{}).Do(req)
		if err != nil {
			t.Fatal(err)
		}
		got, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if want := `POST /mcp/ {"a":1} s3cret`; string(got) != want {
			t.Errorf("after %d the server got %q, want %q", status, got, want)
		}
	}
}

func TestRedirectThatLosesThePostIsRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/elsewhere", http.StatusFound)
	})
	_, err := newClient(t, egress.Options{}).Post(s.URL, "application/json", strings.NewReader("{}"))
	coded(t, err, guild.CodeUpstream, "would drop the request")
}

func TestRedirectsAreCounted(t *testing.T) {
	t.Parallel()
	s := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/again?key=s3cret", http.StatusTemporaryRedirect)
	})
	_, err := newClient(t, egress.Options{}).Get(s.URL)
	coded(t, err, guild.CodeUpstream, "more than 5 times")
}

// Case 33: a client that carries the box's own rules still obeys the proxy, and
// hosts that the proxy function exempts go direct.
func TestCase33ProxyIsObeyed(t *testing.T) {
	t.Parallel()
	seen := make(chan string, 4)
	proxy := newServer(t, func(w http.ResponseWriter, r *http.Request) {
		seen <- r.Method + " " + r.Host
		w.WriteHeader(http.StatusBadGateway)
	})
	at, _ := url.Parse(proxy.URL)
	c := newClient(t, egress.Options{Proxy: func(r *http.Request) (*url.URL, error) {
		if r.URL.Hostname() == "127.0.0.1" {
			return nil, nil
		}
		return at, nil
	}})
	if _, err := c.Get("https://mcp.example.test/mcp"); err == nil {
		t.Fatal("the request did not go through the proxy, which refuses it")
	}
	if got, want := <-seen, "CONNECT mcp.example.test:443"; got != want {
		t.Errorf("the proxy saw %q, want %q", got, want)
	}
	s := newServer(t, func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "direct") })
	resp, err := c.Get(s.URL)
	if err != nil {
		t.Fatal(err)
	}
	resp.Body.Close()
	_, err = c.Get("https://10.0.0.1/?key=s3cret")
	coded(t, err, guild.CodeDenied, "a private address")
	select {
	case got := <-seen:
		t.Errorf("the proxy saw %q as well", got)
	default:
	}
}

func TestProxySettingIsNotRepeated(t *testing.T) {
	t.Parallel()
	c := newClient(t, egress.Options{Proxy: func(*http.Request) (*url.URL, error) {
		return nil, errors.New("parse http://user:s3cret@proxy: bad port")
	}})
	_, err := c.Get("https://mcp.example.test/")
	coded(t, err, guild.CodeUnavailable, "proxy setting")
}

func TestRefused(t *testing.T) {
	t.Parallel()
	s := newServer(t, nil)
	s.Close()
	u, _ := url.Parse(s.URL + "/?key=s3cret")
	_, err := newClient(t, egress.Options{}).Get(u.String())
	if !egress.Refused(err) {
		t.Errorf("Refused(%v) = false", err)
	}
	coded(t, egress.Failure(u, err), guild.CodeUnavailable, "nothing accepts connections")
}

func TestFailureOfAnUnknownName(t *testing.T) {
	t.Parallel()
	u, _ := url.Parse("https://nowhere.test/?key=s3cret")
	err := egress.Failure(u, &url.Error{Op: "Get", URL: u.String(), Err: &net.DNSError{IsNotFound: true}})
	coded(t, err, guild.CodeUnavailable, "no address")
	if got := egress.Failure(u, &url.Error{Err: context.Canceled}); !errors.Is(got, context.Canceled) {
		t.Errorf("a cancelled request became %v", got)
	}
	coded(t, egress.Failure(u, &url.Error{Err: context.DeadlineExceeded}), guild.CodeUnavailable, "in time")
	if err := egress.Failure(u, nil); err != nil {
		t.Errorf("Failure(nil) = %v", err)
	}
}

func TestFailureOfAForeignCertificate(t *testing.T) {
	t.Parallel()
	s := httptest.NewUnstartedServer(nil)
	s.Config.ErrorLog = log.New(io.Discard, "", 0) // it would report the refused handshake
	s.StartTLS()
	t.Cleanup(s.Close)
	u, _ := url.Parse(s.URL)
	_, err := newClient(t, egress.Options{}).Get(s.URL)
	coded(t, egress.Failure(u, err), guild.CodeUnavailable, "certificate")
}
