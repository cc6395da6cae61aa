/** Finds the caller and the organization of a request (wire protocol §2.4). */
import { ApiError, credentialTypeOf, isUuid } from '@keywright/contract'
import { apiKeyCurves, curveOfScheme, type Stamp, stampSchemes, verifyStamp } from '@keywright/keys'
import type { Caller, CallerCredential } from '../context.ts'
import { CREDENTIALS, credentialLookup, expiryOf, findByCredential } from '../identity/credentials.ts'
import { isProven, listByTerm, passkeyTerm, type Term } from '../identity/directory.ts'
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
  readonly target: OrganizationRow
  readonly caller: Caller
}

interface Setting {
  readonly transaction: Transaction
  readonly vault: Vault
  readonly now: number
  readonly once: Once
  readonly prefetch?: readonly Lookup[]
}

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
  // Before the lookups, so that only the holder of a credential learns where it is registered.
  await assertSound(proof, body.bytes, setting)
  const found =
    (await findIn(named, proof.kind, credentialId, setting)) ??
    (await findInParent(named, proof.kind, credentialId, setting)) ??
    // Only `whoami` may name the parent of the caller's organization.
    (call.name === 'whoami' ? await findInChild(named, proof, setting) : undefined)
  if (!found) {
    const { organizationId } = named
    if (proof.kind === 'passkey') throw unverified(credentialId, named)
    throw new ApiError('API_KEY_NOT_FOUND', { publicKey: credentialId, organizationId })
  }
  const credential = await verifyProof(proof, named, found, setting)
  const isParentOfNamed = found.organization.organizationId === named.parentId
  return { target: isParentOfNamed ? named : found.organization, caller: { ...found, credential } }
}

/**
 * Checks what needs no stored row: the signature of an API key, which names its public key; of a passkey, what was
 * signed.
 * @throws ApiError 401
 */
async function assertSound(proof: StampProof, body: Uint8Array, { once }: Setting): Promise<void> {
  if (proof.kind === 'api-key') {
    const { publicKey } = proof.stamp
    if (await once.verifies(publicKey, () => verifyStamp(proof.stamp, body))) return
    await assertSchemeOfKey(proof.stamp, body)
    throw new ApiError('API_KEY_SIGNATURE_INVALID', { publicKey })
  }
  const { flawOf } = await import('./webauthn.ts')
  const reason = await flawOf(proof.stamp, body)
  if (reason !== undefined)
    throw new ApiError('PASSKEY_ASSERTION_INVALID', { credentialId: proof.stamp.credentialId, reason })
}

/** @throws ApiError 401 if the stamp's key made the signature with a scheme of another curve */
async function assertSchemeOfKey(stamp: Stamp, body: Uint8Array): Promise<void> {
  for (const scheme of stampSchemes) {
    const curve = curveOfScheme(scheme)
    if (curve !== curveOfScheme(stamp.scheme) && (await verifyStamp({ ...stamp, scheme }, body)))
      throw new ApiError('STAMP_SCHEME_MISMATCH', { scheme: stamp.scheme, curve })
  }
}

/** The same error for an unknown passkey and for a signature by another key, because their ids aren't secret. */
const unverified = (credentialId: string, { organizationId }: Pick<OrganizationRow, 'organizationId'>) =>
  new ApiError('PASSKEY_ASSERTION_INVALID', {
    credentialId,
    reason: `the signature is by no passkey with this id in organization ${organizationId} or its parent`,
  })

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

/** Finds a proven credential that exists in exactly one sub-organization of the parent that `whoami` names. */
async function findInChild(
  parent: OrganizationRow,
  proof: StampProof,
  setting: Setting,
): Promise<Found | undefined> {
  const candidates =
    proof.kind === 'api-key'
      ? await findChildren(parent, proof, 'PUBLIC_KEY', proof.stamp.publicKey, setting)
      : await findByPasskey(parent, proof, setting)
  const fitting: Found[] = []
  for (const child of candidates) {
    const isFitting =
      proof.kind === 'api-key' ||
      (await verifiesPasskey(proof.stamp, passkeyIn(child, proof.stamp.credentialId), setting.once))
    if (isFitting) fitting.push(child)
  }
  if (fitting.length > 1)
    throw new ApiError('CREDENTIAL_AMBIGUOUS', { organizationId: parent.organizationId })
  return fitting[0]
}

