/** `keywright snapshot …`: named snapshots of a development server. */
import type { DevServer, SnapshotEntry } from '@keywright/server'
import { counted } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveBaseUrl } from '../connect/connection.ts'
import { askDev, notFound, openDev } from '../connect/devApi.ts'
import { exportLines } from '../files/envFile.ts'
import { assertWritable, openFile, writeSecret } from '../files/files.ts'
import { developmentSettings } from '../operate/developmentSettings.ts'
import { usageFailure } from '../output/failure.ts'
import { toColumns } from '../output/table.ts'

export async function listSnapshots(context: Context): Promise<Outcome> {
  const { snapshots } = JSON.parse(await ask(context, '/snapshots')) as { snapshots: SnapshotEntry[] }
  const rows = snapshots.map(({ name, bytes, createdAt }) => [
    name,
    counted(bytes, 'byte'),
    new Date(createdAt).toISOString().replace(/\.\d+/, ''),
  ])
  const none = context.style.dim('no snapshots; create one with keywright snapshot save NAME')
  return { text: rows.length === 0 ? none : toColumns(rows), json: { snapshots } }
}

export async function saveSnapshot(context: Context): Promise<Outcome> {
  const answer = JSON.parse(await ask(context, pathOf(context), { method: 'POST' })) as {
    name: string
    bytes: number
  }
  return { text: `saved ${answer.name}, ${counted(answer.bytes, 'byte')}`, json: answer }
}

export async function restoreSnapshot(context: Context): Promise<Outcome> {
  const name = context.input.required('NAME')
  const answer = JSON.parse(
    await ask(context, `${pathOf(context)}/restore`, { method: 'POST' }).catch(missing(context)),
  ) as Settings
  return {
    text: [`# restored ${name}`, ...(await linesOf(context, answer))].join('\n'),
    json: { name, ...answer },
  }
}

export async function removeSnapshot(context: Context): Promise<Outcome> {
  const name = context.input.required('NAME')
  await ask(context, pathOf(context), { method: 'DELETE' }).catch(missing(context))
  return { text: `removed ${name}`, json: { name } }
}

export async function exportState(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  await assertWritable(context.host, file)
  const { body } = await openDev(context, '/export')
  await writeSecret(context.host, file, body!)
  return {
    text: `exported to ${file}, readable only by you because it contains private keys`,
    json: { file },
  }
}

export async function importState(context: Context): Promise<Outcome> {
  const file = context.input.required('FILE')
  const body = await openFile(context.host, file)
  const start = await body.slice(0, START_BYTES).text()
  // The server validates the rest.
  if (!/^\s*\{\s*"format"\s*:/.test(start)) {
    throw usageFailure(
      `${file} is not a snapshot${start.trim() === '' ? ': it is empty' : ''}`,
      'pass an unchanged file from keywright snapshot export',
    )
  }
  const headers = { 'content-type': 'application/json' }
  const answer = JSON.parse(await ask(context, '/import', { method: 'POST', body, headers })) as Settings
  return {
    text: [`# imported ${file}, replacing the previous state`, ...(await linesOf(context, answer))].join(
      '\n',
    ),
    json: { file, ...answer },
  }
}

/** Enough to recognize a snapshot. */
const START_BYTES = 1_024

type Settings = Pick<DevServer, 'organizationId' | 'apiKey' | 'signerPublicKey'>

/** Prints the new settings, because the ones that the server printed at startup no longer apply. */
const linesOf = async (context: Context, settings: Settings): Promise<string[]> =>
  exportLines(developmentSettings({ url: await resolveBaseUrl(context), ...settings }))

function pathOf({ input }: Context): string {
  const name = input.required('NAME')
  if (/^[\w-]{1,64}$/.test(name)) return `/snapshots/${name}`
  throw usageFailure(
    `\`${name.slice(0, 80)}\` is not a valid snapshot name`,
    'use at most 64 letters, digits, - and _',
  )
}

const ask = askDev

const missing = ({ input }: Context) =>
  notFound(`snapshot \`${input.required('NAME')}\` not found`, 'keywright snapshot list shows all snapshots')
