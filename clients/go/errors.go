package keywright

import (
	"encoding/json"
	"fmt"
)

// Names of client-side errors. Every other
// [Error.Name] comes from the API's error catalog.
const (
	ConfigInvalid              = "CONFIG_INVALID"               // the configuration is invalid
	InputInvalid               = "INPUT_INVALID"                // the parameters cannot be written as a JSON object
	KeyInvalid                 = "KEY_INVALID"                  // the API key is invalid
	TargetKeyMalformed         = "TARGET_KEY_MALFORMED"         // the target key is not a P-256 key
	BundleMalformed            = "BUNDLE_MALFORMED"             // not a bundle: truncated, or another kind of text
	BundleForAnotherKey        = "BUNDLE_FOR_ANOTHER_KEY"       // sealed to another target key
	BundleSignerMismatch       = "BUNDLE_SIGNER_MISMATCH"       // signed by another server than the pinned one
	BundleSignatureInvalid     = "BUNDLE_SIGNATURE_INVALID"     // changed after it was signed
	BundleOrganizationMismatch = "BUNDLE_ORGANIZATION_MISMATCH" // the bundle belongs to another organization
	BundleUserMismatch         = "BUNDLE_USER_MISMATCH"         // for another user
	SecretMalformed            = "SECRET_MALFORMED"             // the secret doesn't match its format
	Aborted                    = "ABORTED"                      // the context was canceled
	Timeout                    = "TIMEOUT"                      // no response in time: Send the Request again
	Unreachable                = "UNREACHABLE"                  // no response: Send the Request again
	ResponseNotJSON            = "RESPONSE_NOT_JSON"            // something other than the API responded
	ActivityPending            = "ACTIVITY_PENDING"             // not finished in time: WaitForActivity
	ActivityFailed             = "ACTIVITY_FAILED"              // accepted, then failed
	ActivityRejected           = "ACTIVITY_REJECTED"            // an approver rejected it
	unknownName                = "UNKNOWN"                      // an error response without a name
)

// Error is every error except [*ConsensusNeeded]. Switch on
// Name; messages may be reworded between releases.
type Error struct {
	// Name in the API's error catalog, or one of the constants of this package.
	Name string
	// Message says what happened. It never contains a key, a stamp or a body.
	Message string
	// Status is the HTTP status, 0 without a response.
	Status int
	// Code is the gRPC status code.
	Code int
	// Details are the objects that the API returned, unchanged.
	Details []json.RawMessage
	// Activity is the activity that failed, was rejected or is pending.
	Activity *Activity
	// Request is the request without a response. [Client.Send] posts the same bytes,
	// which can't execute twice. Don't log it, because it's as good as a signature.
	Request *SignedRequest
	cause   error
}

// Error returns the name, what happened, and what to do about it.
func (e *Error) Error() string { return withHelp(e.Name, e.Message) }

// Help says what to do about the error. Empty for an error response without a name.
func (e *Error) Help() string { return helpOf(e.Name) }

func withHelp(name, message string) string {
	if help := helpOf(name); help != "" {
		message += ". " + help
	}
	return name + ": " + message
}

// Unwrap returns the cause, such as [context.Canceled].
func (e *Error) Unwrap() error { return e.cause }

// FieldViolation names an invalid member of the request.
type FieldViolation struct {
	// Field is a dotted path with list indexes, such as "privateKeys.0.privateKeyName".
	Field       string `json:"field"`
	Description string `json:"description"`
}

// FieldViolations lists the invalid members of the request.
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
// others. Never submit again, because that creates a second activity. Others approve by
// the fingerprint; [Client.WaitForActivity] waits for them, in any process.
type ConsensusNeeded struct{ Activity Activity }

func (c *ConsensusNeeded) Error() string {
	return withHelp("CONSENSUS_NEEDED", "activity "+c.Activity.ID+" needs the approval of others")
}

// refusal is the body of an error response, and the failure of an activity.
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
