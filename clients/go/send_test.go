package keywright

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
)

const organization = "3b0f6c6e-0c0e-4f43-9c53-6d3a5f3c1a10"

// reply is one response of the scripted server.
type reply struct {
	status int
	body   string
	header http.Header
}

// scripted returns one reply after the other and records what was posted.
type scripted struct {
	mutex   sync.Mutex
	replies []reply
	posted  []string
}

func (s *scripted) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	body, _ := io.ReadAll(request.Body)
	s.posted = append(s.posted, request.URL.Path+request.Header.Get(stampHeader)+string(body))
	next := s.replies[0]
	s.replies = s.replies[1:]
	for name, values := range next.header {
		response.Header()[name] = values
	}
	response.WriteHeader(next.status)
	_, _ = io.WriteString(response, next.body)
}

func script(t *testing.T, replies ...reply) (*scripted, *Client) {
	t.Helper()
	server := &scripted{replies: replies}
	listening := httptest.NewServer(server)
	t.Cleanup(listening.Close)
	key, err := GenerateAPIKey()
	if err != nil {
		t.Fatal(err)
	}
	client, err := NewClient(Config{BaseURL: listening.URL + "/", OrganizationID: organization}, key)
	if err != nil {
		t.Fatal(err)
	}
	return server, client
}

func activity(status, rest string) reply {
	return reply{200, `{"activity":{"id":"a","fingerprint":"sha256:f","status":"ACTIVITY_STATUS_` + status + `"` + rest + `}}`, nil}
}

var treasury = CreateWalletParams{WalletName: "treasury"}

func TestAnErrorHasNoWebhookKeys(t *testing.T) {
	_, client := script(t, reply{503, `{"code":14,"message":"later"}`, nil})
	keys, err := client.WebhookKeys(t.Context())
	var failure *Error
	if !errors.As(err, &failure) || failure.Name != ErrResponseNotJSON {
		t.Errorf("%v, %v", keys, err)
	}
}

func TestQueriesNameTheirCallAndTime(t *testing.T) {
	_, client := script(t)
	request, err := client.SignQuery("whoami", nil)
	if err != nil {
		t.Fatal(err)
	}
	pattern := `^{"callPath":"/public/v1/query/whoami","organizationId":"` + organization + `","timestampMs":"\d{13}"}$`
	if !regexp.MustCompile(pattern).Match(request.Body) {
		t.Errorf("the body is %s", request.Body)
	}
}

func TestASecretWhoseResponseWasLost(t *testing.T) {
	_, client := script(t, activity("COMPLETED", `,"withheld":["session"],"result":{"stampLoginResult":{}}`))
	if _, err := client.StampLogin(t.Context(), StampLoginParams{}); !errors.Is(err, ErrResultWithheld) {
		t.Error(err)
	}
}

func TestCancelledContext(t *testing.T) {
	server, client := script(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := client.Whoami(ctx)
	if nameOf(err) != ErrAborted || !errors.Is(err, context.Canceled) || len(server.posted) != 0 {
		t.Error(err)
	}
}

func TestAnswersThatAreNotTheAPI(t *testing.T) {
	for _, other := range []reply{
		{200, "<html>", nil},
		{200, "", nil},
		{200, "[]", nil},
		{301, "", http.Header{"Location": {"https://elsewhere.example/"}}},
	} {
		_, client := script(t, other)
		if _, err := client.Whoami(t.Context()); nameOf(err) != ErrResponseNotJSON {
			t.Errorf("%v: %v", other, err)
		}
	}
}

func TestAnswersWithoutAnActivity(t *testing.T) {
	for _, body := range []string{"{}", `{"activity":null}`, `{"activity":{}}`} {
		_, client := script(t, reply{200, body, nil})
		if _, err := client.CreateWallet(t.Context(), treasury); nameOf(err) != ErrResponseNotJSON {
			t.Errorf("%s: %v", body, err)
		}
	}
}

func TestConfigurationAndInput(t *testing.T) {
	key, _ := GenerateAPIKey()
	for _, config := range []Config{
		{BaseURL: "", OrganizationID: organization},
		{BaseURL: "engine.example.com", OrganizationID: organization},
		{BaseURL: "https://engine.example.com"},
	} {
		if _, err := NewClient(config, key); nameOf(err) != ErrConfigInvalid {
			t.Errorf("%v: %v", config, err)
		}
	}
	_, client := script(t)
	if err := client.Query(t.Context(), "list_wallets", []int{1}, nil); nameOf(err) != ErrInputInvalid {
		t.Error(err)
	}
	if _, err := client.Submit(t.Context(), "ACTIVITY_TYPE_CREATE_WALLET", make(chan int)); nameOf(err) != ErrInputInvalid {
		t.Error(err)
	}
}

func TestPagesContinueAfterTheLastEntry(t *testing.T) {
	ids := func(ids string) reply { return reply{200, `{"organizationIds":[` + ids + `]}`, nil} }
	server, client := script(t, ids(`"a","b"`), ids(`"c"`))
	found := []string{}
	for id, err := range client.AllSuborgs(t.Context(), ListSuborgsParams{PaginationOptions: &Pagination{Limit: new(uint64(2))}}) {
		if err != nil {
			t.Fatal(err)
		}
		found = append(found, id)
	}
	if !slices.Equal(found, []string{"a", "b", "c"}) || !strings.Contains(server.posted[1], `"after":"b"`) {
		t.Errorf("%v, %v", found, server.posted)
	}
	_, client = script(t, ids(`"a"`), reply{400, `{"code":3,"message":"no"}`, nil})
	for id, err := range client.AllSuborgs(t.Context(), ListSuborgsParams{PaginationOptions: &Pagination{Limit: new(uint64(1))}}) {
		if (id == "a") != (err == nil) {
			t.Errorf("%q, %v", id, err)
		}
	}
}

func TestAbsentListsAndOptions(t *testing.T) {
	_, client := script(t)
	for want, params := range map[string]any{
		`{"walletName":"","accounts":[]}`:                                          CreateWalletParams{},
		`{"endpointId":"e","isActive":false}`:                                      UpdateWebhookEndpointParams{EndpointID: "e", IsActive: new(false)},
		`{"apiKeyName":"","publicKey":"","curveType":"","expirationSeconds":"60"}`: APIKeyParams{ExpirationSeconds: new(uint64(60))},
	} {
		request, err := client.SignSubmit("ACTIVITY_TYPE_CREATE_WALLET", params)
		if err != nil || !strings.HasSuffix(string(request.Body), `"parameters":`+want+"}") {
			t.Errorf("%s, %v", request.Body, err)
		}
	}
}
