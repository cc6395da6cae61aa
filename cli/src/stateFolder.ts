/** What `keywright dev` keeps in its folder, so that the other commands find it without anything being pasted. */
import type { Context } from './command.ts'
import { usageFailure } from './failure.ts'

const DEFAULT_STATE = './.keywright'

export interface FolderSettings {
  /** Where its server listens, or listened last. */
  readonly baseUrl?: string
  readonly organizationId?: string
  readonly apiKey?: { readonly publicKey: string; readonly privateKey: string }
}

/** The folder of a development server: `--state`, then KEYWRIGHT_STATE, then `./.keywright`. */
export const stateFolderOf = ({ input, host }: Pick<Context, 'input' | 'host'>): string =>
  input.flag('state') ?? (host.env['KEYWRIGHT_STATE'] || DEFAULT_STATE)

/**
 * Empty where there is no such folder.
 * @throws Failure (usage) when one was named that is none, or its files cannot be read
 */
export async function readStateFolder(context: Pick<Context, 'input' | 'host'>): Promise<FolderSettings> {
  const folder = stateFolderOf(context)
  const [state, server] = await Promise.all([
    readMembers(context, `${folder}/development.json`),
    readMembers(context, `${folder}/server.json`),
  ])
  if (state === undefined) {
    if (folder === DEFAULT_STATE) return {}
    throw usageFailure(
      `${folder} is not the folder of a development server`,
      `keywright dev --state ${folder} makes it one`,
    )
  }
  return { ...(state as FolderSettings), ...(server?.['url'] ? { baseUrl: String(server['url']) } : {}) }
}

async function readMembers(
  { host }: Pick<Context, 'host'>,
  path: string,
): Promise<Record<string, unknown> | undefined> {
  let bytes: Uint8Array
  try {
    bytes = await host.readFile(path)
  } catch (error) {
    const { code = 'no reason given' } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined
    throw usageFailure(`cannot read ${path}: ${code}`, 'is it the folder of another user?')
  }
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw usageFailure(
      `${path} is not JSON`,
      'keywright dev --fresh begins anew; what the state holds is lost then',
    )
  }
}
