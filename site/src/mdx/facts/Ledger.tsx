/** The fidelity ledger: test results of public clients against the server. */
import type { GroupName } from '@keywright/contract'
import {
  conformanceChecks,
  conformanceScores,
  helpers,
  type LedgerCall,
  ledger,
  type ProvenClient,
  provenClients,
  provenSigners,
} from '../../../ledger/index.ts'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable } from './FactsTable.tsx'

const PARTS = {
  calls: CallsTable,
  clients: ClientsTable,
  signers: SignersTable,
  unserved: UnservedCalls,
  scores: ScoresTable,
  checks: ChecksTable,
}

export const ledgerParts = Object.keys(PARTS)

/** @param group limits the table to a group of calls */
export function Ledger({ of, group }: { readonly of: keyof typeof PARTS; readonly group?: GroupName }) {
  const Part = PARTS[of]
  return <Part group={group} />
}

function CallsTable({ group }: { readonly group: GroupName | undefined }) {
  const rows = ledger
    .filter(({ call }) => group === undefined || call.group === group)
    .map((row) => ({
      key: row.call.name,
      cells: [
        <a key="call" href={`/api/#${row.call.name}`}>
          <InlineCode>{row.call.name}</InlineCode>
        </a>,
        numbersOf(row),
        ...provenClients.map((client) => provenCell(row, client)),
      ],
    }))
  const heads = ['Call', 'Served', ...provenClients.map(shortTitleOf)]
  return <FactsTable label={`ledger of ${group ?? 'all calls'}`} heads={heads} rows={rows} />
}

/** Versions as `V1 to V3` or `V2`. Queries have no version number. */
function numbersOf({ versions }: LedgerCall): string {
  const numbers = versions.flatMap(({ version }) => version ?? [])
  if (numbers.length === 0) return 'query'
  return numbers.length === 1 ? `V${numbers[0]}` : `V${numbers[0]} to V${numbers.at(-1)}`
}

function provenCell({ call, versions }: LedgerCall, client: ProvenClient): string {
  const proven = versions.filter(({ provenBy }) => provenBy.includes(client))
  if (proven.length === 0) return 'none'
  if (call.kind === 'query') return 'accepted'
  return numbersOf({ call, versions: proven })
}

function ClientsTable() {
  const clients = provenClients.map((client) => {
    const { accepted } = client
    const versions = Object.values(accepted).reduce((sum, { length }) => sum + length, 0)
    const proves = `send ${Object.keys(accepted).length} calls in ${versions} versions`
    return { titles: [titleOf(client)], proves }
  })
  const beside = helpers.map(({ packages, proves }) => ({ titles: packages.map(titleOf), proves }))
  const rows = [...clients, ...beside].map(({ titles, proves }) => ({
    key: titles.join(),
    cells: [<CodeList key="names" texts={titles} />, proves],
  }))
  return (
    <FactsTable label="clients" heads={['Package and version', 'What the tests let it do']} rows={rows} />
  )
}

function SignersTable() {
  const rows = provenSigners.map(({ title, through, call, apiCall, asks, answer, note }) => ({
    key: [title, call, apiCall, ...asks, ...through].join(),
    cells: [
      <>
        <InlineCode>{title}</InlineCode>
        <span className="facts-note">{call}</span>
      </>,
      <>
        <CodeList texts={[apiCall, ...asks]} />
        {note !== '' && (
          <span className="facts-note">
            <InlineText>{note}</InlineText>
          </span>
        )}
      </>,
      through.join(', '),
      answer,
    ],
  }))
  return (
    <FactsTable label="signers" heads={['Signer and method', 'Sends', 'Through', 'Answer']} rows={rows} />
  )
}

/** Calls of the newest clients that the contract lacks. */
function UnservedCalls() {
  const rows = provenClients.map((client) => ({
    key: titleOf(client),
    cells: [
      <InlineCode key="name">{titleOf(client)}</InlineCode>,
      client.unserved.length,
      <CodeList key="calls" texts={client.unserved} />,
    ],
  }))
  return <FactsTable label="calls not served" heads={['Client', 'Calls', 'Names']} rows={rows} />
}

/** Results of `keywright conformance` per client. */
function ScoresTable() {
  const rows = conformanceScores.map((score) => ({
    key: titleOf(score),
    cells: [
      <InlineCode key="name">{titleOf(score)}</InlineCode>,
      `${score.passed.length} of ${score.passed.length + score.failed.length}`,
      score.notOffered.length,
      score.failed.length === 0 ? 'none' : <CodeList key="failed" texts={score.failed} />,
    ],
  }))
  return <FactsTable label="scores" heads={['Client', 'Passed', 'Not offered', 'Failed']} rows={rows} />
}

/** Requirements of each conformance check. */
function ChecksTable() {
  const rows = conformanceChecks.map(({ id, requires, source }) => ({
    key: id,
    cells: [
      <InlineCode key="id">{id}</InlineCode>,
      requires,
      source.startsWith('/') ? (
        <a key="source" href={source}>
          {source.replace(/#.*/, '')}
        </a>
      ) : (
        source
      ),
    ],
  }))
  return <FactsTable label="checks" heads={['Check', 'What it requires', 'Source']} rows={rows} />
}

function CodeList({ texts }: { readonly texts: readonly string[] }) {
  return texts.map((text, index) => (
    <span key={text}>
      {index > 0 && ', '}
      <InlineCode>{text}</InlineCode>
    </span>
  ))
}

/** Short form like `http 6.6.0`, because four must fit in one row. */
const shortTitleOf = (client: ProvenClient) => titleOf(client).split('/').at(-1)!

const titleOf = ({ name, version }: { readonly name: string; readonly version: string }) =>
  `${name} ${version}`
