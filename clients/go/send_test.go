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
	"time"
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
	waited  []time.Duration
}

func (s *scripted) ServeHTTP(response http.ResponseWriter, request *http.Request) {
	s.mutex.Lock()
	defer s.mutex.Unlock()
	body, _ := io.ReadAll(request.Body)
	s.posted = append(s.posted, request.URL.Path+request.Header.Get(stampHeader)+string(body))
	next := s.replies[0]
	s.replies = s.replies[1:]
	if next.status == 0 {
		panic(http.ErrAbortHandler) // breaks the connection
	}
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
	client.sleep = func(ctx context.Context, wait time.Duration) error {
		server.waited = append(server.waited, wait)
		return ctx.Err()
	}
	return server, client
}

func activity(status, rest string) reply {
	return reply{200, `{"activity":{"id":"a","fingerprint":"sha256:f","status":"ACTIVITY_STATUS_` + status + `"` + rest + `}}`, nil}
}

var treasury = CreateWalletParams{WalletName: "treasury"}

const walletResult = `,"result":{"createWalletResult":{"walletId":"w","addresses":[]}}`

func TestRetriesPostTheSameBytes(t *testing.T) {
	busy := reply{429, `{"code":8,"message":"too many"}`, http.Header{"Retry-After": {"2"}}}
	server, client := script(t, reply{}, reply{503, "<html>", nil}, busy, activity("COMPLETED", walletResult))
	wallet, err := client.CreateWallet(t.Context(), treasury)
	if err != nil || wallet.WalletID != "w" {
		t.Fatalf("%v, %v", wallet, err)
	}
	if len(server.posted) != 4 {
		t.Fatalf("%d attempts", len(server.posted))
	}
	for _, posted := range server.posted {
		if posted != server.posted[0] {
			t.Errorf("other bytes: %s", posted)
		}
	}
	if server.waited[2] != 2*time.Second {
		t.Errorf("waited %v", server.waited)
	}
}

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

func TestGivesUpAndHandsTheRequestOver(t *testing.T) {
	server, client := script(t, reply{}, reply{}, reply{}, reply{}, activity("COMPLETED", walletResult))
	_, err := client.CreateWallet(t.Context(), treasury)
	var failure *Error
	if !errors.As(err, &failure) || !errors.Is(err, ErrUnreachable) || failure.Request == nil {
		t.Fatal(err)
	}
	if _, err := client.Send(t.Context(), failure.Request); err != nil || server.posted[4] != server.posted[0] {
		t.Errorf("%v, %v", server.posted, err)
	}
}

func TestRefusals(t *testing.T) {
	body := `{"code":3,"message":"too short","details":[{"@type":"x","errorCode":"NAME_LENGTH"},
		{"fieldViolations":[{"field":"walletName","description":"too short"}]}]}`
	server, client := script(t, reply{400, body, nil})
	_, err := client.CreateWallet(t.Context(), CreateWalletParams{})
	var failure *Error
	if !errors.As(err, &failure) {
		t.Fatal(err)
	}
	if !errors.Is(err, ErrNameLength) || failure.Code != 3 || failure.Status != 400 || len(failure.Details) != 2 {
		t.Errorf("%+v", failure)
	}
	if violations := failure.FieldViolations(); len(violations) != 1 || violations[0].Field != "walletName" {
		t.Errorf("%v", violations)
	}
	if len(server.posted) != 1 {
		t.Errorf("a refusal was posted %d times", len(server.posted))
	}
}

func TestConsensusIsNeverSubmittedAgain(t *testing.T) {
	server, client := script(t, activity("CONSENSUS_NEEDED", ""))
	_, err := client.CreateWallet(t.Context(), treasury)
	var waiting *ConsensusNeeded
	if !errors.As(err, &waiting) || !errors.Is(err, ErrConsensusNeeded) || waiting.Activity.Fingerprint != "sha256:f" {
		t.Fatal(err)
	}
	if len(server.posted) != 1 {
		t.Errorf("posted %v", server.posted)
	}
}

func TestPollsUntilFinal(t *testing.T) {
	_, client := script(t, activity("PENDING", ""), activity("SOMETHING_NEW", ""), activity("COMPLETED", walletResult))
	wallet, err := client.CreateWallet(t.Context(), treasury)
	if err != nil || wallet.Activity.ID != "a" {
		t.Error(wallet, err)
	}
}

func TestASecretWhoseResponseWasLost(t *testing.T) {
	_, client := script(t, activity("COMPLETED", `,"withheld":["session"],"result":{"stampLoginResult":{}}`))
	if _, err := client.StampLogin(t.Context(), StampLoginParams{}); !errors.Is(err, ErrResultWithheld) {
		t.Error(err)
	}
}

func TestFailures(t *testing.T) {
	failure := `,"failure":{"code":9,"message":"no","details":[{"errorCode":"SOME_NAME"}]}`
	for status, name := range map[string]ErrorName{"FAILED": ErrActivityFailed, "REJECTED": ErrActivityRejected} {
		_, client := script(t, activity(status, failure))
		_, err := client.CreateWallet(t.Context(), treasury)
		if nameOf(err) != name {
			t.Errorf("%s: %v", status, err)
		}
	}
}

func TestPendingAfterTheTimeout(t *testing.T) {
	server, client := script(t, activity("PENDING", ""))
	client.config.Timeout = time.Nanosecond
	_, err := client.CreateWallet(t.Context(), treasury)
	if nameOf(err) != ErrActivityPending || len(server.posted) != 1 {
		t.Errorf("%v, %v", err, server.posted)
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

func TestEqualSubmitsAreTwoActivities(t *testing.T) {
	_, client := script(t)
	seen := map[string]bool{}
	for range 50 {
		request, err := client.SignSubmit("ACTIVITY_TYPE_CREATE_WALLET", nil)
		if err != nil || seen[string(request.Body)] {
			t.Fatalf("%v, %v", request, err)
		}
		seen[string(request.Body)] = true
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
