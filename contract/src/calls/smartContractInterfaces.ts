/** Interfaces of contracts and programs, with which policies read the arguments of a call. */
import { later, list, optional, query, submit, version } from '../define.ts'
import { SmartContractInterface } from '../entities/smartContractInterfaces.ts'
import { SmartContractInterfaceType } from '../enumSchemas.ts'
import { ids } from '../ids.ts'
import { interfaceText, name, prose, text } from '../scalars.ts'

export const smartContractInterfaceCalls = {
  get_smart_contract_interface: later(
    query(
      { smartContractInterfaceId: ids.smartContractInterface },
      { smartContractInterface: SmartContractInterface },
    ),
  ),
  list_smart_contract_interfaces: later(query({}, { smartContractInterfaces: list(SmartContractInterface) })),
  create_smart_contract_interface: later(
    submit('SMART_CONTRACT_INTERFACE', 'CREATE', {
      ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE: version(
        {
          smartContractAddress: text,
          smartContractInterface: interfaceText,
          type: SmartContractInterfaceType,
          label: name,
          notes: optional(prose),
        },
        { smartContractInterfaceId: ids.smartContractInterface },
      ),
    }),
  ),
  delete_smart_contract_interface: later(
    submit('SMART_CONTRACT_INTERFACE', 'DELETE', {
      ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE: version(
        { smartContractInterfaceId: ids.smartContractInterface },
        { smartContractInterfaceId: ids.smartContractInterface },
      ),
    }),
  ),
} as const
