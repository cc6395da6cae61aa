package keywright

import "context"

// Identity is the user of a key.
type Identity struct {
	OrganizationID   string `json:"organizationId"`
	OrganizationName string `json:"organizationName"`
	UserID           string `json:"userId"`
	Username         string `json:"username"`
}

// Whoami returns the user of the key.
func (c *Client) Whoami(ctx context.Context) (Identity, error) {
	var answer Identity
	err := c.Query(ctx, "whoami", nil, &answer)
	return answer, err
}

// WalletAccount selects a key of the wallet and the format of its address.
type WalletAccount struct {
	Curve         string `json:"curve"`
	PathFormat    string `json:"pathFormat"`
	Path          string `json:"path"`
	AddressFormat string `json:"addressFormat"`
}

// EthereumAccount is an account with an Ethereum address at a derivation path,
// such as m/44'/60'/0'/0/0.
func EthereumAccount(path string) WalletAccount {
	return WalletAccount{"CURVE_SECP256K1", "PATH_FORMAT_BIP32", path, "ADDRESS_FORMAT_ETHEREUM"}
}

// Wallet is the result of CreateWallet.
type Wallet struct {
	WalletID  string   `json:"walletId"`
	Addresses []string `json:"addresses"`
}

// CreateWallet creates a wallet with a new recovery phrase.
func (c *Client) CreateWallet(ctx context.Context, name string, accounts ...WalletAccount) (Wallet, error) {
	var result Wallet
	if accounts == nil {
		accounts = []WalletAccount{} // null would mean a missing member
	}
	err := c.submitAndRead(ctx, "ACTIVITY_TYPE_CREATE_WALLET", struct {
		WalletName string          `json:"walletName"`
		Accounts   []WalletAccount `json:"accounts"`
	}{name, accounts}, &result)
	return result, err
}

// RawPayload is a payload to sign, with its encoding and hash function.
type RawPayload struct {
	// SignWith is an address, a public key or the id of a private key.
	SignWith     string `json:"signWith"`
	Payload      string `json:"payload"`
	Encoding     string `json:"encoding"`     // such as PAYLOAD_ENCODING_HEXADECIMAL
	HashFunction string `json:"hashFunction"` // such as HASH_FUNCTION_KECCAK256
}

// Signature holds hexadecimal texts.
type Signature struct {
	R string `json:"r"`
	S string `json:"s"`
	V string `json:"v"`
}

// SignRawPayload signs with a key of the organization.
func (c *Client) SignRawPayload(ctx context.Context, payload RawPayload) (Signature, error) {
	var result Signature
	err := c.submitAndRead(ctx, "ACTIVITY_TYPE_SIGN_RAW_PAYLOAD_V2", payload, &result)
	return result, err
}

func (c *Client) submitAndRead(ctx context.Context, activityType string, parameters, result any) error {
	activity, err := c.Submit(ctx, activityType, parameters)
	if err != nil {
		return err
	}
	return activity.ReadResult(result)
}
