/** Checks the setup between this machine and a server, with advice for each problem. */
import { calls, limits, type ResponseOf } from '@keywright/contract'
import { readPort } from '../arguments/numbers.ts'
import type { Context } from '../command.ts'
import { createClient } from '../connect/client.ts'
import {
  DEFAULT_PORT,
  resolveBaseUrl,
  resolveConnection,
  resolveKey,
  resolveOrganizationId,
} from '../connect/connection.ts'
import { reach } from '../connect/reach.ts'
import { Failure } from '../output/failure.ts'
import { hintBeside } from '../output/hints.ts'

export interface Check {
  readonly name: string
  readonly state: 'ok' | 'note' | 'wrong'
  readonly found: string
  /** How to fix the problem, if there is one. */
  readonly advice?: string | undefined
}

/** Runs the checks in dependency order and skips checks whose prerequisites failed. */
export async function examineSetup(context: Context): Promise<Check[]> {
  const checks = [checkNode(context), await checkDatabase(), await checkPort(context)]
  const baseUrl = await attempt(
    'base URL',
    () => resolveBaseUrl(context),
    (url) => url,
  )
  checks.push(baseUrl.check)
  const organization = await attempt(
    'organization',
    () => resolveOrganizationId(context),
    (id) => id,
  )
  const key = await attempt(
    'API key',
    () => resolveKey(context),
    ({ curve, publicKey }) => `${curve} ${publicKey}`,
  )
  checks.push(organization.check, key.check)
  if (baseUrl.value === undefined) return checks

  const server = await checkServer(context, baseUrl.value)
  checks.push(...server)
  const canAsk = server[0]?.state === 'ok' && organization.value !== undefined && key.value !== undefined
  if (canAsk) checks.push(await checkCaller(context))
  return checks
}

function checkNode({ host }: Context): Check {
  const [major = 0, minor = 0] = host.nodeVersion.split('.').map(Number)
  const isFit = major > 20 || (major === 20 && minor >= 19)
  if (isFit) return { name: 'Node', state: 'ok', found: host.nodeVersion }
  return { name: 'Node', state: 'wrong', found: host.nodeVersion, advice: 'install Node 20.19 or newer' }
}

/** The embedded database needs a binary for this platform, which is missing if the packages were installed on another. */
async function checkDatabase(): Promise<Check> {
  const name = 'embedded database'
  try {
    const { checkEmbeddedDatabase } = await import('./embeddedDatabase.ts')
    return { name, state: 'ok', found: await checkEmbeddedDatabase() }
  } catch (error) {
    const advice = 'run npm ci on this machine: packages installed on another platform lack the binary'
    return { name, state: 'wrong', found: (error as Error).message.split('\n')[0]!, advice }
  }
}

async function checkPort({ input }: Context): Promise<Check> {
  const port = readPort(input.flag('port') ?? String(DEFAULT_PORT))
  const { findPortUser } = await import('./portUser.ts')
  const user = await findPortUser(port)
  const name = `port ${port}`
  if (user === 'none') return { name, state: 'ok', found: 'free for keywright dev' }
  if (user === 'keywright') return { name, state: 'ok', found: 'in use by a Keywright server' }
  return {
    name,
    state: 'note',
    found: 'in use by another program',
    advice: 'choose another port with keywright dev --port N',
  }
}

async function checkServer({ host }: Context, baseUrl: string): Promise<Check[]> {
  const sentAt = host.clock()
  let response: Response
  try {
    response = await reach(host, `${baseUrl}/health`)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const advice = error.details.hint?.replaceAll('\n', '; ')
    return [{ name: 'server', state: 'wrong', found: error.message, advice }]
  }
  const receivedAt = host.clock()
  if (!response.ok) {
    const advice = 'the base URL must be the address of a Keywright server, without a path'
    return [
      { name: 'server', state: 'wrong', found: `HTTP ${response.status} from ${baseUrl}/health`, advice },
    ]
  }
  await response.body?.cancel()
  const server: Check = { name: 'server', state: 'ok', found: `responds in ${receivedAt - sentAt} ms` }
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? [server] : [server, checkClock(date - (sentAt + receivedAt) / 2)]
}

/** Tolerates small differences, because the `Date` header has a resolution of one second. */
function checkClock(aheadMs: number): Check {
  const seconds = Math.round(aheadMs / 1000)
  const name = 'clock'
  if (Math.abs(seconds) <= 2) return { name, state: 'ok', found: 'in sync with the server' }
  const found = `${Math.abs(seconds)} s ${seconds > 0 ? 'behind' : 'ahead of'} the server`
  // Servers tolerate far less time ahead than behind.
  const isRefused = seconds > limits.timestampMaxAge || -seconds > limits.timestampMaxAhead
  const advice = 'synchronize the clock of this machine with network time'
  return { name, state: isRefused ? 'wrong' : 'note', found, advice }
}

async function checkCaller(context: Context): Promise<Check> {
  const check = await attempt(
    'whoami',
    async () =>
      createClient(context.host, await resolveConnection(context)).query<ResponseOf<'whoami'>>(calls.whoami),
    ({ username, organizationName }) => `${username} of ${organizationName}`,
  )
  return check.check
}

/** Runs a task and turns its value or `Failure` into a check. */
async function attempt<T>(
  name: string,
  task: () => Promise<T>,
  describe: (value: T) => string,
): Promise<{ value?: T; check: Check }> {
  try {
    const value = await task()
    return { value, check: { name, state: 'ok', found: describe(value) } }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const advice = hintBeside(error.details.hint, 'doctor')?.replaceAll('\n', '; ')
    return { check: { name, state: 'wrong', found: error.message, advice } }
  }
}
