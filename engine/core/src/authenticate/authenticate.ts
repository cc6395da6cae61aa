/** Finds the caller and the organization of a request (wire protocol §2.4). */
import { ApiError, credentialTypeOf, isUuid } from '@keywright/contract'
import { apiKeyCurves, curveOfScheme, verifyStamp } from '@keywright/keys'
import type { Caller, CallerCredential } from '../context.ts'
import { CREDENTIALS, credentialLookup, expiryOf, findByCredential } from '../identity/credentials.ts'
import { listByTerm } from '../identity/directory.ts'
import type { Incoming } from '../parts.ts'
import { RowAltered } from '../store/rowMacs.ts'
import type { Lookup } from '../store/rows.ts'
import type { ApiKeyRow, AuthenticatorRow, OrganizationRow, UserRow } from '../store/tables.ts'
import type { Transaction } from '../store/transaction.ts'
import type { Vault } from '../vault.ts'
import type { Proof } from './headers.ts'
import type { Once } from './once.ts'
import { SESSION } from './scope.ts'
import type { WebAuthnStamp } from './webauthnStamp.ts'

export interface Authenticated {
  /** The organization that the request names. */
  readonly target: OrganizationRow
  readonly caller: Caller
}

interface Setting {
  readonly transaction: Transaction
  readonly vault: Vault
  readonly now: number
  readonly once: Once
  /** Lookups to read along with the organization. */
  readonly prefetch?: readonly Lookup[]
}

/** A user found by credential, with their organization. */
interface Found {
  readonly organization: OrganizationRow
  readonly user: UserRow
}

/**
 * Verifies the request's single stamp or session against the body.
 * @throws ApiError 401 for an invalid proof, 400 or 404 for the organization id
 */
export async function authenticate(incoming: Incoming, setting: Setting): Promise<Authenticated> {
  const proof = setting.once.proof(incoming.headers)
  return proof.kind === 'session'
    ? bySession(proof.token, incoming, setting)
    : byStamp(proof, incoming, setting)
}

async function byStamp(
  proof: StampProof,
  { call, body }: Incoming,
  setting: Setting,
): Promise<Authenticated> {
  const credentialId = idOf(proof)
  const named = await readOrganization(body.json['organizationId'], setting.transaction, [
    credentialLookup(proof.kind, credentialId),
    ...(setting.prefetch ?? []),
  ])
  const found =
    (await findIn(named, proof.kind, credentialId, setting)) ??
    (await findInParent(named, proof.kind, credentialId, setting)) ??
    // Only `whoami` may name the parent of the caller's organization.
    (call.name === 'whoami' ? await findInChild(named, proof, body.bytes, setting) : undefined)
  if (!found) {
    const { organizationId } = named
    throw proof.kind === 'api-key'
      ? new ApiError('API_KEY_NOT_FOUND', { publicKey: credentialId, organizationId })
      : new ApiError('PASSKEY_NOT_FOUND', { credentialId, organizationId })
  }
  const credential = await verifyProof(proof, body.bytes, found, setting)
  const isParentOfNamed = found.organization.organizationId === named.parentId
  return { target: isParentOfNamed ? named : found.organization, caller: { ...found, credential } }
}

/** @param prefetch lookups to read in the same call of the store */
async function readOrganization(
  organizationId: unknown,
  transaction: Transaction,
  prefetch: readonly Lookup[],
): Promise<OrganizationRow> {
  const field = 'organizationId'
  if (organizationId === undefined || organizationId === null) {
    throw new ApiError('MEMBER_MISSING', { field }, { field })
  }
  if (typeof organizationId !== 'string') {
    throw new ApiError('MEMBER_TYPE', { field, expected: 'a string' }, { field })
  }
  if (!isUuid(organizationId)) {
    throw new ApiError(
      'ORGANIZATION_ID_MALFORMED',
      { organizationId: organizationId.slice(0, 64) },
      { field },
    )
  }
  const row = await rowOf(organizationId, transaction, prefetch)
  if (!row) throw new ApiError('ORGANIZATION_NOT_FOUND', { organizationId })
  return row
}

async function rowOf(
  organizationId: string,
  transaction: Transaction,
  prefetch: readonly Lookup[],
): Promise<OrganizationRow | undefined> {
  return (await transaction.organization(organizationId, prefetch)).get('organization', 'organization')
}

type StampProof = Exclude<Proof, { kind: 'session' }>
/** Kinds of credentials that stamp. */
type StampKind = StampProof['kind']

const idOf = (proof: StampProof): string =>
  proof.kind === 'api-key' ? proof.stamp.publicKey : proof.stamp.credentialId

async function findIn(
  organization: OrganizationRow,
  kind: StampKind,
  credentialId: string,
  { transaction }: Setting,
): Promise<Found | undefined> {
  const rows = await transaction.organization(organization.organizationId)
  const user = await findByCredential(rows, kind, credentialId)
  return user && { organization, user }
}

async function findInParent(child: OrganizationRow, kind: StampKind, credentialId: string, setting: Setting) {
  if (!child.parentId) return undefined
  const parent = await rowOf(child.parentId, setting.transaction, [credentialLookup(kind, credentialId)])
  return parent && findIn(parent, kind, credentialId, setting)
}

/** Upper bound of sub-organizations whose passkeys are tried. */
const MOST_CHILDREN = 10

/**
 * Finds a credential that exists in exactly one sub-organization of the parent that `whoami` names. A passkey is also
 * found if only one of several verifies, because users can register the id of another user's passkey.
 */
