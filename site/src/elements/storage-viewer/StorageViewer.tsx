/** Tables of the sandbox's database: what is stored in the clear, what is ciphertext, and what opens it. */
import { useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Button, Buttons, Fields, SelectField } from '../kit/fields.tsx'
import { ResultRow, Results, Trouble, Verdict } from '../kit/results.tsx'
import { useTask } from '../kit/useTask.ts'
import { openWorkbench } from '../kit/workbench.ts'
import {
  bytesOf,
  type Database,
  isSealed,
  readDatabase,
  rowsWithRootSecret,
  type StoredRow,
  tablesOf,
  toFingerprint,
  tryBoth,
} from './tables.ts'

/** The newest ones; a database is longer than a page. */
const MOST_ROWS = 20
const FIRST_TABLE = 'wallets'

export default function StorageViewer() {
  const [table, setTable] = useState(FIRST_TABLE)
  const task = useTask<Database | undefined>()
  const { value: database } = task
  const read = () => task.run(async () => readDatabase(await openWorkbench()))
  return (
    <ElementFrame
      onReset={() => {
        setTable(FIRST_TABLE)
        void task.run(async () => undefined)
      }}
    >
      <Buttons>
        <Button isMain disabled={task.isBusy} onClick={() => void read()}>
          {task.isBusy ? 'Reading…' : database ? 'Read again' : 'Read the database of this page’s sandbox'}
        </Button>
      </Buttons>
      <Trouble error={task.error} />
      {database && <Tables database={database} table={table} onTable={setTable} />}
    </ElementFrame>
  )
}

interface TablesProps {
  readonly database: Database
  readonly table: string
  readonly onTable: (table: string) => void
}

function Tables({ database, table, onTable }: TablesProps) {
  const tables = tablesOf(database)
  const shown = database.rows.filter((row) => row.table === table).slice(-MOST_ROWS)
  const count = database.rows.length
  const found = rowsWithRootSecret(database)
  return (
    <>
      <Verdict tone={found === 0 ? 'good' : 'bad'} word="Open:">
        this host holds the root secret, beside the rows: {found} of {count} rows have it. A sealed server has
        none until enough shares come.
      </Verdict>
      <Fields>
        <SelectField
          label="Table"
          value={table}
          options={tables.map(([name, rows]) => [name, `${name}, ${rows}`] as const)}
          onChange={onTable}
        />
      </Fields>
      {shown.map((row) => (
        <Row key={`${row.organizationId} ${row.id}`} database={database} row={row} />
      ))}
    </>
  )
}

function Row({ database, row }: { readonly database: Database; readonly row: StoredRow }) {
  return (
    <Results label={`Row ${row.id}`}>
      {Object.entries(row.members).map(([name, value]) =>
        isSealed(name) ? (
          <SealedMember key={name} database={database} row={row} name={name} text={String(value)} />
        ) : (
          <ResultRow key={name} tone="plain" word="in the clear" title={name}>
            {toFingerprint(typeof value === 'string' ? value : JSON.stringify(value))}
          </ResultRow>
        ),
      )}
    </Results>
  )
}

interface SealedMemberProps {
  readonly database: Database
  readonly row: StoredRow
  readonly name: string
  readonly text: string
}

function SealedMember({ database, row, name, text }: SealedMemberProps) {
  const [own, other] = tryBoth(database, row, name)
  return (
    <ResultRow
      tone={other.isOpen ? 'bad' : 'good'}
      word="ciphertext"
      title={`${name}, ${bytesOf(text)} bytes`}
    >
      <code>{toFingerprint(text)}</code>
      <br />
      With the root secret: {own.found}. With another: {other.found}.
    </ResultRow>
  )
}
