/** The smallest request that ends in an error, by the error's code: what "Cause it" sends. */
import { createStamp, generateApiKeyPair, platformRandom, toStampHeader, toUtf8 } from '@keywright/keys'
import type { RequestInFull } from '@keywright/sandbox'
import type { Workbench } from '../kit/workbench.ts'

export interface Sent {
  readonly call: string
  readonly body: string
  readonly status: number
  readonly answer: string
  readonly log: RequestInFull | undefined
}

type Headers = Readonly<Record<string, string>>

/** What the causes are written with. */
class Prober {
  readonly bench: Workbench
  readonly now: number
  constructor(bench: Workbench, now: number) {
    this.bench = bench
    this.now = now
  }

  get organizationId(): string {
    return this.bench.organization.organizationId
  }

  query(call: string, members: object = {}): Promise<Sent> {
    return this.send(`query/${call}`, { organizationId: this.organizationId, ...members })
  }

  /** @param frame members that take the place of the usual ones */
  submit(call: string, type: string, parameters: object, frame: object = {}): Promise<Sent> {
    const { organizationId, now } = this
    return this.send(`submit/${call}`, {
      type: `ACTIVITY_TYPE_${type}`,
      timestampMs: String(now),
      organizationId,
      parameters,
      ...frame,
    })
  }

  send(call: string, body: object, headers?: Headers): Promise<Sent> {
    return this.post(call, JSON.stringify(body), headers)
  }

