package keywright

import (
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"os"
	"regexp"
	"strconv"
	"strings"
	"sync/atomic"
	"time"
)

// Version of this module, sent to the server.
const Version = "0.1.0"

// Stamper signs the bytes of a body and returns the value of the X-Stamp header.
type Stamper interface {
	Stamp(body []byte) (string, error)
}

// Config sets the server and the time limits of a client.
type Config struct {
	// BaseURL of the API, such as https://engine.example.com.
	BaseURL string
	// OrganizationID that every request names.
	OrganizationID string
	// HTTPClient posts the requests. Default: one with 30 seconds for each
	// attempt. Redirects are never followed, because they would forward the stamp.
	HTTPClient *http.Client
	// Retries after the first attempt. Default: 3; negative: none.
	Retries int
	// Timeout of waiting for an activity. Default: one minute.
	Timeout time.Duration
}

// Client calls the API. Many goroutines may share it.
type Client struct {
	config  Config
	stamper Stamper
	http    http.Client
	sleep   func(context.Context, time.Duration) error
}

// NewClient validates the configuration and sends nothing.
func NewClient(config Config, stamper Stamper) (*Client, error) {
	base, err := url.Parse(config.BaseURL)
	if err != nil || base.Host == "" || (base.Scheme != "https" && base.Scheme != "http") {
		return nil, newError(ErrConfigInvalid, "the base URL %q is not an http(s) address", config.BaseURL)
	}
	if config.OrganizationID == "" {
		return nil, newError(ErrConfigInvalid, "the organization id is missing")
	}
	config.BaseURL = strings.TrimRight(config.BaseURL, "/")
	if config.Retries == 0 {
		config.Retries = 3
	}
	if config.Timeout == 0 {
		config.Timeout = time.Minute
	}
	client := &Client{config: config, stamper: stamper, sleep: sleep}
	client.http = http.Client{Timeout: 30 * time.Second}
	if config.HTTPClient != nil {
		client.http = *config.HTTPClient
	}
	client.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return client, nil
}

// FromEnvironment makes a client from KEYWRIGHT_BASE_URL,
// KEYWRIGHT_ORGANIZATION_ID, KEYWRIGHT_API_PUBLIC_KEY and
// KEYWRIGHT_API_PRIVATE_KEY.
func FromEnvironment() (*Client, error) {
	key, err := NewAPIKey(os.Getenv("KEYWRIGHT_API_PUBLIC_KEY"), os.Getenv("KEYWRIGHT_API_PRIVATE_KEY"))
	if err != nil {
		return nil, err
	}
	return NewClient(Config{
		BaseURL:        os.Getenv("KEYWRIGHT_BASE_URL"),
		OrganizationID: os.Getenv("KEYWRIGHT_ORGANIZATION_ID"),
	}, key)
}

// ForOrganization returns the same client for another organization, such as a
// sub-organization that the parent reads.
func (c *Client) ForOrganization(id string) *Client { return c.As(id, c.stamper) }

// As returns a client with the same settings that acts in an organization with
// another key, such as the session of a sub-organization's user.
func (c *Client) As(organizationID string, stamper Stamper) *Client {
	other := *c
	other.config.OrganizationID, other.stamper = organizationID, stamper
	return &other
}

// Query sends a query, such as "list_wallets", with its filters: a struct or map
// that becomes a JSON object, or nil. The answer is written to what answer points to.
func (c *Client) Query(ctx context.Context, call string, filters, answer any) error {
	request, err := c.SignQuery(call, filters)
	if err != nil {
		return err
	}
	return c.sendAndRead(ctx, request, answer)
}

// SignQuery signs a query without sending it.
func (c *Client) SignQuery(call string, filters any) (*SignedRequest, error) {
	members := map[string]json.RawMessage{}
	if filters != nil {
		text, err := json.Marshal(filters)
		if err != nil || json.Unmarshal(text, &members) != nil {
			return nil, newError(ErrInputInvalid, "the filters of %s are not a JSON object", call)
		}
	}
	if members == nil {
		members = map[string]json.RawMessage{}
	}
	if _, isGiven := members["organizationId"]; !isGiven {
		members["organizationId"], _ = json.Marshal(c.config.OrganizationID)
	}
	// The stamp covers only the body. These members make it useless for other queries and later times.
	path := "/public/v1/query/" + call
	if _, isGiven := members["timestampMs"]; !isGiven {
		members["timestampMs"], _ = json.Marshal(strconv.FormatInt(time.Now().UnixMilli(), 10))
	}
	members["callPath"], _ = json.Marshal(path)
	return c.sign(path, members)
}

// Submit submits an activity, such as ACTIVITY_TYPE_CREATE_WALLET, and waits
// until it's completed. [Activity.ReadResult] reads the result. A vote
// (ACTIVITY_TYPE_APPROVE_ACTIVITY) returns the activity voted on, whatever its
// status.
func (c *Client) Submit(ctx context.Context, activityType string, parameters any) (*Activity, error) {
	request, err := c.SignSubmit(activityType, parameters)
	if err != nil {
		return nil, err
	}
	var answer struct {
		Activity Activity `json:"activity"`
	}
	if err := c.sendAndRead(ctx, request, &answer); err != nil {
		return nil, err
	}
	activity, err := checkActivity(&answer.Activity, c.config.BaseURL)
	if err != nil || isVote(activityType) {
		return activity, err
	}
	return c.poll(ctx, activity, false)
}

// SignSubmit signs a submit without sending it. The request is valid for one
// hour and one activity, however often it is posted.
func (c *Client) SignSubmit(activityType string, parameters any) (*SignedRequest, error) {
	if parameters == nil {
		parameters = struct{}{}
	}
	return c.sign(pathOf(activityType), struct {
		Type           string `json:"type"`
		TimestampMs    string `json:"timestampMs"`
		OrganizationID string `json:"organizationId"`
		Parameters     any    `json:"parameters"`
	}{activityType, strconv.FormatInt(nextTime(), 10), c.config.OrganizationID, parameters})
}

func isVote(activityType string) bool {
	return activityType == "ACTIVITY_TYPE_APPROVE_ACTIVITY" || activityType == "ACTIVITY_TYPE_REJECT_ACTIVITY"
}

var version = regexp.MustCompile(`_V\d+$`)

func pathOf(activityType string) string {
	name := version.ReplaceAllString(strings.TrimPrefix(activityType, "ACTIVITY_TYPE_"), "")
	return "/public/v1/submit/" + strings.ToLower(name)
}

// lastTime is shared by all clients of the process, because their bodies could be equal.
var lastTime atomic.Int64

// mostAhead is the largest lead over the clock, in milliseconds, that requests
// can cause. A larger lead means that the clock was set back.
const mostAhead = 60_000

// nextTime never returns a time twice, because equal bytes would be the same activity.
func nextTime() int64 {
	for {
		last := lastTime.Load()
		next := time.Now().UnixMilli()
		if last >= next && last-next < mostAhead {
			next = last + 1
		}
		if lastTime.CompareAndSwap(last, next) {
			return next
		}
	}
}
