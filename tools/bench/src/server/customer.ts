/** A customer of the load: a sub-organization with one wallet, whose root user has the parent's key. */

interface Key<Curve> {
  readonly publicKey: string
  readonly curveType: Curve
}

export const customer = <Curve extends string>(n: number, { publicKey, curveType }: Key<Curve>) => ({
  subOrganizationName: `customer ${n}`,
  rootUsers: [
    {
      userName: 'end user',
      apiKeys: [{ apiKeyName: 'key', publicKey, curveType }],
      authenticators: [],
      oauthProviders: [],
    },
  ],
  rootQuorumThreshold: 1,
  wallet: {
    walletName: 'wallet',
    accounts: [
      {
        curve: 'CURVE_SECP256K1' as const,
        pathFormat: 'PATH_FORMAT_BIP32' as const,
        path: "m/44'/60'/0'/0/0",
        addressFormat: 'ADDRESS_FORMAT_ETHEREUM' as const,
      },
    ],
  },
})
