import { erc20Abi, erc721Abi, erc1155Abi, toFunctionSelector } from 'viem'
import { expect, it } from 'vitest'
import { parseAbi } from './abi.ts'
import { type WellKnownInterfaceName, wellKnownInterfaces } from './wellKnown.ts'

const selectorsOf = (name: WellKnownInterfaceName) =>
  [...parseAbi(wellKnownInterfaces[name].abi).functions.keys()].sort()

it.each([
  ['erc20', erc20Abi],
  ['erc721', erc721Abi],
  ['erc1155', erc1155Abi],
] as const)('%s has the functions of viem’s that change state', (name, abi) => {
  const changing = abi.filter(
    (entry) => entry.type === 'function' && !['view', 'pure'].includes(entry.stateMutability),
  )
  expect(selectorsOf(name)).toEqual(changing.map((entry) => toFunctionSelector(entry as never)).sort())
})

/** Selectors of the contracts on chain, from their published sources. */
const deployed = {
  weth: ['0x095ea7b3', '0x23b872dd', '0x2e1a7d4d', '0xa9059cbb', '0xd0e30db0'],
  permit2: [
    ...['0x0d58b1db', '0x137c29fe', '0x2a2d80d1', '0x2b67b570', '0x30f28b7a', '0x36c78516'],
    ...['0x3ff9dcb1', '0x65d9723c', '0x87517c45', '0xcc53287f', '0xedd9444b', '0xfe8ec1a7'],
  ],
  erc4337: ['0x18dfb3c7', '0x34fcd5be', '0x47e1da2a', '0xb61d27f6'],
} as const

it.each(Object.entries(deployed))('%s has the functions of the deployed contracts', (name, selectors) => {
  expect(selectorsOf(name as WellKnownInterfaceName)).toEqual(selectors)
})

it('covers every well-known interface', () => {
  expect(Object.keys(wellKnownInterfaces)).toEqual(['erc20', 'erc721', 'erc1155', ...Object.keys(deployed)])
})
