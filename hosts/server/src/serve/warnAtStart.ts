/** What a server says at startup about its surroundings. */
import { readFileSync } from 'node:fs'
import { limits } from '@keywright/contract'
import type { Log } from '@keywright/host'
import type { PostgresStore } from '../store/postgres.ts'
import type { Carriers } from './carriers/carriers.ts'

interface Surroundings {
  readonly store: PostgresStore
  readonly carriers: Carriers
  readonly log: Log
}

export async function warnAtStart({ store, carriers, log }: Surroundings): Promise<void> {
  sayWhatIsMissing(carriers, log)
  await warnOfUnsafeSettings(store, log)
  warnOfFewFiles(log)
}

function sayWhatIsMissing({ isConfigured }: Carriers, log: Log): void {
  const say = (message: string, hint: string) => log({ level: 'warn', message, hint })
  if (!isConfigured.mail) {
    say('no carrier for emails, which wait in the outbox', 'set KEYWRIGHT_SMTP_URL and KEYWRIGHT_MAIL_FROM')
  }
  if (!isConfigured.sms)
    say('no carrier for text messages, which wait in the outbox', 'set KEYWRIGHT_SMS_URL')
}

/** Settings of PostgreSQL without which a crash can lose acknowledged commits. */
const SAFE_SETTINGS: Readonly<Record<string, string>> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on, remote_write, remote_apply or local',
}

async function warnOfUnsafeSettings(store: PostgresStore, log: Log): Promise<void> {
  for (const [name, value] of await store.settings(Object.keys(SAFE_SETTINGS))) {
    if (value !== 'off') continue
    const hint = `Set ${name} to ${SAFE_SETTINGS[name]} in PostgreSQL.`
    log({
      level: 'warn',
      message: `${name} is off: a crash of the database can lose acknowledged commits`,
      hint,
    })
  }
}

/** Below, a server closes connections that its own bound allows, and may fail to open files. */
const LEAST_FILES = limits.connections + 200

function warnOfFewFiles(log: Log): void {
  // Node has raised the soft limit to the hard one.
  const most = openFilesIn(limitsOfProcess())
  if (most === undefined || most >= LEAST_FILES) return
  const hint = `Raise it to ${LEAST_FILES} or more, with LimitNOFILE in systemd or ulimit -n in a shell.`
  log({ level: 'warn', message: `this process may open only ${most} files and connections`, hint })
}

/** The soft limit in `/proc/self/limits` of Linux; undefined for unlimited and where the system doesn't tell. */
export function openFilesIn(limits: string): number | undefined {
  const [, soft] = /^Max open files +(\d+)/m.exec(limits) ?? []
  return soft === undefined ? undefined : Number(soft)
}

function limitsOfProcess(): string {
  try {
    return readFileSync('/proc/self/limits', 'utf8')
  } catch {
    return ''
  }
}
