package main

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strconv"
	"time"

	"example.com/client/keywright"
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
	configuration := keywright.NewConfiguration()
	configuration.Servers = keywright.ServerConfigurations{{URL: os.Getenv("KEYWRIGHT_BASE_URL")}}
	configuration.HTTPClient = &http.Client{Transport: stamps}
	client := keywright.NewAPIClient(configuration)
	organization := os.Getenv("KEYWRIGHT_ORGANIZATION_ID")

	whoami := keywright.NewWhoamiRequest(organization)
	user, _, err := client.OrganizationsAPI.Whoami(ctx).WhoamiRequest(*whoami).Execute()
	if err != nil {
		return err
	}
	made, _, err := client.WalletsAPI.CreateWallet(ctx).CreateWalletBody(keywright.CreateWalletBody{
		Type:           "ACTIVITY_TYPE_CREATE_WALLET",
		TimestampMs:    strconv.FormatInt(time.Now().UnixMilli(), 10),
		OrganizationId: organization,
		Parameters:     *keywright.NewCreateWalletIntent("generated", []keywright.WalletAccountParams{}),
	}).Execute()
	if err != nil {
		return err
	}
	activity := made.Activity
	fmt.Println(user.Username, activity.Status, activity.Result.CreateWalletResult.WalletId)
	return nil
}
