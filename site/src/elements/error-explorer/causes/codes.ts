/** Email, one-time codes and OpenID Connect. */
import { toBase64url, toUtf8 } from '@keywright/keys'
import { type Caller, type Cause, newKey, type Sent } from '../prober.ts'
import { EMAIL, newSub, type Sub } from './people.ts'
import { NOBODY } from './requests.ts'

/** The key of a device, uncompressed: the generator of P-256, a valid point that is nobody's. */
const TARGET_PUBLIC_KEY =
  '046b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c2964fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5'

export const emailAuth = (caller: Caller, change: object): Promise<Sent> =>
  caller.submit('EMAIL_AUTH', { email: EMAIL, targetPublicKey: TARGET_PUBLIC_KEY, ...change })

export const initOtp = { otpType: 'OTP_TYPE_EMAIL', contact: EMAIL }

/** What a code that came by email is exchanged for. */
async function verify({ parent }: Sub, publicKey: string): Promise<string> {
  const { otpId } = await parent.run('INIT_OTP', initOtp)
  const [letter] = await parent.bench.sandbox.inbox.list({ to: EMAIL })
  const [otpCode] = /\b\d{6}\b/.exec(JSON.stringify(letter))!
  const { verificationToken } = await parent.run('VERIFY_OTP', { otpId, otpCode, publicKey })
  return verificationToken
}

/** A token as its issuer would sign it, were there one. */
const tokenOf = (claims: object) =>
  [{ alg: 'RS256', kid: 'one', typ: 'JWT' }, claims, {}]
    .map((part) => toBase64url(toUtf8(JSON.stringify(part))))
    .join('.')

export const codeCauses = {
  OTP_INVALID: (prober) =>
    prober.submit('OTP_AUTH', {
      otpId: NOBODY,
      otpCode: '000000',
      targetPublicKey: TARGET_PUBLIC_KEY,
    }),
  OTP_LENGTH_OUT_OF_RANGE: (prober) => prober.submit('INIT_OTP', { ...initOtp, otpLength: 10 }),
  async MAIL_TEMPLATE_INVALID(prober) {
    const { owner } = await newSub(prober)
    return emailAuth(owner, { emailCustomization: { magicLinkTemplate: 'https://app.example.com' } })
  },
  async CLIENT_SIGNATURE_INVALID(prober) {
    const sub = await newSub(prober)
    const { publicKey } = newKey()
    const verificationToken = await verify(sub, publicKey)
    const scheme = 'CLIENT_SIGNATURE_SCHEME_API_P256'
    return sub.parent.submit('OTP_LOGIN_V2', {
      verificationToken,
      publicKey,
      clientSignature: { publicKey, scheme, message: '', signature: '00' },
    })
  },
  async VERIFICATION_TOKEN_INVALID(prober) {
    const { parent } = await newSub(prober)
    return parent.submit('OTP_LOGIN', { verificationToken: 'forged', publicKey: newKey().publicKey })
  },
  async OIDC_TOKEN_INVALID(prober) {
    const { parent } = await newSub(prober)
    return parent.submit('OAUTH', { oidcToken: 'a.b.c', targetPublicKey: TARGET_PUBLIC_KEY })
  },
  ISSUER_UNREACHABLE: (prober) =>
    prober.submit('CREATE_OAUTH_PROVIDERS', {
      userId: prober.rootUserId,
      oauthProviders: [
        {
          providerName: 'Nobody',
          oidcToken: tokenOf({
            iss: 'https://issuer.example.com',
            aud: 'app',
            sub: 'erin',
            iat: Math.floor(prober.tick() / 1000),
            exp: Math.floor(prober.tick() / 1000) + 600,
          }),
        },
      ],
    }),
} as const satisfies Readonly<Record<string, Cause>>
