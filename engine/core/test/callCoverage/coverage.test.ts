import {
  callList,
  type ErrorCode,
  type ErrorEntry,
  errors,
  grpcStatus,
  type QueryName,
} from '@keywright/contract'
import { errorWords } from '@keywright/contract/reference'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { everyNth } from '../../../../tools/scripts/lib/tries.ts'
import { memberCases, unknownMembers } from '../badInput/memberCases.ts'
import { type JsonObject, placesOf } from '../badInput/places.ts'
import { CallRefused, type Client } from '../support/index.ts'
import { queryPreparations, type SubmitType, submitPreparations } from './accepted/index.ts'
import { HOST_ERRORS, refusals } from './refusals.ts'
import { createWorld, type World } from './world.ts'

/** Results of the tests of a version, for the table. */
interface Row {
  readonly call: string
  readonly version: string
  accepted: number
  refused: number
  readonly codes: Set<string>
}

const rows: Row[] = callList.flatMap((call) => {
  const versions = call.kind === 'query' ? ['query'] : call.versions.map((version) => `V${version.version}`)
  return versions.map((version) => ({
    call: call.name,
    version,
    accepted: 0,
    refused: 0,
    codes: new Set<string>(),
  }))
})
interface Version {
  readonly call: (typeof callList)[number]
  /** The activity type of a submit, or the name of a query. */
  readonly title: string
  readonly schema: Parameters<typeof placesOf>[0]
}

const versions: readonly Version[] = callList.flatMap((call): Version[] =>
  call.kind === 'query'
    ? [{ call, title: call.name, schema: call.request as Version['schema'] }]
    : call.versions.map((one) => ({ call, title: one.type, schema: one.intent as Version['schema'] })),
)
const answered = new Map<ErrorCode, number>()

let world: World

beforeAll(async () => {
  world = await createWorld('coverage')
})

function firstOf<T>([first]: Iterable<T>): T[] {
  return first === undefined ? [] : [first]
}

async function preparedBy(title: string): Promise<{ client: Client; parameters: object }> {
  return title in queryPreparations
    ? queryPreparations[title as QueryName](world)
    : submitPreparations[title as SubmitType](world)
}

async function note(row: Row, response: Response): Promise<void> {
  if (response.status === 200) {
    row.accepted++
    return
  }
  const refused = new CallRefused(response.status, await response.json())
  row.refused++
  row.codes.add(refused.errorCode ?? `status ${response.status}`)
}

describe('coverage by call', () => {
  it.each(versions.map((version, n) => ({ ...version, row: rows[n]! })))(
    '$title: accepted as prepared, rejected with a member missing, of another type or unknown',
    async ({ call, title, schema, row }) => {
      const { client, parameters } = await preparedBy(title)
      const isQuery = call.kind === 'query'
      const text = isQuery
        ? JSON.stringify({ organizationId: client.organizationId, ...parameters })
        : client.compose(title as SubmitType, parameters).text
      const body = JSON.parse(text) as JsonObject
      const inner = (isQuery ? body : body['parameters']) as JsonObject
      const cases = [
        ...unknownMembers({ path: [] }, inner),
        // One per member, nightly for each: the bad-input tests send all of them.
        ...everyNth(2, placesOf(schema, inner)).flatMap((place) => firstOf(memberCases(place, inner, {}))),
      ]
      for (const { parameters: changed } of cases) {
        const bad = isQuery ? changed : { ...body, parameters: changed }
        await note(row, await client.post({ path: call.path, text: JSON.stringify(bad) }))
      }
      expect([row.accepted, row.refused]).toEqual([0, cases.length])
      await note(row, await client.post({ path: call.path, text }))
      await world.engine.idle()
      expect(row.accepted).toBe(1)
    },
  )
})

describe('coverage by error', () => {
  const situations = Object.entries(refusals).map(([code, refusal]) => ({
    code: code as ErrorCode,
    situation: errorWords[code as ErrorCode].situation,
    refusal,
  }))
  // A separate world, because the prepared requests have changed the other one.
  beforeAll(async () => {
    world = await createWorld('refusals')
  })

  it.each(situations)('$code: $situation', async ({ code, refusal }) => {
    const answer = await refusal(world).catch((error: unknown) => error)
    const refused =
      answer instanceof Response
        ? new CallRefused(answer.status, await answer.json())
        : (answer as CallRefused)
    if (!(refused instanceof CallRefused)) throw refused
    const entry: ErrorEntry = errors[code]
    const status = entry.http ?? grpcStatus[entry.grpc].http
    expect([refused.errorCode, refused.status, refused.body.code]).toEqual([
      code,
      status,
      grpcStatus[entry.grpc].code,
    ])
    answered.set(code, status)
  })

  it('covers every catalog entry, or names the component that returns it', () => {
    expect([...Object.keys(refusals), ...Object.keys(HOST_ERRORS)].sort()).toEqual(Object.keys(errors).sort())
    expect(world.engine.faults.map(String)).toEqual([
      'StoreUnavailable: the database is not available: it does not respond',
      expect.stringMatching(
        /^RowAltered: row head of heads in organization .* was not written by Keywright$/,
      ),
      'Error: the row is damaged',
    ])
  })
})

afterAll(() => {
  console.log(tableOf(['call', 'version', 'accepted', 'refused', 'refused with'], rows.map(cellsOf)))
  console.log(tableOf(['situation', 'error', 'answered', 'or who answers it instead'], errorRows()))
  expect(rows.filter((row) => row.accepted === 0 || row.refused === 0)).toEqual([])
  expect(errorRows().filter(([, , status, reason]) => `${status}${reason}` === '')).toEqual([])
})

/** Rows by the situations of the contract: errors that share one are adjacent. */
function errorRows(): string[][] {
  const codes = Object.keys(errors) as ErrorCode[]
  const situations = [...new Set(codes.map((code) => errorWords[code].situation))]
  return situations.flatMap((situation) =>
    codes
      .filter((code) => errorWords[code].situation === situation)
      .map((code) => {
        const reason = (HOST_ERRORS as Partial<Record<ErrorCode, string>>)[code]
        return [situation, code, String(answered.get(code) ?? ''), reason ?? '']
      }),
  )
}

const cellsOf = ({ call, version, accepted, refused, codes }: Row) => [
  call,
  version,
  String(accepted),
  String(refused),
  [...codes].sort().join(' '),
]

function tableOf(head: readonly string[], body: readonly (readonly string[])[]): string {
  const all = [head, ...body]
  const widths = head.map((_, n) => Math.max(...all.map((cells) => cells[n]!.length)))
  return all
    .map((cells) =>
      cells
        .map((cell, n) => cell.padEnd(widths[n]!))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
