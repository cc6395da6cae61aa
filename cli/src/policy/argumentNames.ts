/** Names of the arguments that policies can read, from the interfaces of an organization. */
import type { ResponseOf } from '@keywright/contract'
import { parseAbi, parseIdl } from '@keywright/keys'
import { readText } from '../files/files.ts'
import type { Host } from '../host/host.ts'
import { usageFailure } from '../output/failure.ts'

type Interfaces = ResponseOf<'list_smart_contract_interfaces'>['smartContractInterfaces']

/** Reads a response of `list_smart_contract_interfaces`. @throws Failure (usage) for another file */
export async function readArgumentNames(host: Host, path: string): Promise<ReadonlySet<string>> {
  const text = await readText(host, path)
  let found: unknown
  try {
    found = (JSON.parse(text) as { smartContractInterfaces?: unknown } | null)?.smartContractInterfaces
  } catch {
    found = undefined
  }
  return argumentNamesOf(found, path)
}

/** @param source names the list in errors @throws Failure (usage) if it isn't a list of interfaces */
export function argumentNamesOf(interfaces: unknown, source: string): ReadonlySet<string> {
  const fail = (reason: string) =>
    usageFailure(
      `${source} has no contract interfaces${reason}`,
      'pass the output of keywright request list_smart_contract_interfaces --json',
    )
  if (!Array.isArray(interfaces)) throw fail('')
  try {
    return new Set((interfaces as Interfaces).flatMap(namesOf))
  } catch (error) {
    throw fail(`: ${(error as Error).message}`)
  }
}

function namesOf({ type, smartContractInterface: text }: Interfaces[number]): string[] {
  const calls =
    type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM'
      ? [...parseAbi(text).functions.values()].map(({ inputs }) => inputs)
      : parseIdl(text).instructions.map(({ args }) => args)
  return calls.flatMap((args) => args.map(({ name }, position) => name || String(position)))
}
