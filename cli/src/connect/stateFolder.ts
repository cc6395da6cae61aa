/** Reads the settings that `keywright dev` stores in its folder for other commands. */
import { settingOf } from '../arguments/settings.ts'
import type { Context } from '../command.ts'
import { usageFailure } from '../output/failure.ts'

const DEFAULT_STATE = './.keywright'

export interface FolderSettings {
  /** Latest URL of the server. */
  readonly baseUrl?: string
  readonly organizationId?: string
  readonly apiKey?: { readonly publicKey: string; readonly privateKey: string }
}

/** The folder of a development server: `--state`, then KEYWRIGHT_STATE, then `./.keywright`. */
export const stateFolderOf = (context: Pick<Context, 'input' | 'host'>): string =>
  settingOf(context, 'state').text ?? DEFAULT_STATE

/**
 * Returns no settings if the default folder does not exist.
 * @throws Failure (usage) if a named folder is not a state folder, or its files cannot be read
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
      `${folder} is not the state folder of a development server`,
      `correct ${settingOf(context, 'state').name}, or create one with keywright dev --state ${/\s/.test(folder) ? `"${folder}"` : folder}`,
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
    throw usageFailure(`cannot read ${path}: ${code}`, 'check the owner and the mode of the folder')
  }
  try {
    return Object(JSON.parse(new TextDecoder().decode(bytes)))
  } catch {
    throw usageFailure(
      `${path} is not JSON`,
      'start from an empty state with keywright dev --fresh, which deletes the current state',
    )
  }
}
