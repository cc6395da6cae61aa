/**
 * Prerequisites of calls. The console sends the earlier calls when the form opens, so that the first click succeeds.
 */
import { ApiKeyStamper, createClientSignature } from '@keywright/client/api-key'
import { generateTargetKey, sealKeyImport, sealOtp, sealWalletImport } from '@keywright/client/bundles'
import { generateApiKeyPair, generateEntropy, oidcNonceOf, platformRandom, toPhrase } from '@keywright/keys'
import type { Letter } from '@keywright/sandbox'
import type { Workbench } from '../../widgets/kit/workbench.ts'
import type { JsonObject } from './bodyForm.ts'
import type { Method } from './signers.ts'

export interface Prepared {
  /** Explains the preparation to the reader. */
  readonly note: string
  /** Form members from the preparation. */
  readonly parameters: JsonObject
  /** Target organization. Default: the workbench's. */
  readonly organizationId?: string
  /** How to stamp it. Default: with an API key. */
  readonly method?: Method
}

type Prepare = (bench: Workbench, type: string | undefined) => Promise<Prepared>

/** Email of the workbench's user Alice. */
const EMAIL = 'alice@example.com'
const CODE_BY_EMAIL = { otpType: 'OTP_TYPE_EMAIL', contact: EMAIL, appName: 'Acme' } as const

export const PREPARE: Readonly<Record<string, Prepare>> = {
  delete_sub_organization: async (bench) => ({
    note: 'The sub-organization Dave was created for this call. A sub-organization deletes itself, so the request names it as its organization.',
    ...(await newSubOrganization(bench)),
    parameters: {},
  }),

  async oauth(bench) {
    const { targetPublicKey } = await generateTargetKey()
    return {
      note: 'The sub-organization Dave was created, and the sandbox’s issuer signed the token. Its nonce is the hash of the target public key.',
      ...(await newSubOrganization(bench)),
      parameters: { targetPublicKey, oidcToken: await tokenFor(bench, oidcNonceOf(targetPublicKey)) },
    }
  },

  async oauth_login(bench) {
    const { publicKey } = generateApiKeyPair(platformRandom)
    return {
      note: 'The sub-organization Dave was created, and the sandbox’s issuer signed the token. Its nonce is the hash of the public key.',
      ...(await newSubOrganization(bench)),
      parameters: { publicKey, oidcToken: await tokenFor(bench, oidcNonceOf(publicKey)) },
    }
  },

  async otp_auth({ sandbox, client }) {
    const { otpId } = await client.initOtpAuth(CODE_BY_EMAIL)
    return {
      note: 'init_otp_auth was sent. The code is from the sandbox’s inbox.',
      parameters: { otpId, otpCode: await codeOf(sandbox) },
    }
  },

  async verify_otp(bench, type) {
    const { otpId, otpCode, encryptedOtpBundle, publicKey } = await codeByMail(bench)
    const takesPlainCode = type === 'ACTIVITY_TYPE_VERIFY_OTP'
    return {
      note: 'init_otp was sent. The code is from the sandbox’s inbox.',
      parameters: takesPlainCode ? { otpId, otpCode, publicKey } : { otpId, encryptedOtpBundle },
    }
  },

  async otp_login(bench) {
    const { otpId, encryptedOtpBundle, publicKey, privateKey } = await codeByMail(bench)
    const { verificationToken } = await bench.client.verifyOtp({ otpId, encryptedOtpBundle })
    const stamper = new ApiKeyStamper({ apiPublicKey: publicKey, apiPrivateKey: privateKey })
    return {
      note: 'init_otp and verify_otp were sent. The verification token is from verify_otp.',
      parameters: {
        verificationToken,
        publicKey,
        clientSignature: await createClientSignature(stamper, verificationToken, { login: { publicKey } }),
      },
    }
  },

  async import_wallet({ client, ...bench }) {
    const userId = bench.organization.rootUserId
    const { importBundle } = await client.initImportWallet({ userId })
    const phrase = toPhrase(generateEntropy(12, platformRandom))
    return {
      note: 'init_import_wallet was sent, and a random phrase was encrypted to its bundle.',
      parameters: {
        userId,
        encryptedBundle: await sealWalletImport(phrase, importBundle, await expectedBy(bench)),
      },
    }
  },

  async import_private_key({ client, ...bench }) {
    const userId = bench.organization.rootUserId
    const { importBundle } = await client.initImportPrivateKey({ userId })
    const { privateKey } = generateApiKeyPair(platformRandom, 'API_KEY_CURVE_SECP256K1')
    return {
      note: 'init_import_private_key was sent, and a random key was encrypted to its bundle.',
      parameters: {
        userId,
        encryptedBundle: await sealKeyImport(privateKey, importBundle, await expectedBy(bench)),
      },
    }
  },

  async recover_user(bench) {
    const { rootUserId: userId, ...place } = await newSubOrganization(bench)
    return {
      note: 'The sub-organization Dave was created. Dave stamps with a recovery credential, which init_user_email_recovery sends by email.',
      ...place,
      method: 'recovery',
      parameters: { userId },
    }
  },
}

type Bench = Omit<Workbench, 'client'>

/** Creates one with a root user who has an email address and an identity at the sandbox's issuer. */
async function newSubOrganization(bench: Workbench) {
  const { subOrganizationId, rootUserIds } = await bench.client.createSubOrganization({
    subOrganizationName: 'Dave',
    rootUsers: [
      {
        userName: 'Dave',
        userEmail: 'dave@example.com',
        apiKeys: [],
        authenticators: [],
        oauthProviders: [{ providerName: 'Example', oidcToken: await tokenFor(bench) }],
      },
    ],
    rootQuorumThreshold: 1,
  })
  return { organizationId: subOrganizationId, rootUserId: rootUserIds![0]! }
}

async function tokenFor({ sandbox }: Bench, nonce?: string): Promise<string> {
  const wanted = { subject: 'dave', ...(nonce !== undefined && { nonce }) }
  const { token } = await sandbox.dev<{ token: string }>('POST', '/dev/issuer/token', wanted)
  return token
}

async function codeOf(sandbox: Workbench['sandbox']): Promise<string> {
  const [letter] = (await sandbox.inbox.list({ to: EMAIL })) as [Letter, ...Letter[]]
  return String(letter.template['code'])
}

/** Requests a code for Alice and returns it plain and encrypted with a new public key. */
async function codeByMail({ client, ...bench }: Workbench) {
  const { publicKey, privateKey } = generateApiKeyPair(platformRandom)
  const { otpId, otpEncryptionTargetBundle } = await client.initOtp(CODE_BY_EMAIL)
  const otpCode = await codeOf(bench.sandbox)
  const { userId: _anyone, ...expected } = await expectedBy(bench)
  const encryptedOtpBundle = await sealOtp(otpCode, publicKey, otpEncryptionTargetBundle, expected)
  return { otpId, otpCode, encryptedOtpBundle, publicKey, privateKey }
}

async function expectedBy({ sandbox, organization: { organizationId, rootUserId } }: Bench) {
  const { signerPublicKey } = await sandbox.dev<{ signerPublicKey: string }>('GET', '/dev')
  return { signerPublicKey, organizationId, userId: rootUserId }
}