/** Passkeys are found by id and key, because a stranger's authenticator can choose the id of another user's passkey. */
async function findByPasskey(
  parent: OrganizationRow,
  proof: StampProof & { kind: 'passkey' },
  setting: Setting,
): Promise<Found[]> {
  const { signersOf } = await import('./webauthn.ts')
  const points = [...signersOf(proof.stamp), undefined]
  const found = await Promise.all(
    points.map((point) =>
      findChildren(parent, proof, 'PASSKEY', passkeyTerm(proof.stamp.credentialId, point), setting),
    ),
  )
  return found.flat()
}

/** Upper bound of sub-organizations whose credentials are tried. */
const MOST_CHILDREN = 10

async function findChildren(
  parent: OrganizationRow,
  proof: StampProof,
  term: Term,
  value: string,
  setting: Setting,
): Promise<Found[]> {
  const { transaction } = setting
  const credentialId = idOf(proof)
  const rows = await transaction.organization(parent.organizationId)
  const children: Found[] = []
  const open = (id: string) => transaction.organization(id, [credentialLookup(proof.kind, credentialId)])
  for (const childId of await listByTerm(rows, open, term, value, { limit: MOST_CHILDREN })) {
    const child = await rowOf(childId, transaction, [])
    const found = child && (await findIn(child, proof.kind, credentialId, setting))
    // Entries of the directory have no MAC, and rows do.
    if (found && mayLead(found.user, proof)) children.push(found)
  }
  return children
}

/** Whether a search may lead the credential's holder to the organization. */
function mayLead({ apiKeys, authenticators }: UserRow, proof: StampProof): boolean {
  const credential =
    proof.kind === 'api-key'
      ? apiKeys.find(({ publicKey }) => publicKey === proof.stamp.publicKey)
      : authenticators.find(({ credentialId }) => credentialId === proof.stamp.credentialId)
  return credential === undefined || isProven(credential)
}

async function verifyProof(
  proof: StampProof,
  named: OrganizationRow,
  { user, organization }: Found,
  { now, once }: Setting,
): Promise<CallerCredential> {
  if (proof.kind === 'api-key') {
    const { publicKey, scheme, signature } = proof.stamp
    const key = user.apiKeys.find((candidate) => candidate.publicKey === publicKey)
    if (!key) throw new RowAltered(organization.organizationId, CREDENTIALS['api-key'], publicKey)
    assertFits(key, curveOfScheme(scheme), scheme)
    assertLive(key, now)
    return { type: key.credentialType, publicKey, signature, scheme, ...claimOf(key) }
  }
  const { credentialId } = proof.stamp
  const passkey = passkeyIn({ user, organization }, credentialId)
  if (!(await verifiesPasskey(proof.stamp, passkey, once))) throw unverified(credentialId, named)
  const { originFlawOf } = await import('./webauthn.ts')
  const reason = originFlawOf(proof.stamp, organization.features['FEATURE_NAME_WEBAUTHN_ORIGINS'])
  if (reason !== undefined) throw new ApiError('PASSKEY_ASSERTION_INVALID', { credentialId, reason })
  return passkeyCredential(passkey, proof.text)
}

const claimOf = ({ isClaimed }: { readonly isClaimed?: true }) => (isClaimed ? { isClaimed } : {})

function passkeyIn({ user, organization }: Found, credentialId: string): AuthenticatorRow {
  const passkey = user.authenticators.find((candidate) => candidate.credentialId === credentialId)
  if (!passkey) throw new RowAltered(organization.organizationId, CREDENTIALS.passkey, credentialId)
  return passkey
}

async function verifiesPasskey(
  stamp: WebAuthnStamp,
  { publicKey }: AuthenticatorRow,
  once: Once,
): Promise<boolean> {
  const { verifyWebAuthnStamp } = await import('./webauthn.ts')
  return once.verifies(publicKey, () => verifyWebAuthnStamp(stamp, publicKey))
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
    ...claimOf(passkey),
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
