package keywright

import (
	"context"
	"encoding/json"
	"strings"
	"time"
)

// ReadResult reads the result's single member, for example into a
// [CreateWalletResult].
func (a *Activity) ReadResult(into any) error {
	if holder, ok := into.(interface{ setActivity(*Activity) }); ok {
		holder.setActivity(a)
	}
	if len(a.Withheld) > 0 {
		message := "the server returned " + strings.Join(a.Withheld, ", ") + " once, and that response was lost"
		return &Error{Name: ErrResultWithheld, Message: message, Activity: a}
	}
	for _, result := range a.Result {
		return json.Unmarshal(result, into)
	}
	return newError(ErrActivityPending, "activity %s has no result, it is %s", a.ID, a.Status)
}

// WaitForActivity polls until the activity is final, including for the votes of
// others. After the configured timeout, or the context's, it returns
// [*ConsensusNeeded] or [ErrActivityPending]; you may call it again.
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
	case ActivityStatusCompleted:
		return true, nil
	case ActivityStatusFailed:
		return true, failed(activity)
	case ActivityStatusRejected:
		return true, &Error{Name: ErrActivityRejected, Message: "activity " + activity.ID + " was rejected", Activity: activity}
	case ActivityStatusConsensusNeeded:
		return false, &ConsensusNeeded{*activity}
	}
	return false, nil
}

func failed(activity *Activity) *Error {
	failure := activity.Failure
	if failure == nil {
		failure = &Status{}
	}
	return &Error{
		Name:     ErrActivityFailed,
		Message:  "activity " + activity.ID + " failed: " + string(failure.errorName()) + ": " + failure.Message,
		Code:     failure.Code,
		Details:  failure.Details,
		Activity: activity,
	}
}

func stillPending(activity *Activity) *Error {
	message := "activity " + activity.ID + " is not finished: its status is " + string(activity.Status)
	return &Error{Name: ErrActivityPending, Message: message, Activity: activity}
}

func (c *Client) getActivity(ctx context.Context, id string) (*Activity, error) {
	answer, err := c.GetActivity(ctx, GetActivityParams{ActivityID: id})
	if err != nil {
		return nil, err
	}
	return checkActivity(&answer.Activity, c.config.BaseURL)
}

// checkActivity: something other than the API may return any JSON.
func checkActivity(activity *Activity, url string) (*Activity, error) {
	if activity.ID == "" {
		return nil, &Error{Name: ErrResponseNotJSON, Message: url + " returned an object without an activity", Status: 200}
	}
	return activity, nil
}
