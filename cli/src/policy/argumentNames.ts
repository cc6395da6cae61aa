/** Names of the arguments that policies can read, from the interfaces of an organization. */
import type { ResponseOf } from '@keywright/contract'
import { parseAbi, parseIdl } from '@keywright/keys'
import { usageFailure } from '../failure.ts'
import { readText } from '../files.ts'
import type { Host } from '../host.ts'

type Interfaces = ResponseOf<'list_smart_contract_interfaces'>['smartContractInterfaces']

/** Reads a response of `list_smart_contract_interfaces`. @throws Failure (usage) for another file */
export async function readArgumentNames(host: Host, path: string): Promise<ReadonlySet<string>> {
  const text = await readText(host, path)
  try {
    const { smartContractInterfaces } = JSON.parse(text) as { smartContractInterfaces: Interfaces }
    return new Set(smartContractInterfaces.flatMap(namesOf))
  } catch (error) {
    throw usageFailure(
      `${path} has no contract interfaces: ${(error as Error).message}`,
      'pass the output of keywright request list_smart_contract_interfaces --json',
    )
  }
}

function namesOf({ type, smartContractInterface: text }: Interfaces[number]): string[] {
  const calls =
    type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM'
      ? [...parseAbi(text).functions.values()].map(({ inputs }) => inputs)
      : parseIdl(text).instructions.map(({ args }) => args)
  return calls.flatMap((args) => args.map(({ name }, position) => name || String(position)))
}
