// Command conformance is the adapter of this client for `keywright conformance`:
//
//	npx keywright conformance -- go run ./conformance
package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"sync"
	"time"

	"keywright.example/keywright"
)

type instruction struct {
	ID         int             `json:"id"`
	Do         string          `json:"do"`
	Client     connection      `json:"client"`
	Credential credential      `json:"credential"`
	Bodies     []string        `json:"bodies"`
	Call       string          `json:"call"`
	Input      json.RawMessage `json:"input"`
	Type       string          `json:"type"`
	Parameters json.RawMessage `json:"parameters"`
	ActivityID string          `json:"activityId"`
	Again      string          `json:"again"`
	Bundle     string          `json:"bundle"`
	Target     struct {
		PrivateKey string `json:"privateKey"`
	} `json:"target"`
	Secret          string `json:"secret"`
	Of              string `json:"of"`
	Format          string `json:"format"`
	OrganizationID  string `json:"organizationId"`
	UserID          string `json:"userId"`
	SignerPublicKey string `json:"signerPublicKey"`
}

type connection struct {
	BaseURL        string     `json:"baseUrl"`
	OrganizationID string     `json:"organizationId"`
	TimeoutMs      int        `json:"timeoutMs"`
	Credential     credential `json:"credential"`
}

type credential struct {
	Kind       string `json:"kind"`
	Curve      string `json:"curve"`
	PublicKey  string `json:"publicKey"`
	PrivateKey string `json:"privateKey"`
}

var errNotOffered = errors.New("not offered")

func main() {
	lines := bufio.NewScanner(os.Stdin)
	lines.Buffer(nil, 16<<20)
	var writing sync.Mutex
	var running sync.WaitGroup
	for lines.Scan() {
		line := append([]byte{}, lines.Bytes()...)
		running.Go(func() {
			var asked instruction
			if err := json.Unmarshal(line, &asked); err != nil {
				fmt.Fprintln(os.Stderr, err)
				os.Exit(2)
			}
			answer, _ := json.Marshal(answerOf(asked))
			writing.Lock()
			defer writing.Unlock()
			fmt.Println(string(answer))
		})
	}
	running.Wait()
}

func answerOf(asked instruction) map[string]any {
	timeout := time.Minute
	if asked.Client.TimeoutMs > 0 {
		timeout = time.Duration(asked.Client.TimeoutMs) * time.Millisecond
	}
	ctx, cancel := context.WithTimeout(context.Background(), timeout)
	defer cancel()
	result, err := do(ctx, asked)
	switch {
	case errors.Is(err, errNotOffered):
		return map[string]any{"id": asked.ID, "notOffered": true}
	case err != nil:
		return map[string]any{"id": asked.ID, "error": describe(err)}
	}
	return map[string]any{"id": asked.ID, "result": result}
}

func do(ctx context.Context, asked instruction) (any, error) {
	switch asked.Do {
	case "hello":
		return map[string]any{"name": "Keywright for Go", "version": keywright.Version, "isConcurrent": true}, nil
	case "stamp":
		return stamp(asked)
	case "openCredential":
		return openCredential(asked)
	case "openExport":
		return openExport(asked)
	case "sealImport":
		return sealImport(asked)
	case "whoami", "query", "submit", "wait", "resend":
		client, err := clientOf(asked.Client)
		if err != nil {
			return nil, err
		}
		return call(ctx, client, asked)
	}
	return nil, errNotOffered
}

func call(ctx context.Context, client *keywright.Client, asked instruction) (any, error) {
	switch asked.Do {
	case "whoami":
		return client.Whoami(ctx)
	case "query":
		var answer json.RawMessage
		err := client.Query(ctx, asked.Call, asked.Input, &answer)
		return answer, err
	case "submit":
		return activityOf(client.Submit(ctx, asked.Type, asked.Parameters))
	case "wait":
		return activityOf(client.WaitForActivity(ctx, asked.ActivityID))
	}
	activity, err := client.Submit(ctx, asked.Type, asked.Parameters)
	var failure *keywright.Error
	if errors.As(err, &failure) && failure.Request != nil {
		request := *failure.Request
		request.URL = strings.Replace(request.URL, asked.Client.BaseURL, asked.Again, 1)
		var answer struct {
			Activity keywright.Activity `json:"activity"`
		}
		text, err := client.Send(ctx, &request)
		if err != nil {
			return nil, err
		}
		return activityOf(&answer.Activity, json.Unmarshal(text, &answer))
	}
	return activityOf(activity, err)
}

