package keywright

import (
	"context"
	"encoding/json"
	"time"
)

// Activity is the activity of a submit, with its status and result.
type Activity struct {
	ID             string `json:"id"`
	OrganizationID string `json:"organizationId"`
	// Status, such as ACTIVITY_STATUS_COMPLETED. New releases may add values.
	Status string `json:"status"`
	Type   string `json:"type"`
	// Fingerprint identifies the activity in votes.
	Fingerprint string `json:"fingerprint"`
	// Result has one member, named after the activity's type. Empty until completed.
	Result  map[string]json.RawMessage `json:"result"`
	Failure *refusal                   `json:"failure"`
}

const (
	statusCompleted = "ACTIVITY_STATUS_COMPLETED"
	statusFailed    = "ACTIVITY_STATUS_FAILED"
	statusRejected  = "ACTIVITY_STATUS_REJECTED"
	statusConsensus = "ACTIVITY_STATUS_CONSENSUS_NEEDED"
)

// ReadResult reads the result's single member.
func (a *Activity) ReadResult(into any) error {
	for _, result := range a.Result {
		return json.Unmarshal(result, into)
	}
	return newError(ActivityPending, "activity %s has no result, it is %s", a.ID, a.Status)
}

// WaitForActivity polls until the activity is final, including for the votes of
// others. After the configured timeout, or the context's, it returns
// [*ConsensusNeeded] or [ActivityPending]; you may call it again.
func (c *Client) WaitForActivity(ctx context.Context, id string) (*Activity, error) {
	activity, err := c.getActivity(ctx, id)
	if err != nil {
		return nil, err
	}
	return c.poll(ctx, activity, true)
}

// poll returns a completed activity, or an error with the reason.
func (c *Client) poll(ctx context.Context, activity *Activity, waitsForVotes bool) (*Activity, error) {
	end := time.Now().Add(c.config.Timeout)
	for wait := firstPoll; ; wait = min(wait*2, longestPoll) {
		isOver := time.Now().Add(wait).After(end)
		if done, err := outcome(activity); done || (err != nil && (isOver || !waitsForVotes)) {
			return activity, err
		}
		if isOver {
			return activity, stillPending(activity)
		}
		if err := c.sleep(ctx, wait); err != nil {
			pending := interrupted(err)
			pending.Activity = activity
			return activity, pending
		}
		current, err := c.getActivity(ctx, activity.ID)
		if err != nil {
			return activity, err
		}
		activity = current
	}
}

const (
	firstPoll   = 500 * time.Millisecond
	longestPoll = 5 * time.Second
)

// outcome reports whether the activity is final. An activity that needs consensus isn't.
func outcome(activity *Activity) (done bool, err error) {
	switch activity.Status {
	case statusCompleted:
		return true, nil
	case statusFailed:
		return true, failed(activity)
	case statusRejected:
		return true, &Error{Name: ActivityRejected, Message: "activity " + activity.ID + " was rejected", Activity: activity}
	case statusConsensus:
		return false, &ConsensusNeeded{*activity}
	}
	return false, nil
}

func failed(activity *Activity) *Error {
	failure := activity.Failure
	if failure == nil {
		failure = &refusal{}
	}
	return &Error{
		Name:     ActivityFailed,
		Message:  "activity " + activity.ID + " failed: " + failure.name() + ": " + failure.Message,
		Code:     failure.Code,
		Details:  failure.Details,
		Activity: activity,
	}
}

func stillPending(activity *Activity) *Error {
	message := "activity " + activity.ID + " is not finished: its status is " + activity.Status
	return &Error{Name: ActivityPending, Message: message, Activity: activity}
}

func (c *Client) getActivity(ctx context.Context, id string) (*Activity, error) {
	var answer activityAnswer
	if err := c.Query(ctx, "get_activity", map[string]string{"activityId": id}, &answer); err != nil {
		return nil, err
	}
	return &answer.Activity, answer.check(c.config.BaseURL)
}

type activityAnswer struct {
	Activity Activity `json:"activity"`
}

// check: something other than the API may return any JSON.
func (a *activityAnswer) check(url string) error {
	if a.Activity.ID == "" {
		return &Error{Name: ResponseNotJSON, Message: url + " returned an object without an activity", Status: 200}
	}
	return nil
}
