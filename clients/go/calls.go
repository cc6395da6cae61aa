package keywright

import (
	"context"
	"encoding/json"
	"iter"
	"time"
)

// List is a list in parameters. A nil list is sent as an empty one.
type List[T any] []T

// MarshalJSON writes a nil list as [].
func (l List[T]) MarshalJSON() ([]byte, error) {
	if l == nil {
		return []byte("[]"), nil
	}
	return json.Marshal([]T(l))
}

// Members is an object whose members depend on the case, such as [Activity.Result].
type Members map[string]json.RawMessage

// Completed is part of the result of every submit.
type Completed struct {
	// Activity that produced the result.
	Activity *Activity `json:"-"`
}

func (c *Completed) setActivity(activity *Activity) { c.Activity = activity }

// Time of a timestamp.
func (t Timestamp) Time() time.Time { return time.Unix(int64(t.Seconds), int64(t.Nanos)) }

// EthereumAccount is an account with an Ethereum address at a derivation path,
// such as m/44'/60'/0'/0/0.
func EthereumAccount(path string) WalletAccountParams {
	return WalletAccountParams{
		Curve:         CurveSECP256K1,
		PathFormat:    PathFormatBIP32,
		Path:          path,
		AddressFormat: AddressFormatEthereum,
	}
}

func query[R any](ctx context.Context, c *Client, call string, params any) (*R, error) {
	result := new(R)
	if err := c.Query(ctx, call, params, result); err != nil {
		return nil, err
	}
	return result, nil
}

func submit[R any](ctx context.Context, c *Client, activityType string, params any) (*R, error) {
	activity, err := c.Submit(ctx, activityType, params)
	if err != nil {
		return nil, err
	}
	result := new(R)
	if err := activity.ReadResult(result); err != nil {
		return nil, err
	}
	return result, nil
}

const longestPage = 100

// pages yields the entries of a page, then continues after its last one.
func pages[T any](options *Pagination, fetch func(*Pagination) ([]T, error), cursor func(T) string) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		next := Pagination{Limit: new(uint64(longestPage))}
		if options != nil {
			next.Before, next.After = options.Before, options.After
			if options.Limit != nil {
				next.Limit = options.Limit
			}
		}
		for {
			page, err := fetch(&next)
			if err != nil {
				yield(*new(T), err)
				return
			}
			for _, entry := range page {
				if !yield(entry, nil) {
					return
				}
			}
			if uint64(len(page)) < *next.Limit {
				return
			}
			next.After, next.Before = new(cursor(page[len(page)-1])), nil
		}
	}
}
