package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"
)

func main() {
	if err := run(context.Background()); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(ctx context.Context) error {
	stamps, err := newStamping()
	if err != nil {
		return err
	}
	client, err := NewClientWithResponses(os.Getenv("KEYWRIGHT_BASE_URL"), WithHTTPClient(&http.Client{Transport: stamps}))
	if err != nil {
		return err
	}
	organization := OrganizationId(os.Getenv("KEYWRIGHT_ORGANIZATION_ID"))
	user, err := client.WhoamiWithResponse(ctx, WhoamiJSONRequestBody{OrganizationId: organization})
	if err != nil {
		return err
	}
	made, err := client.CreateWalletWithResponse(ctx, CreateWalletJSONRequestBody{
		Type:           "ACTIVITY_TYPE_CREATE_WALLET",
		TimestampMs:    strconv.FormatInt(time.Now().UnixMilli(), 10),
		OrganizationId: organization,
		Parameters:     CreateWalletIntent{WalletName: "generated", Accounts: []WalletAccountParams{}},
	})
	if err != nil {
		return err
	}
	if user.JSON200 == nil || made.JSON200 == nil {
		return fmt.Errorf("%s %s", user.Body, made.Body)
	}
	activity := made.JSON200.Activity
	fmt.Println(user.JSON200.Username, activity.Status, activity.Result.CreateWalletResult.WalletId)
	return nil
}
