/** `keywright dev` */
import { type Beginning, type LogEntry, parseFault, startDevServer } from '@keywright/server'
import { readPort, readWholeNumber } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { stateFolderOf } from '../connect/stateFolder.ts'
import { exportLines, prepareEnvFile } from '../files/envFile.ts'
import { untilInterrupted } from '../host/untilInterrupted.ts'
import { readDatabaseUrl } from '../operate/databaseUrl.ts'
import { developmentSettings } from '../operate/developmentSettings.ts'
import { resolveMessages } from '../operate/serveSettings.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome | undefined> {
  const { input, host, style, isJson, emit } = context
  const port = input.flag('port')
  const seed = input.flag('seed')
  const bindTo = input.flag('host')
  const allowedHosts = input.flag('allowed-hosts')
  const databaseUrl = await readDatabaseUrl(context)
  const envFile = input.flag('write-env')
  // Fail before the server starts if the file cannot be written.
  const writeEnv = envFile === undefined ? undefined : await prepareEnvFile(host, envFile)
  const beginWith = input.isOn('examples') ? await readBeginning(seed) : undefined
  const folder = stateFolderOf(context)
  const server = await startDevServer({
    stateDir: folder,
    fresh: input.isOn('fresh'),
    faults: input.flags('fault').map(parseFault),
    ...resolveMessages(context),
    ...(bindTo === undefined ? {} : { host: bindTo }),
    ...(allowedHosts === undefined ? {} : { allowedHosts: readHosts(allowedHosts) }),
    ...(port === undefined ? {} : { port: readPort(port) }),
    ...(seed === undefined ? {} : { seed: readWholeNumber('--seed', seed, 0, Number.MAX_SAFE_INTEGER) }),
    ...(databaseUrl === undefined ? {} : { databaseUrl }),
    ...(beginWith && { beginWith }),
    log: (entry) => {
      if (isLogged(entry, isJson || input.isOn('quiet'))) host.err(`${style.dim(logLine(entry))}\n`)
    },
  })
  const { url, organizationId, apiKey, signerPublicKey, inboxUrl } = server
  try {
    await writeEnv?.(developmentSettings(server))
  } catch (error) {
    await server.close()
    throw error
  }
  emit({
    text: [
      `${style.bold('Keywright')} is listening on ${style.bold(url)}`,
      '',
      ...exportLines(developmentSettings(server)),
      ...(envFile === undefined ? [] : ['', `written to ${envFile}`]),
      '',
      `inbox  ${inboxUrl}`,
      `pages  ${url}/dev: requests, webhooks`,
      `state  ${databaseUrl === undefined ? folder : 'in the database'}`,
      ...(beginWith
        ? [`again  curl -X POST ${url}/dev/snapshots/${beginWith.name}/restore resets the state`]
        : []),
      '',
      style.yellow(
        'FOR DEVELOPMENT ONLY: the keys above are printed and stored unprotected. Never use them for anything of value.',
      ),
    ].join('\n'),
    json: { url, organizationId, apiKey, signerPublicKey, inboxUrl, development: true },
  })
  await untilInterrupted(host)
  await server.close()
  return undefined
}

/** @throws Failure (usage) */
async function readBeginning(seed: string | undefined): Promise<Beginning> {
  if (seed !== undefined) throw usageFailure('--examples and --seed cannot be combined', 'remove one of them')
  const { readExamples } = await import('../operate/examples.ts')
  return { name: 'examples', text: await readExamples() }
}

/** Splits a comma-separated list of host names. @throws Failure (usage) */
function readHosts(text: string): readonly string[] {
  const names = text.split(',').map((name) => name.trim())
  const wrong = names.find((name) => !/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/i.test(name))
  if (wrong === undefined) return names
  throw usageFailure(
    `--allowed-hosts cannot contain \`${wrong}\``,
    'pass host names without ports or wildcards, such as keywright,localhost',
  )
}

/** Quiet servers log only errors, because responses name the ID of an error's log line. */
export const isLogged = ({ level }: LogEntry, isQuiet: boolean): boolean => !isQuiet || level === 'error'

/** Formats requests as `12:00:01 create_wallet 200 4 ms`, and other entries as message and details. */
function logLine({ level, message, ...rest }: LogEntry): string {
  const { call, status, milliseconds, requestId, path, method, ...others } = rest as Record<string, unknown>
  const time = new Date().toTimeString().slice(0, 8)
  if (message === 'request') return `${time} ${call ?? `${method} ${path}`} ${status} ${milliseconds} ms`
  const details = Object.keys(others).length > 0 ? ` ${JSON.stringify(others)}` : ''
  return `${time} ${level}: ${message}${details}${requestId === undefined ? '' : ` (request ${requestId})`}`
}
