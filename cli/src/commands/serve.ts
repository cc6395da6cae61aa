/** `keywright serve` */
import { createJsonLog, startServer } from '@keywright/server'
import { readPort } from '../arguments/numbers.ts'
import type { Context, Outcome } from '../command.ts'
import { DEFAULT_PORT } from '../connect/connection.ts'
import { untilInterrupted } from '../host/untilInterrupted.ts'
import { resolveDatabaseUrl } from '../operate/databaseUrl.ts'
import {
  misspelled,
  resolveCarriers,
  resolveDrainMs,
  resolveLimits,
  resolveMessages,
  resolveMetrics,
  resolveOrigins,
  resolveProcess,
  resolveTls,
  resolveUnseal,
  resolveWebhooks,
} from '../operate/serveSettings.ts'
import { version } from '../version.ts'

/** Writes its log to standard output, one JSON object per line. */
export async function run(context: Context): Promise<Outcome | undefined> {
  const { input, host } = context
  const bindTo = input.flag('host')
  const output = host.openLog?.() ?? { write: host.out, dropped: () => 0 }
  const log = createJsonLog(output.write, host.clock)
  for (const [given, meant] of misspelled(context))
    log({ level: 'warn', message: `${given} is not a setting`, hint: `did you mean ${meant}?` })
  const drainMs = resolveDrainMs(context)
  const server = await startServer({
    databaseUrl: await resolveDatabaseUrl(context),
    port: readPort(input.flag('port') ?? String(DEFAULT_PORT)),
    ...(bindTo === undefined ? {} : { host: bindTo }),
    ...(await resolveUnseal(context)),
    ...(await resolveCarriers(context)),
    ...resolveTls(context),
    ...resolveMetrics(context),
    ...resolveLimits(context),
    ...resolveWebhooks(context),
    ...resolveMessages(context),
    ...resolveOrigins(context),
    ...resolveProcess(context),
    version,
    environment: host.env,
    log,
    droppedLogLines: output.dropped,
  })
  host.onReload(server.reload)
  await untilInterrupted(host)
  await server.close({ drainMs })
  return undefined
}
