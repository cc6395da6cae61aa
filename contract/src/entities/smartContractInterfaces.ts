/** Interfaces of contracts and programs. */
import { later, object } from '../define.ts'
import { SmartContractInterfaceType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { id, interfaceText, name, prose, text } from '../scalars.ts'
import { Timestamp } from './common.ts'

export const SmartContractInterface = later(
  object({
    organizationId: id,
    smartContractInterfaceId: ids.smartContractInterface,
    smartContractAddress: text,
    smartContractInterface: interfaceText,
    type: SmartContractInterfaceType,
    label: name,
    notes: prose,
    createdAt: Timestamp,
    updatedAt: Timestamp,
  }),
)
