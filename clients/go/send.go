package keywright

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"strconv"
	"time"
)

// SignedRequest is a request that anyone can post, because only the body is
// signed. Treat it like a signature.
type SignedRequest struct {
	URL   string
	Body  []byte
	Stamp string // value of the X-Stamp header
}

// sign serializes once and stamps exactly those bytes.
func (c *Client) sign(path string, members any) (*SignedRequest, error) {
	body, err := json.Marshal(members)
	if err != nil {
		return nil, newError(ErrInputInvalid, "the parameters cannot be written as JSON: %v", err)
	}
	stamp, err := c.stamper.Stamp(body)
	if err != nil {
		return nil, err
	}
	return &SignedRequest{c.config.BaseURL + path, body, stamp}, nil
}

// Send posts a signed request and returns the response body. Without a
// response, or on 429 with Retry-After, 502, 503 or 504, it posts the same bytes
// again. A submit stays one activity, however often it arrives.
func (c *Client) Send(ctx context.Context, request *SignedRequest) (json.RawMessage, error) {
	for attempt := 0; ; attempt++ {
		answer, wait, failure := c.post(ctx, request, attempt)
		if failure == nil {
			return answer, nil
		}
		if wait < 0 || attempt >= c.config.Retries {
			return nil, failure
		}
		if err := c.sleep(ctx, wait); err != nil {
			interruption := interrupted(err)
			interruption.Request = request
			return nil, interruption
		}
	}
}

func (c *Client) sendAndRead(ctx context.Context, request *SignedRequest, into any) error {
	answer, err := c.Send(ctx, request)
	if err != nil || into == nil {
		return err
	}
	if err := json.Unmarshal(answer, into); err != nil {
		return &Error{Name: ErrResponseNotJSON, Message: "the response doesn't have the expected members", Status: 200, cause: err}
	}
	return nil
}

// post makes one attempt. A negative wait means that a retry can't help.
func (c *Client) post(ctx context.Context, signed *SignedRequest, attempt int) (json.RawMessage, time.Duration, *Error) {
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, signed.URL, bytes.NewReader(signed.Body))
	if err != nil {
		return nil, never, newError(ErrConfigInvalid, "the address %q cannot be used", signed.URL)
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Client-Version", "keywright-go@"+Version)
	request.Header.Set(stampHeader, signed.Stamp)
	response, err := c.http.Do(request)
	if err != nil {
		return unanswered(ctx, signed, err, attempt)
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, longestAnswer))
	if err != nil {
		return unanswered(ctx, signed, err, attempt)
	}
	if !json.Valid(text) || bytes.TrimSpace(text)[0] != '{' {
		return nil, waitAfter(response, attempt), &Error{
			Name:    ErrResponseNotJSON,
			Message: signed.URL + " answered " + response.Status + " and no JSON object",
			Status:  response.StatusCode,
			Request: signed,
		}
	}
	if response.StatusCode == http.StatusOK {
		return text, 0, nil
	}
	var body Status
	_ = json.Unmarshal(text, &body)
	return nil, waitAfter(response, attempt), body.toError(response.StatusCode)
}

const (
	longestAnswer = 64 << 20
	never         = time.Duration(-1)
)

func unanswered(ctx context.Context, signed *SignedRequest, cause error, attempt int) (json.RawMessage, time.Duration, *Error) {
	failure := &Error{Name: ErrUnreachable, Message: "no response from " + signed.URL + ": " + cause.Error(), cause: cause}
	wait := backoff(attempt)
	if ctx.Err() != nil {
		failure, wait = interrupted(ctx.Err()), never
	} else if os.IsTimeout(cause) {
		failure.Name = ErrTimeout
	}
	failure.Request = signed
	return nil, wait, failure
}

func interrupted(cause error) *Error {
	if errors.Is(cause, context.DeadlineExceeded) {
		return &Error{Name: ErrTimeout, Message: "no response before the context's deadline", cause: cause}
	}
	return &Error{Name: ErrAborted, Message: "the context was canceled", cause: cause}
}

func waitAfter(response *http.Response, attempt int) time.Duration {
	switch response.StatusCode {
	case http.StatusTooManyRequests:
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil || seconds < 0 || seconds > 60 {
			return never
		}
		return time.Duration(seconds) * time.Second
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return backoff(attempt)
	}
	return never
}

// backoff doubles from a quarter of a second to five seconds. Half of it is random,
// so clients don't retry in lockstep.
func backoff(attempt int) time.Duration {
	whole := min(250*time.Millisecond<<min(attempt, 10), 5*time.Second)
	return whole/2 + rand.N(whole/2)
}

func sleep(ctx context.Context, wait time.Duration) error {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-timer.C:
		return nil
	}
}