func stamp(asked instruction) (any, error) {
	key, err := keyOf(asked.Credential)
	if err != nil {
		return nil, err
	}
	stamps := []map[string]string{}
	for _, body := range asked.Bodies {
		value, err := key.Stamp([]byte(body))
		if err != nil {
			return nil, err
		}
		stamps = append(stamps, map[string]string{"name": "X-Stamp", "value": value})
	}
	return map[string]any{"stamps": stamps}, nil
}

func openCredential(asked instruction) (any, error) {
	target, err := keywright.NewTargetKey(asked.Target.PrivateKey)
	if err != nil {
		return nil, err
	}
	key, err := target.OpenCredentialBundle(asked.Bundle)
	if err != nil {
		return nil, err
	}
	return map[string]string{"publicKey": key.PublicKey()}, nil
}

func openExport(asked instruction) (any, error) {
	target, err := keywright.NewTargetKey(asked.Target.PrivateKey)
	if err != nil {
		return nil, err
	}
	expected := keywright.ExpectedExport{SignerPublicKey: asked.SignerPublicKey, OrganizationID: asked.OrganizationID}
	var secret string
	if asked.Of == "phrase" {
		secret, err = target.OpenWalletExport(asked.Bundle, expected)
	} else {
		secret, err = target.OpenKeyExport(asked.Bundle, formatOf(asked), expected)
	}
	return map[string]string{"secret": secret}, err
}

func sealImport(asked instruction) (any, error) {
	expected := keywright.ExpectedImport{
		SignerPublicKey: asked.SignerPublicKey, OrganizationID: asked.OrganizationID, UserID: asked.UserID,
	}
	var answer string
	var err error
	if asked.Of == "phrase" {
		answer, err = keywright.SealWalletImport(asked.Secret, asked.Bundle, expected)
	} else {
		answer, err = keywright.SealKeyImport(asked.Secret, formatOf(asked), asked.Bundle, expected)
	}
	return map[string]string{"encryptedBundle": answer}, err
}

func formatOf(asked instruction) keywright.KeyFormat {
	if asked.Format == "SOLANA" {
		return keywright.Solana
	}
	return keywright.Hexadecimal
}

func keyOf(credential credential) (*keywright.APIKey, error) {
	if credential.Kind != "api-key" || credential.Curve != "API_KEY_CURVE_P256" {
		return nil, errNotOffered
	}
	return keywright.NewAPIKey(credential.PublicKey, credential.PrivateKey)
}

func clientOf(to connection) (*keywright.Client, error) {
	key, err := keyOf(to.Credential)
	if err != nil {
		return nil, err
	}
	return keywright.NewClient(keywright.Config{
		BaseURL:        to.BaseURL,
		OrganizationID: to.OrganizationID,
		Timeout:        time.Duration(to.TimeoutMs) * time.Millisecond,
	}, key)
}

func activityOf(activity *keywright.Activity, err error) (any, error) {
	if err != nil {
		return nil, err
	}
	answer := map[string]any{
		"activityId": activity.ID, "status": activity.Status, "fingerprint": activity.Fingerprint,
	}
	for _, result := range activity.Result {
		answer["result"] = result
	}
	return answer, nil
}

func describe(err error) map[string]any {
	var waiting *keywright.ConsensusNeeded
	if errors.As(err, &waiting) {
		return map[string]any{
			"code": "CONSENSUS_NEEDED", "message": err.Error(),
			"activityId": waiting.Activity.ID, "fingerprint": waiting.Activity.Fingerprint,
		}
	}
	var failure *keywright.Error
	if !errors.As(err, &failure) {
		return map[string]any{"code": "UNKNOWN", "message": err.Error()}
	}
	told := map[string]any{
		"code": failure.Name, "message": failure.Message, "status": failure.Status, "details": failure.Details,
	}
	if failure.Activity != nil {
		told["activityId"] = failure.Activity.ID
	}
	return told
}
