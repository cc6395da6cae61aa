import { openapi } from '@keywright/contract/reference'
import { describe, expect, it } from 'vitest'
import type { ApiDescription } from './description.ts'
import { typedCall } from './goCode.ts'

const description = openapi() as unknown as ApiDescription
const operations = Object.values(description.paths).map(({ post }) => post)
const operationOf = (name: string) => operations.find(({ operationId }) => operationId === name)!
const exampleOf = (name: string) => operationOf(name).requestBody.content['application/json'].example

describe('a call of the Go client', () => {
  it.each(operations.map((operation) => [operation.operationId, operation] as const))(
    'is typed for the example of %s',
    (_, operation) => {
      const { example } = operation.requestBody.content['application/json']
      expect(typedCall(example, operation, description)).toMatch(/^client\.[A-Z]\w+\(ctx/)
    },
  )

  it('takes optional members as pointers and needs no names in a list', () => {
    expect(
      typedCall(exampleOf('create_wallet'), operationOf('create_wallet'), description),
    ).toBe(`client.CreateWallet(ctx, keywright.CreateWalletParams{
\tWalletName: "reserve",
\tAccounts: []keywright.WalletAccountParams{
\t\t{
\t\t\tCurve:         "CURVE_SECP256K1",
\t\t\tPathFormat:    "PATH_FORMAT_BIP32",
\t\t\tPath:          "m/44'/60'/0'/0/0",
\t\t\tAddressFormat: "ADDRESS_FORMAT_ETHEREUM",
\t\t\tName:          new("first"),
\t\t},
\t},
\tMnemonicLength: new(24),
})`)
  })

  it('is absent for an earlier version, and for members that the call lacks', () => {
    const operation = operationOf('sign_raw_payload')
    const body = exampleOf('sign_raw_payload')
    expect(
      typedCall({ ...body, type: 'ACTIVITY_TYPE_SIGN_RAW_PAYLOAD' }, operation, description),
    ).toBeUndefined()
    expect(typedCall({ ...body, parameters: { color: 'red' } }, operation, description)).toBeUndefined()
  })
})
