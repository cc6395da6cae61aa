/** One organization: users with credentials, wallets with addresses, private keys, policies and the journal. */
import type { JournalView, OrganizationView } from '@keywright/devhost'
import type { EventName } from '../connection.ts'
import { useLive } from '../live.ts'
import { OwnTabs } from '../parts/OwnTabs.tsx'
import { Badge, Empty, Facts, Hex, hexRow, ScrollBox, Time, Trouble } from '../parts/texts.tsx'

const NEWS: readonly EventName[] = ['activity', 'state']

export function OrganizationDetail({ id }: { id: string }) {
  const read = useLive<OrganizationView>(`/dev/organizations/${id}`, NEWS)
  const organization = read.value
  if (!organization) return read.error === undefined ? <p>Loading…</p> : <Trouble of={read} />
  const { organizationName, parentId, quorum, features, users, wallets, privateKeys, policies } = organization
  return (
    <article>
      <h2>{organizationName}</h2>
      <Facts
        rows={[
          hexRow('Organization', 'organization id', id),
          hexRow('Parent', 'parent id', parentId),
          ['Root quorum', `${quorum.threshold} of ${quorum.userIds.length}`],
          ['Features', Object.entries(features).map(featureText).join(', ')],
          ['Created', <Time key="t" at={organization.createdAt} />],
        ]}
      />
      <OwnTabs
        label="Contents"
        tabs={[
          ['users', `Users (${users.length})`],
          ['wallets', `Wallets (${wallets.length})`],
          ['keys', `Private keys (${privateKeys.length})`],
          ['policies', `Policies (${policies.length})`],
          ['journal', 'Journal'],
        ]}
        panel={(tab) => {
          if (tab === 'users') return <Users of={organization} />
          if (tab === 'wallets') return <Wallets of={organization} />
          if (tab === 'keys') return <PrivateKeys of={organization} />
          if (tab === 'policies') return <Policies of={organization} />
          return <Journal id={id} />
        }}
      />
    </article>
  )
}

const featureText = ([name, value]: [string, string]) =>
  `${name.replace('FEATURE_NAME_', '')}${value === '' ? '' : ` (${value})`}`

interface Of {
  readonly of: OrganizationView
}

const Users = ({ of: { users, quorum } }: Of) => (
  <ul className="kwi-cards">
    {users.map((user) => (
      <li key={user.userId}>
        <strong>{user.userName}</strong>{' '}
        {quorum.userIds.includes(user.userId) && <span className="kwi-tag">root user</span>}
        <Facts
          rows={[
            hexRow('User', `user id of ${user.userName}`, user.userId),
            ['Email', user.userEmail],
            ['Phone', user.userPhoneNumber],
            ...user.apiKeys.map(
              ({ apiKeyId, apiKeyName, credential, expirationSeconds }) =>
                [
                  `API key “${apiKeyName}”`,
                  <span key={apiKeyId}>
                    <Hex what={`public key ${apiKeyName} of ${user.userName}`}>{credential.publicKey}</Hex>
                    {expirationSeconds !== undefined && <small> expires after {expirationSeconds} s</small>}
                  </span>,
                ] as const,
            ),
            ...user.authenticators.map(({ authenticatorName, credentialId }) =>
              hexRow(
                `Passkey “${authenticatorName}”`,
                `credential id ${authenticatorName} of ${user.userName}`,
                credentialId,
              ),
            ),
            ...user.oauthProviders.map(
              ({ providerName, issuer, subject }) =>
                [`Identity “${providerName}”`, `${subject} at ${issuer}`] as const,
            ),
          ]}
        />
      </li>
    ))}
  </ul>
)

