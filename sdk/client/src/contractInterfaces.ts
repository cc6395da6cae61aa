/** Interfaces of widespread contracts, for `createSmartContractInterface`. */
export {
  type WellKnownInterface,
  type WellKnownInterfaceName,
  wellKnownInterfaces,
} from '@keywright/keys/interfaces'
