package keywright

import (
	"encoding/json"
	"fmt"
)

// ErrorName is the name of an error in the API's error catalog, or of an error that
// the client raises itself. Compare with errors.Is(err, keywright.ErrNameTaken).
type ErrorName string

// Error returns the name, which makes it a target of errors.Is.
func (n ErrorName) Error() string { return string(n) }

// The API returned an error without a name.
const errUnknown ErrorName = "UNKNOWN"

// Error is every error except [*ConsensusNeeded]. Switch on Name, or use
// errors.Is; messages may be reworded between releases.
type Error struct {
	// Name is one of the Err constants, or newer than this module.
	Name ErrorName
	// Message says what happened. It never contains a key, a stamp or a body.
	Message string
	// Status is the HTTP status, 0 without a response.
	Status int
	// Code is the gRPC status code.
	Code int
	// Details are the objects that the API returned, unchanged.
	Details []Members
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

// Is reports whether target is the name of the error.
func (e *Error) Is(target error) bool { return target == error(e.Name) }

func withHelp(name ErrorName, message string) string {
	if help := helpOf(name); help != "" {
		message += ". " + help
	}
	return string(name) + ": " + message
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
		var found []FieldViolation
		if json.Unmarshal(detail["fieldViolations"], &found) == nil && len(found) > 0 {
			return found
		}
	}
	return nil
}

// ConsensusNeeded is the outcome of a submit that waits for the approval of
// others. Never submit again, because that creates a second activity. Others approve by
// the fingerprint; [Client.WaitForActivity] waits for them, in any process.
type ConsensusNeeded struct{ Activity Activity }

// Is reports whether target is [ErrConsensusNeeded].
func (c *ConsensusNeeded) Is(target error) bool { return target == error(ErrConsensusNeeded) }

func (c *ConsensusNeeded) Error() string {
	return withHelp(ErrConsensusNeeded, "activity "+c.Activity.ID+" needs the approval of others")
}

// toError of the body of an error response.
func (s Status) toError(httpStatus int) *Error {
	return &Error{Name: s.errorName(), Message: s.Message, Status: httpStatus, Code: s.Code, Details: s.Details}
}

func (s Status) errorName() ErrorName {
	for _, detail := range s.Details {
		var name ErrorName
		if json.Unmarshal(detail["errorCode"], &name) == nil && name != "" {
			return name
		}
	}
	return errUnknown
}

func newError(name ErrorName, format string, values ...any) *Error {
	return &Error{Name: name, Message: fmt.Sprintf(format, values...)}
}
