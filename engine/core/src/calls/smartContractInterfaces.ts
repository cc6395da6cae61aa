/** Interfaces of contracts and programs: policies read the arguments of their calls. */
import { ApiError, type IntentOf, limits, type SmartContractInterface } from '@keywright/contract'
import { InterfaceError, toEthereumContract, toSolanaProgram } from '@keywright/keys'
import type { Context, ExecuteContext } from '../context.ts'
import { type Query, submit } from '../handler.ts'
import { bytesOf } from '../store/storage.ts'
import type { OrganizationRow, SmartContractInterfaceRow } from '../store/tables.ts'
import { toTimestamp } from '../time.ts'
import { find } from './find.ts'
import { assertRoom } from './limits.ts'
import { PARSE_COST, parseInterface, placeOf } from './signing/contractInterface.ts'

type NewInterface = IntentOf<'ACTIVITY_TYPE_CREATE_SMART_CONTRACT_INTERFACE'>

const create_smart_contract_interface = submit({
  normalize: (posted: NewInterface) => posted,

  async check(context, intent) {
    const address = addressOf(intent)
    const bytes = assertInterface(context, intent)
    await assertRoom(context, 'smartContractInterfaces')
    const interfaces = context.organization.interfaces ?? {}
    const taken = interfaces[placeOf(intent.type, address)]
    if (taken) {
      throw new ApiError(
        'INTERFACE_ADDRESS_TAKEN',
        { id: taken.id, address },
        { field: 'smartContractAddress' },
      )
    }
    const all = Object.values(interfaces).reduce((sum, place) => sum + place.bytes, bytes)
    if (all > limits.interfacesBytes) throw tooLarge(all, limits.interfacesBytes)
    return { found: { address, bytes } }
  },

  async execute(context, { intent, found: { address, bytes } }) {
    const { rows, ids, now, organization } = context
    const { type, smartContractInterface, label, notes = '' } = intent
    const id = ids.random()
    rows.put('smartContractInterfaces', id, {
      smartContractInterfaceId: id,
      smartContractAddress: address,
      smartContractInterface,
      type,
      label,
      notes,
      createdAt: now,
      updatedAt: now,
    })
    savePlaces(context, { ...organization.interfaces, [placeOf(type, address)]: { id, bytes } })
    return { smartContractInterfaceId: id }
  },
})

const delete_smart_contract_interface = submit({
  normalize: (posted: IntentOf<'ACTIVITY_TYPE_DELETE_SMART_CONTRACT_INTERFACE'>) => posted,

  check: async (context, { smartContractInterfaceId: id }) => ({
    found: await find(context, 'smartContractInterfaces', id),
  }),

  async execute(context, { found: { smartContractInterfaceId, type, smartContractAddress } }) {
    context.rows.remove('smartContractInterfaces', smartContractInterfaceId)
    const { [placeOf(type, smartContractAddress)]: _gone, ...others } = context.organization.interfaces ?? {}
    savePlaces(context, others)
    return { smartContractInterfaceId }
  },
})

function savePlaces(
  { rows, organization }: ExecuteContext,
  interfaces: NonNullable<OrganizationRow['interfaces']>,
) {
  const { interfaces: _before, ...others } = organization
  const isEmpty = Object.keys(interfaces).length === 0
  rows.put('organization', 'organization', isEmpty ? others : { ...others, interfaces })
}

function addressOf({ type, smartContractAddress: text }: NewInterface): string {
  const isEthereum = type === 'SMART_CONTRACT_INTERFACE_TYPE_ETHEREUM'
  const address = isEthereum ? toEthereumContract(text) : toSolanaProgram(text)
  if (address !== undefined) return address
  const expected = isEthereum ? 'an Ethereum address' : 'a Solana address'
  throw new ApiError(
    'INTERFACE_ADDRESS_INVALID',
    { address: text.slice(0, 200), expected },
    { field: 'smartContractAddress' },
  )
}

/** The bytes of the text in a list. @throws ApiError 400 */
function assertInterface({ budget }: Context, { type, smartContractInterface: text }: NewInterface): number {
  const size = bytesOf(text)
  if (size > limits.interfaceBytes) throw tooLarge(size, limits.interfaceBytes)
  budget.worked(text.length * PARSE_COST)
  try {
    parseInterface(type, text)
  } catch (error) {
    if (!(error instanceof InterfaceError)) throw error
    const { path, reason } = error
    throw new ApiError('INTERFACE_INVALID', { path, reason }, { field: 'smartContractInterface' })
  }
  return bytesOf(JSON.stringify(text))
}

const tooLarge = (bytes: number, limit: number) =>
  new ApiError(
    'OBJECT_TOO_LARGE',
    { kind: 'smartContractInterfaces', bytes, limit },
    { field: 'smartContractInterface' },
  )

const get_smart_contract_interface: Query<'get_smart_contract_interface'> = async (
  context,
  { smartContractInterfaceId: id },
) => ({ smartContractInterface: present(context, await find(context, 'smartContractInterfaces', id)) })

const list_smart_contract_interfaces: Query<'list_smart_contract_interfaces'> = async (context) => ({
  smartContractInterfaces: (await context.rows.list('smartContractInterfaces')).map((row) =>
    present(context, row),
  ),
})

const present = ({ organization }: Context, row: SmartContractInterfaceRow): SmartContractInterface => ({
  ...row,
  organizationId: organization.organizationId,
  createdAt: toTimestamp(row.createdAt),
  updatedAt: toTimestamp(row.updatedAt),
})

export const submits = { create_smart_contract_interface, delete_smart_contract_interface }
export const queries = { get_smart_contract_interface, list_smart_contract_interfaces }
