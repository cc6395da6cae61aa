/** Settings in environment variables: `--operator-socket` is `KEYWRIGHT_OPERATOR_SOCKET`. */
import type { Command, Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'

/** The text of a flag or of its variable, and the name of the one that is set. An empty variable counts as unset. */
export function settingOf(
  { input, host }: Pick<Context, 'input' | 'host'>,
  flag: string,
): { readonly text: string | undefined; readonly name: string } {
  const text = input.flag(flag)
  const variable = `KEYWRIGHT_${flag.toUpperCase().replaceAll('-', '_')}`
  return text ? { text, name: `--${flag}` } : { text: host.env[variable] || undefined, name: variable }
}

/**
 * Removes what shells and env files leave around a value, such as the carriage return of a line break of Windows. Variables
 * of the PostgreSQL client may begin and end with blanks, such as a password.
 */
export function trimSettings(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  for (const [name, value = ''] of Object.entries(env)) {
    if (/^(KEYWRIGHT_|OTEL_|DATABASE_URL$)/.test(name)) env[name] = value.trim()
    else if (/^PG[A-Z]+$/.test(name)) env[name] = value.replace(/\r$/, '')
  }
  return env
}

/** Container engines, for example, keep the quotation marks of an env file. @throws Failure (usage) */
export function assertUnquoted(command: Command, { env }: Context['host']): void {
  for (const [name] of JSON.stringify(command).matchAll(/\b(KEYWRIGHT_[A-Z0-9_]+|DATABASE_URL)\b/g)) {
    // A shell command may be one quoted word.
    if (name === 'KEYWRIGHT_KEY_COMMAND' || !/^(["'])[^"']*\1$/.test(env[name] ?? '')) continue
    const hint = 'remove the quotation marks where you set it: not every program that reads env files does'
    throw usageFailure(`the value of ${name} is in quotation marks`, hint)
  }
}