const Wallets = ({ of: { wallets } }: Of) =>
  wallets.length === 0 ? (
    <Empty>
      No wallets yet. In the server’s folder, run <code>npx keywright wallets create first</code>.
    </Empty>
  ) : (
    <ul className="kwi-cards">
      {wallets.map((wallet) => (
        <li key={wallet.walletId}>
          <strong>{wallet.walletName}</strong> {wallet.exported && <span className="kwi-tag">exported</span>}{' '}
          {wallet.imported && <span className="kwi-tag">imported</span>}
          <Facts
            rows={[
              hexRow('Wallet', `wallet id of ${wallet.walletName}`, wallet.walletId),
              ...wallet.accounts.map(
                (account) =>
                  [
                    account.addressFormat.replace('ADDRESS_FORMAT_', ''),
                    <span key={account.walletAccountId}>
                      <Hex what={`address ${account.path}`}>{account.address}</Hex>{' '}
                      <small>{account.path}</small>
                    </span>,
                  ] as const,
              ),
            ]}
          />
        </li>
      ))}
    </ul>
  )

const PrivateKeys = ({ of: { privateKeys } }: Of) =>
  privateKeys.length === 0 ? (
    <Empty>
      No private keys. Wallets cover most needs. To create a single key, call <code>create_private_keys</code>
      .
    </Empty>
  ) : (
    <ul className="kwi-cards">
      {privateKeys.map((key) => (
        <li key={key.privateKeyId}>
          <strong>{key.privateKeyName}</strong> <span className="kwi-tag">{key.curve}</span>
          <Facts
            rows={[
              hexRow('Private key', `id of ${key.privateKeyName}`, key.privateKeyId),
              hexRow('Public key', `public key of ${key.privateKeyName}`, key.publicKey),
            ]}
          />
        </li>
      ))}
    </ul>
  )

const Policies = ({ of: { policies } }: Of) =>
  policies.length === 0 ? (
    <Empty>
      No policies. Only the root quorum can act, and other users can manage only what is their own.
    </Empty>
  ) : (
    <ul className="kwi-cards">
      {policies.map((policy) => (
        <li key={policy.policyId}>
          <strong>{policy.policyName}</strong>{' '}
          {policy.effect === 'EFFECT_ALLOW' ? (
            <Badge meaning="good">allows</Badge>
          ) : (
            <Badge meaning="bad">denies</Badge>
          )}
          <Facts
            rows={[
              ['Condition', <code key="c">{policy.condition || 'true'}</code>],
              ['Consensus', <code key="s">{policy.consensus || 'true'}</code>],
              ['Notes', policy.notes],
              hexRow('Policy', `id of ${policy.policyName}`, policy.policyId),
            ]}
          />
        </li>
      ))}
    </ul>
  )

function Journal({ id }: { id: string }) {
  const read = useLive<JournalView>(`/dev/journal/${id}?limit=200`, NEWS)
  if (!read.value) return read.error === undefined ? <p>Verifying…</p> : <Trouble of={read} />
  const { verdict, entries } = read.value
  return (
    <>
      {verdict.ok ? (
        <p>
          <Badge meaning="good">Verified</Badge> {verdict.entries}{' '}
          {verdict.entries === 1 ? 'entry' : 'entries'}. Each contains the previous entry’s hash, and
          replaying them yields exactly the stored state. Head: <code>{verdict.head}</code>
        </p>
      ) : (
        <p className="kwi-trouble" role="alert">
          <Badge meaning="bad">Broken</Badge> at entry {verdict.sequence}: {verdict.reason}
        </p>
      )}
      <ScrollBox label="Journal" className="kwi-scroll">
        <table className="kwi-table">
          <thead>
            <tr>
              <th>Entry</th>
              <th>Time</th>
              <th>Cause</th>
              <th>Changed</th>
              <th>Hash</th>
            </tr>
          </thead>
          <tbody>
            {entries.map(({ sequence, at, activityId, changes, hash }) => (
              <tr key={sequence}>
                <td>{sequence}</td>
                <td>
                  <Time at={at} />
                </td>
                <td>{activityId === null ? 'operator' : <code>{activityId}</code>}</td>
                <td>
                  {changes.map(({ table, isRemoval }) => `${isRemoval ? '− ' : ''}${table}`).join(', ')}
                </td>
                <td>
                  <code>{hash.slice(0, 16)}…</code>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollBox>
    </>
  )
}
