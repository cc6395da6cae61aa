/** Custody models as parameters of `create_sub_organization`. `tryModel.ts` lets the engine say who can do what. */

export interface Model {
  readonly label: string
  /** Root users. */
  readonly names: readonly Party[]
  readonly threshold: number
  readonly text: string
  /** Gives your service a user of its own, with a policy. */
  readonly hasDelegate?: true
}

export type Party = 'User' | 'Your service'
export const PARTIES: readonly Party[] = ['User', 'Your service']

export const MODELS = {
  user: {
    label: 'The user controls',
    names: ['User'],
    threshold: 1,
    text: 'The user is the only root user. You can read, and do nothing.',
  },
  delegated: {
    label: 'The user controls, you sign within a policy',
    names: ['User'],
    threshold: 1,
    text: 'The user is the only root user, and lets your service sign by a policy that the user can delete.',
    hasDelegate: true,
  },
  either: {
    label: 'Either alone',
    names: ['User', 'Your service'],
    threshold: 1,
    text: 'Custodial in effect: your service can move everything without the user.',
  },
  shared: {
    label: 'Both together',
    names: ['User', 'Your service'],
    threshold: 2,
    text: 'Nothing happens without both. Losing either locks the wallet.',
  },
  business: {
    label: 'You control',
    names: ['Your service'],
    threshold: 1,
    text: 'Custodial: the user has no credential, and depends on you.',
  },
} as const satisfies Readonly<Record<string, Model>>

export type ModelName = keyof typeof MODELS

export const isModelName = (name: string | undefined): name is ModelName =>
  name !== undefined && Object.hasOwn(MODELS, name)

export const DOINGS = ['sign', 'export the wallet', 'change the quorum', 'read'] as const
export type Doing = (typeof DOINGS)[number]

/** What is sent, with words in place of keys. */
export function configOf(name: ModelName): string {
  const { label, names, threshold }: Model = MODELS[name]
  const parameters = {
    subOrganizationName: label,
    rootQuorumThreshold: threshold,
    rootUsers: names.map((userName) => ({
      userName,
      apiKeys:
        userName === 'User'
          ? []
          : [{ apiKeyName: 'server', publicKey: 'of your server', curveType: 'API_KEY_CURVE_P256' }],
      authenticators: userName === 'User' ? ['the passkey of the user'] : [],
      oauthProviders: [],
    })),
    wallet: { walletName: 'Wallet', accounts: ['ADDRESS_FORMAT_ETHEREUM'] },
  }
  return JSON.stringify(parameters, null, 2)
}