  /** Stamped by the root user, unless headers say otherwise. */
  async post(call: string, body: string, headers: Headers = this.stamp(body)): Promise<Sent> {
    const { sandbox } = this.bench
    const response = await sandbox.fetch(`${sandbox.url}/public/v1/${call}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
    })
    const id = response.headers.get('x-request-id')
    return {
      call,
      body,
      status: response.status,
      answer: await response.text(),
      log: id === null ? undefined : await sandbox.dev<RequestInFull>('GET', `/dev/requests/${id}`),
    }
  }

  stamp(body: string, privateKey = this.bench.organization.apiKey.privateKey): Headers {
    return { 'X-Stamp': toStampHeader(createStamp('SIGNATURE_SCHEME_TK_API_P256', toUtf8(body), privateKey)) }
  }

  /** As Alice, who is in no quorum. */
  async asAlice(call: string, type: string, parameters: object): Promise<Sent> {
    const { sandbox } = this.bench
    const { organizationId, now } = this
    const body = JSON.stringify({
      type: `ACTIVITY_TYPE_${type}`,
      timestampMs: String(now),
      organizationId,
      parameters,
    })
    const { stampHeaderName, stampHeaderValue } = await sandbox.dev<{
      stampHeaderName: string
      stampHeaderValue: string
    }>('POST', '/dev/stamps', { organizationId, userId: await this.aliceId(), body })
    return this.post(`submit/${call}`, body, { [stampHeaderName]: stampHeaderValue })
  }

  async aliceId(): Promise<string> {
    const { users } = await this.bench.client.listUsers()
    return users.find(({ userName }) => userName === 'Alice')!.userId
  }
}

const NOBODY = '00000000-0000-4000-8000-000000000000'
const WALLET = { walletName: 'Wallet', accounts: [] }
const ACCOUNT = {
  curve: 'CURVE_SECP256K1',
  pathFormat: 'PATH_FORMAT_BIP32',
  path: "m/44'/60'/0'/0/0",
  addressFormat: 'ADDRESS_FORMAT_ETHEREUM',
}
const wallet = (change: object) => (prober: Prober) =>
  prober.submit('create_wallet', 'CREATE_WALLET', { ...WALLET, ...change })
const framed = (frame: object) => (prober: Prober) =>
  prober.submit('create_wallet', 'CREATE_WALLET', WALLET, frame)
const policy = (change: object) => (prober: Prober) =>
  prober.submit('create_policy', 'CREATE_POLICY_V3', {
    policyName: 'Policy',
    effect: 'EFFECT_ALLOW',
    condition: 'true',
    notes: '',
    ...change,
  })
const signed = (change: object) => async (prober: Prober) => {
  const { wallets } = await prober.bench.client.listWallets()
  const { accounts } = await prober.bench.client.listWalletAccounts({ walletId: wallets.at(-1)!.walletId })
  const signWith = accounts.find(({ address }) => address.startsWith('0x'))!.address
  return prober.submit('sign_raw_payload', 'SIGN_RAW_PAYLOAD_V2', {
    signWith,
    payload: 'Hello',
    encoding: 'PAYLOAD_ENCODING_TEXT_UTF8',
    hashFunction: 'HASH_FUNCTION_KECCAK256',
    ...change,
  })
}
const transaction = (unsignedTransaction: string) => async (prober: Prober) => {
  const { wallets } = await prober.bench.client.listWallets()
  const { accounts } = await prober.bench.client.listWalletAccounts({ walletId: wallets.at(-1)!.walletId })
  const signWith = accounts.find(({ address }) => address.startsWith('0x'))!.address
  return prober.submit('sign_transaction', 'SIGN_TRANSACTION_V2', {
    signWith,
    type: 'TRANSACTION_TYPE_ETHEREUM',
    unsignedTransaction,
  })
}

const CAUSES: Readonly<Record<string, (prober: Prober) => Promise<Sent>>> = {
  BODY_MALFORMED: (prober) => prober.post('query/whoami', '{"organizationId":'),
  BODY_NOT_OBJECT: (prober) => prober.post('query/whoami', '[]'),
  BODY_TOO_DEEP: (prober) => prober.post('query/whoami', '['.repeat(40) + ']'.repeat(40)),
  PATH_NOT_FOUND: (prober) => prober.query('who_am_i'),
  MEMBER_MISSING: (prober) => prober.submit('create_wallet', 'CREATE_WALLET', { accounts: [] }),
  MEMBER_TYPE: wallet({ walletName: 1 }),
  MEMBER_UNKNOWN: wallet({ color: 'red' }),
  ENUM_UNKNOWN: wallet({ accounts: [{ ...ACCOUNT, curve: 'CURVE_P521' }] }),
  NAME_LENGTH: wallet({ walletName: '' }),
  TIMESTAMP_MALFORMED: framed({ timestampMs: 'noon' }),
  ACTIVITY_TYPE_UNKNOWN: framed({ type: 'ACTIVITY_TYPE_CREATE_WALET' }),
  ACTIVITY_TYPE_MISMATCH: framed({ type: 'ACTIVITY_TYPE_DELETE_WALLETS' }),
  ORGANIZATION_ID_MALFORMED: (prober) => prober.query('whoami', { organizationId: 'mine' }),
  ORGANIZATION_NOT_FOUND: (prober) => prober.query('whoami', { organizationId: NOBODY }),
  TIMESTAMP_TOO_OLD: framed({ timestampMs: '1' }),
  TIMESTAMP_TOO_FAR_AHEAD: (prober) => framed({ timestampMs: String(prober.now + 3_600_000) })(prober),
  STAMP_MISSING: (prober) => prober.send('query/whoami', { organizationId: prober.organizationId }, {}),
  STAMP_MALFORMED: (prober) =>
    prober.send('query/whoami', { organizationId: prober.organizationId }, { 'X-Stamp': 'not a stamp' }),
  API_KEY_NOT_FOUND: (prober) => {
    const body = JSON.stringify({ organizationId: prober.organizationId })
    return prober.post(
      'query/whoami',
      body,
      prober.stamp(body, generateApiKeyPair(platformRandom).privateKey),
    )
  },
  API_KEY_SIGNATURE_INVALID: (prober) => {
    const body = JSON.stringify({ organizationId: prober.organizationId })
    return prober.post('query/whoami', `${body} `, prober.stamp(body))
  },
  NOT_PERMITTED_BY_POLICY: (prober) => prober.asAlice('create_wallet', 'CREATE_WALLET', WALLET),
  ROOT_QUORUM_ONLY: (prober) =>
    prober.asAlice('update_organization_name', 'UPDATE_ORGANIZATION_NAME', { organizationName: 'Mine' }),
  SUB_ORGANIZATION_ONLY: (prober) =>
    prober.submit('delete_sub_organization', 'DELETE_SUB_ORGANIZATION', { deleteWithoutExport: true }),
  RESOURCE_NOT_FOUND: (prober) => prober.query('get_wallet', { walletId: NOBODY }),
  ACTIVITY_NOT_FOUND: (prober) => prober.query('get_activity', { activityId: NOBODY }),
  SIGNER_NOT_FOUND: signed({ signWith: '0x0000000000000000000000000000000000000000' }),
  NAME_TAKEN: wallet({ walletName: 'Treasury' }),
  POLICY_NAME_TAKEN: policy({ policyName: 'Payments sign together' }),
  POLICY_EXPRESSION_INVALID: policy({ condition: "activity.action = 'SIGN'" }),
  PATH_TAKEN: wallet({ accounts: [ACCOUNT, ACCOUNT] }),
  DERIVATION_PATH_INVALID: wallet({ accounts: [{ ...ACCOUNT, path: '44/60' }] }),
  ADDRESS_FORMAT_MISMATCH: wallet({ accounts: [{ ...ACCOUNT, addressFormat: 'ADDRESS_FORMAT_SOLANA' }] }),
  MNEMONIC_LENGTH_INVALID: wallet({ mnemonicLength: 13 }),
  THRESHOLD_TOO_HIGH: (prober) =>
    prober.submit('update_root_quorum', 'UPDATE_ROOT_QUORUM', {
      threshold: 3,
      userIds: [prober.bench.organization.rootUserId],
    }),
  QUORUM_EMPTY: (prober) =>
    prober.submit('update_root_quorum', 'UPDATE_ROOT_QUORUM', { threshold: 1, userIds: [] }),
  QUORUM_MEMBER_DELETION: (prober) =>
    prober.submit('delete_users', 'DELETE_USERS', { userIds: [prober.bench.organization.rootUserId] }),
  PAYLOAD_MALFORMED: signed({
    payload: '{}',
    encoding: 'PAYLOAD_ENCODING_EIP712',
    hashFunction: 'HASH_FUNCTION_NO_OP',
  }),
  PAYLOAD_NOT_DIGEST: signed({ hashFunction: 'HASH_FUNCTION_NO_OP' }),
  HASH_FUNCTION_MISMATCH: signed({ hashFunction: 'HASH_FUNCTION_NOT_APPLICABLE' }),
  TRANSACTION_MALFORMED: transaction('02c0'),
  PAGE_LIMIT_OUT_OF_RANGE: (prober) =>
    prober.query('list_activities', { paginationOptions: { limit: '1000' } }),
  CURSOR_INVALID: (prober) => prober.query('list_activities', { paginationOptions: { after: NOBODY } }),
  WEBHOOK_URL_INVALID: (prober) =>
    prober.submit('create_webhook_endpoint', 'CREATE_WEBHOOK_ENDPOINT', {
      name: 'Hook',
      url: 'ftp://hooks.example.com',
    }),
  OTP_INVALID: (prober) =>
    prober.submit('otp_auth', 'OTP_AUTH', {
      otpId: NOBODY,
      otpCode: '000000',
      targetPublicKey: `04${'11'.repeat(64)}`,
    }),
}

export const CAUSABLE: readonly string[] = Object.keys(CAUSES)

/** @throws Error when the sandbox does not answer */
export async function cause(code: string, bench: Workbench): Promise<Sent> {
  return CAUSES[code]!(new Prober(bench, await bench.sandbox.clock.now()))
}
