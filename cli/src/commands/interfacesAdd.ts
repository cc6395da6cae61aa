/** `keywright interfaces add` */
import { calls } from '@keywright/contract'
import { type WellKnownInterfaceName, wellKnownInterfaces } from '@keywright/keys'
import { activityOutcome } from '../activity.ts'
import { createClient } from '../client.ts'
import type { Context, Outcome } from '../command.ts'
import { resolveConnection } from '../connection.ts'

export async function run(context: Context): Promise<Outcome> {
  const { host, input, style } = context
  const { abi, label } = wellKnownInterfaces[input.required('NAME') as WellKnownInterfaceName]
  const { create_smart_contract_interface: call } = calls
  const client = createClient(host, await resolveConnection(context))
  const activity = await client.submit(call, call.postedType, {
    smartContractAddress: input.required('ADDRESS'),
    smartContractInterface: abi,
    type: 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM',
    label: input.flag('label') ?? label,
  })
  return activityOutcome(activity, style)
}
