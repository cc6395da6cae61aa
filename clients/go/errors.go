package keywright

import (
	"encoding/json"
	"fmt"
)

// Names of errors that arise on this side of the connection. Every other
// [Error.Name] comes from the catalogue of the API.
const (
	ConfigInvalid              = "CONFIG_INVALID"               // the configuration cannot work
	InputInvalid               = "INPUT_INVALID"                // the parameters cannot be written as a JSON object
	KeyInvalid                 = "KEY_INVALID"                  // the API key is not what it claims to be
	TargetKeyMalformed         = "TARGET_KEY_MALFORMED"         // the target key is not one of P-256
	BundleMalformed            = "BUNDLE_MALFORMED"             // not the text that a bundle is: cut, or of another kind
	BundleForAnotherKey        = "BUNDLE_FOR_ANOTHER_KEY"       // sealed to another target key
	BundleSignerMismatch       = "BUNDLE_SIGNER_MISMATCH"       // signed by another server than the pinned one
	BundleSignatureInvalid     = "BUNDLE_SIGNATURE_INVALID"     // changed after it was signed
	BundleOrganizationMismatch = "BUNDLE_ORGANIZATION_MISMATCH" // about another organization
	BundleUserMismatch         = "BUNDLE_USER_MISMATCH"         // for another user
	SecretMalformed            = "SECRET_MALFORMED"             // the secret is not what its format says
	Aborted                    = "ABORTED"                      // the context was canceled
	Timeout                    = "TIMEOUT"                      // no answer in time: Send the Request again
	Unreachable                = "UNREACHABLE"                  // no answer: Send the Request again
	ResponseNotJSON            = "RESPONSE_NOT_JSON"            // something that is not the API answered
	ActivityPending            = "ACTIVITY_PENDING"             // not finished in time: WaitForActivity
	ActivityFailed             = "ACTIVITY_FAILED"              // accepted, then failed
	ActivityRejected           = "ACTIVITY_REJECTED"            // an approver rejected it
	unknownName                = "UNKNOWN"                      // a refusal without a name
)

// Error is everything that can go wrong, but for [*ConsensusNeeded]. Switch on
// Name; messages may be reworded between releases.
type Error struct {
	// Name in the catalogue of the API, or one of the constants of this package.
	Name string
	// Message says what happened. It never holds a key, a stamp or a body.
	Message string
	// Status is the HTTP status, 0 without an answer.
	Status int
	// Code is the gRPC number of a refusal or a failure.
	Code int
	// Details holds the objects that the API gave, as they came.
	Details []json.RawMessage
	// Activity is the one that failed, was rejected or is pending.
	Activity *Activity
	// Request is the one that got no answer. [Client.Send] posts the same bytes,
	// which cannot execute twice. It is as good as a signature: do not log it.
	Request *SignedRequest
	cause   error
}

// Error gives the name, what happened, and what to do about it.
func (e *Error) Error() string { return withHelp(e.Name, e.Message) }

// Help says what to do about it; empty for a refusal without a name.
func (e *Error) Help() string { return helpOf(e.Name) }

func withHelp(name, message string) string {
	if help := helpOf(name); help != "" {
		message += ". " + help
	}
	return name + ": " + message
}

// Unwrap gives the cause, such as [context.Canceled].
func (e *Error) Unwrap() error { return e.cause }

// FieldViolation names a member of the request that is wrong.
type FieldViolation struct {
	// Field is a dotted path with list indexes, such as "privateKeys.0.privateKeyName".
	Field       string `json:"field"`
	Description string `json:"description"`
}

// FieldViolations lists the members of the request that are wrong.
func (e *Error) FieldViolations() []FieldViolation {
	for _, detail := range e.Details {
		var found struct {
			FieldViolations []FieldViolation `json:"fieldViolations"`
		}
		if json.Unmarshal(detail, &found) == nil && len(found.FieldViolations) > 0 {
			return found.FieldViolations
		}
	}
	return nil
}

// ConsensusNeeded is the outcome of a submit that waits for the approval of
// others. Never submit again: that asks for a second activity. Others approve by
// the fingerprint; [Client.WaitForActivity] waits for them, in any process.
type ConsensusNeeded struct{ Activity Activity }

func (c *ConsensusNeeded) Error() string {
	return withHelp("CONSENSUS_NEEDED", "activity "+c.Activity.ID+" needs the approval of others")
}

// refusal is the body of an error, and the failure of an activity.
type refusal struct {
	Code    int               `json:"code"`
	Message string            `json:"message"`
	Details []json.RawMessage `json:"details"`
}

func (r refusal) toError(status int) *Error {
	return &Error{Name: r.name(), Message: r.Message, Status: status, Code: r.Code, Details: r.Details}
}

func (r refusal) name() string {
	for _, detail := range r.Details {
		var named struct {
			ErrorCode string `json:"errorCode"`
		}
		if json.Unmarshal(detail, &named) == nil && named.ErrorCode != "" {
			return named.ErrorCode
		}
	}
	return unknownName
}

func newError(name, format string, values ...any) *Error {
	return &Error{Name: name, Message: fmt.Sprintf(format, values...)}
}