async function findInChild(
  parent: OrganizationRow,
  proof: StampProof,
  body: Uint8Array,
  setting: Setting,
): Promise<Found | undefined> {
  const { transaction, once } = setting
  const { kind } = proof
  const credentialId = idOf(proof)
  const rows = await transaction.organization(parent.organizationId)
  const term = kind === 'api-key' ? 'PUBLIC_KEY' : 'CREDENTIAL_ID'
  const limit = kind === 'api-key' ? 2 : MOST_CHILDREN
  const children: Found[] = []
  for (const childId of await listByTerm(rows, term, credentialId, { limit })) {
    const child = await rowOf(childId, transaction, [credentialLookup(kind, credentialId)])
    const found = child && (await findIn(child, kind, credentialId, setting))
    if (found) children.push(found)
  }
  const fitting: Found[] = []
  for (const child of children) {
    const isTried = proof.kind === 'passkey' && children.length > 1
    const passkey = isTried && passkeyIn(child, credentialId)
    if (!passkey || (await verifiesPasskey(proof.stamp, body, passkey, child, once))) fitting.push(child)
  }
  if (fitting.length > 1)
    throw new ApiError('CREDENTIAL_AMBIGUOUS', { organizationId: parent.organizationId })
  // If none verifies, the first one explains why.
  return fitting[0] ?? children[0]
}

async function verifyProof(
  proof: StampProof,
  body: Uint8Array,
  { user, organization }: Found,
  { now, once }: Setting,
): Promise<CallerCredential> {
  if (proof.kind === 'api-key') {
    const { publicKey, scheme, signature } = proof.stamp
    const key = user.apiKeys.find((candidate) => candidate.publicKey === publicKey)
    if (!key) throw new RowAltered(organization.organizationId, CREDENTIALS['api-key'], publicKey)
    assertFits(key, curveOfScheme(scheme), scheme)
    if (!(await once.verifies(publicKey, () => verifyStamp(proof.stamp, body))))
      throw new ApiError('API_KEY_SIGNATURE_INVALID', { publicKey })
    assertLive(key, now)
    return { type: key.credentialType, publicKey, signature, scheme }
  }
  const { credentialId } = proof.stamp
  const passkey = passkeyIn({ user, organization }, credentialId)
  if (!(await verifiesPasskey(proof.stamp, body, passkey, { organization }, once))) {
    throw new ApiError('PASSKEY_ASSERTION_INVALID', {
      credentialId,
      reason: 'it does not match this body and passkey',
    })
  }
  return passkeyCredential(passkey, proof.text)
}

function passkeyIn({ user, organization }: Found, credentialId: string): AuthenticatorRow {
  const passkey = user.authenticators.find((candidate) => candidate.credentialId === credentialId)
  if (!passkey) throw new RowAltered(organization.organizationId, CREDENTIALS.passkey, credentialId)
  return passkey
}

async function verifiesPasskey(
  stamp: WebAuthnStamp,
  body: Uint8Array,
  { publicKey }: AuthenticatorRow,
  { organization }: Pick<Found, 'organization'>,
  once: Once,
): Promise<boolean> {
  const origin = organization.features['FEATURE_NAME_WEBAUTHN_ORIGINS'] || undefined
  const { verifyWebAuthnStamp } = await import('./webauthn.ts')
  return once.verifies(`${publicKey} ${origin}`, () => verifyWebAuthnStamp(stamp, body, publicKey, origin))
}

/** @throws ApiError 401 if the key that stamped the request has expired since it was verified */
export function assertUnexpired({ user, credential: { publicKey } }: Caller, now: number): void {
  const key = user.apiKeys.find((candidate) => candidate.publicKey === publicKey)
  if (key) assertLive(key, now)
}

function assertLive(key: ApiKeyRow, now: number): void {
  const expiry = expiryOf(key)
  if (expiry !== undefined && expiry <= now) {
    throw new ApiError('API_KEY_EXPIRED', { publicKey: key.publicKey })
  }
}

/** A vote with a passkey keeps the whole stamp, because the signature alone can't be verified again. */
function passkeyCredential(passkey: AuthenticatorRow, stamp: string): CallerCredential {
  return {
    type: 'CREDENTIAL_TYPE_WEBAUTHN_AUTHENTICATOR',
    publicKey: passkey.publicKey,
    signature: stamp,
    scheme: 'WEBAUTHN',
  }
}

function assertFits(key: ApiKeyRow, schemeCurve: string, scheme: string): void {
  // All keys with a special purpose are P-256.
  const curve =
    apiKeyCurves.find((one) => credentialTypeOf[one] === key.credentialType) ?? 'API_KEY_CURVE_P256'
  if (curve !== schemeCurve) throw new ApiError('STAMP_SCHEME_MISMATCH', { scheme, curve })
}

async function bySession(
  token: string,
  { body }: Incoming,
  { transaction, vault, now }: Setting,
): Promise<Authenticated> {
  const named = await readOrganization(body.json['organizationId'], transaction, [])
  // Loaded on demand with the first session.
  const { invalidSession, readSessionToken } = await import('./session.ts')
  const session = readSessionToken(token, vault.tokenSecret, now)
  const rows = await transaction.organization(named.organizationId)
  const user =
    session.organizationId === named.organizationId ? await rows.get('users', session.userId) : undefined
  if (!user?.readOnlySessions?.some(({ sessionId }) => sessionId === session.sessionId))
    throw invalidSession()
  const credential = { type: SESSION, publicKey: '', signature: '', scheme: '' }
  return { target: named, caller: { user, organization: named, credential } }
}
