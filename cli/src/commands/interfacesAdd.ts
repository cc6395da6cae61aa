/** `keywright interfaces add` */
import { calls } from '@keywright/contract'
import { type WellKnownInterfaceName, wellKnownInterfaces } from '@keywright/keys'
import type { Context, Outcome } from '../command.ts'
import { activityOutcome } from '../connect/activity.ts'
import { createClient } from '../connect/client.ts'
import { resolveConnection } from '../connect/connection.ts'
import { usageFailure } from '../output/failure.ts'

export async function run(context: Context): Promise<Outcome> {
  const { host, input, style } = context
  const name = input.required('NAME')
  const { smartContractAddress, label, ...found } = wellKnownInterfaces[name as WellKnownInterfaceName]
  const address = input.argument('ADDRESS') ?? smartContractAddress
  if (address === undefined)
    throw usageFailure(`${name} has no address of its own`, 'add the address of the contract')
  const { create_smart_contract_interface: call } = calls
  const client = createClient(host, await resolveConnection(context))
  const activity = await client.submit(call, call.postedType, {
    ...found,
    smartContractAddress: address,
    label: input.flag('label') ?? label,
  })
  return activityOutcome(activity, style)
}
