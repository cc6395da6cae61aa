/** `keywright snapshot …`: the whole state of a development server under a name. */
import type { DevServer, SnapshotEntry } from '@keywright/server'
import type { Context, Outcome } from './command.ts'
import { resolveBaseUrl } from './connection.ts'
import { askDev } from './devApi.ts'
import { developmentSettings } from './developmentSettings.ts'
import { exportLines } from './exportLines.ts'
import { assertWritable, readText, writeSecret } from './files.ts'
import { toColumns } from './table.ts'

export async function listSnapshots(context: Context): Promise<Outcome> {
  const { snapshots } = JSON.parse(await ask(context, '/snapshots')) as { snapshots: SnapshotEntry[] }
  const rows = snapshots.map(({ name, bytes, createdAt }) => [
    name,
    `${bytes} bytes`,
    new Date(createdAt).toISOString().replace(/\.\d+/, ''),
  ])
  const none = context.style.dim('no snapshots; keywright snapshot save NAME makes one')
  return { text: rows.length === 0 ? none : toColumns(rows), json: { snapshots } }
}

export async function saveSnapshot(context: Context): Promise<Outcome> {
  const answer = JSON.parse(await ask(context, pathOf(context), { method: 'POST' })) as {
    name: string
    bytes: number
  }
  return { text: `saved ${answer.name}, ${answer.bytes} bytes`, json: answer }
}

export async function restoreSnapshot(context: Context): Promise<Outcome> {
  const name = context.input.required('NAME')
  const answer = JSON.parse(await ask(context, `${pathOf(context)}/restore`, { method: 'POST' })) as Settings
  return {
    text: [`# restored ${name}`, ...(await linesOf(context, answer))].join('\n'),
    json: { name, ...answer },
  }
}

export async function removeSnapshot(context: Context): Promise<Outcome> {
  const name = context.input.required('NAME')
  await ask(context, pathOf(context), { method: 'DELETE' })
  return { text: `removed ${name}`, json: { name } }
}

export async function exportState(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  await assertWritable(context.host, file)
  const text = await ask(context, '/export')
  await writeSecret(context.host, file, text)
  return { text: `exported to ${file}; it holds the keys, so only you can read it`, json: { file } }
}

export async function importState(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  const body = await readText(context.host, file)
  const headers = { 'content-type': 'application/json' }
  const answer = JSON.parse(await ask(context, '/import', { method: 'POST', body, headers })) as Settings
  return {
    text: [`# imported ${file}; what was there before is gone`, ...(await linesOf(context, answer))].join(
      '\n',
    ),
    json: { file, ...answer },
  }
}

type Settings = Pick<DevServer, 'organizationId' | 'apiKey' | 'signerPublicKey'>

/** The settings of the state that is there now: those that the server printed when it started are of another. */
const linesOf = async (context: Context, settings: Settings): Promise<string[]> =>
  exportLines(developmentSettings({ url: await resolveBaseUrl(context), ...settings }))

const pathOf = ({ input }: Context) => `/snapshots/${encodeURIComponent(input.required('NAME'))}`

const ask = askDev
