/** Verification tokens: proof of control of a contact, issued by `verify_otp`, valid for one login or sign-up. */
import { ApiError, type ClientSignature, defaults } from '@keywright/contract'
import {
  isKeysError,
  signVerificationToken,
  toUtf8,
  verifyStamp,
  verifyVerificationToken,
} from '@keywright/keys'
import { assertFeature } from '../../authorize/features.ts'
import type { CheckContext, ExecuteContext } from '../../context.ts'
import type { OtpRow } from '../../store/tables.ts'
import { assertFewTries } from './counted.ts'
import { putOtp } from './otps.ts'
import { wayOf } from './sendCode.ts'

export interface Verification {
  readonly tokenId: string
  readonly otpType: string
  readonly contact: string
  /** The key that the token is bound to, lower-case hex; absent if it is not bound. */
  readonly publicKey?: string
  /** The organization with the token's row. */
  readonly issuedIn: string
}

/** Issues a token for a code that was just used up; its row exists until the token is used or expires. */
export function issueVerificationToken(
  { rows, organization, vault, now }: ExecuteContext,
  { sealedTargetKey: _used, ...row }: OtpRow,
  {
    publicKey,
    expirationSeconds,
  }: { readonly publicKey: string | undefined; readonly expirationSeconds: string | undefined },
): string {
  const expiresAt = now + Number(expirationSeconds ?? defaults.verificationToken) * 1000
  putOtp(rows, { ...row, codeHash: '', isVerified: true, expiresAt })
  const claims = {
    id: row.otpId,
    verification_type: row.otpType,
    contact: row.contact,
    organization_id: organization.organizationId,
    ...(publicKey === undefined ? {} : { public_key: publicKey }),
    // Milliseconds as text, as clients of this protocol expect.
    exp: String(expiresAt),
  }
  return signVerificationToken(claims, vault.signer.privateKey)
}

/**
 * Reads an unused token that was issued in this organization or its parent.
 * @throws ApiError 400 if it is forged, expired, used or from another organization; 403 if the feature of its code is
 *   now off where it was issued; 429 after too many wrong codes for its contact
 */
export async function readVerificationToken(context: CheckContext, token: string): Promise<Verification> {
  const { organization, now } = context
  const claims = readClaims(context, token)
  const issuedIn = [organization.organizationId, organization.parentId].find(
    (id) => id === claims['organization_id'],
  )
  if (!issuedIn || !(Number(claims['exp']) > now)) throw invalidToken()
  const rows = await context.open(issuedIn)
  const tokenId = String(claims['id'])
  const [row, issuer] = await Promise.all([
    rows.get('otps', tokenId),
    rows.get('organization', 'organization'),
  ])
  if (!row?.isVerified || row.expiresAt <= now || !issuer) throw invalidToken()
  assertFeature(issuer, wayOf(row.otpType).feature)
  // The organization that issued it counted its own wrong codes before.
  if (issuedIn !== organization.organizationId) await assertFewTries(context, row.contact)
  const publicKey = claims['public_key']
  return {
    tokenId,
    otpType: row.otpType,
    contact: row.contact,
    issuedIn,
    ...(typeof publicKey === 'string' ? { publicKey } : {}),
  }
}

/** Uses a token up. */
export async function spendVerificationToken(
  { open }: ExecuteContext,
  { issuedIn, tokenId }: Pick<Verification, 'issuedIn' | 'tokenId'>,
): Promise<void> {
  const rows = await open(issuedIn)
  rows.remove('otps', tokenId)
}

export function invalidToken(): ApiError<'VERIFICATION_TOKEN_INVALID'> {
  return new ApiError('VERIFICATION_TOKEN_INVALID')
}

function readClaims({ tokenPublicKey }: CheckContext, token: string): Readonly<Record<string, unknown>> {
  try {
    return verifyVerificationToken(token, tokenPublicKey)
  } catch (error) {
    throw isKeysError(error) ? invalidToken() : error
  }
}

/**
 * Verifies that the holder of a key signed this request. The message must contain the token's id and everything else
 * that the signature confirms, so that it can't be used for another purpose.
 * @param publicKey compressed P-256, hex, in any case
 * @throws ApiError 400
 */
export async function assertClientSignature(
  { publicKey: signedBy, message, signature }: ClientSignature,
  publicKey: string,
  mentions: readonly string[],
): Promise<void> {
  const stamp = {
    publicKey: signedBy.toLowerCase(),
    scheme: 'SIGNATURE_SCHEME_TK_API_P256',
    signature,
  } as const
  const text = message.toLowerCase()
  const isGood =
    stamp.publicKey === publicKey.toLowerCase() &&
    mentions.every((mention) => text.includes(mention.toLowerCase())) &&
    (await verifyStamp(stamp, toUtf8(message)))
  if (!isGood) throw new ApiError('CLIENT_SIGNATURE_INVALID')
}
