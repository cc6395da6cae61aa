/** Renders a `policy values` fence: one expression per line with its value, evaluated at build time. */
import { evaluate, formatValue, PolicyError, parseExpression, type RequestFacts } from '@keywright/policy'
import { InlineText } from '../shared/InlineText.tsx'
import { TableScroll } from './elements.tsx'

/** A token transfer from a wallet on a test network. */
const facts: RequestFacts = {
  activity: { type: 'ACTIVITY_TYPE_SIGN_TRANSACTION_V2', resource: 'PRIVATE_KEY', action: 'SIGN' },
  wallet: { id: 'w-1' },
  eth: {
    tx: {
      from: '0xB92946Ccb773D2Ed1a82ebAb828EFc4a2c03E18a',
      to: '0x6Fac4D18c912343BF86fa7049364Dd4E424Ab9C0',
      data: '0xa9059cbb0000',
      value: 10_000_000_000_000_000n,
      gas: 21_000n,
      gas_price: 20_000_000_000n,
      chain_id: 11155111n,
      nonce: 7n,
    },
  },
}

export function PolicyValues({ code }: { readonly code: string }) {
  return (
    <TableScroll label="Expressions and their values">
      <table>
        <thead>
          <tr>
            <th>Expression</th>
            <th>Value, or error</th>
          </tr>
        </thead>
        <tbody>
          {code.split('\n').map((text) => (
            <tr key={text}>
              <td>
                <code data-code="policy">{text}</code>
              </td>
              <td>{resultOf(text)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </TableScroll>
  )
}

function resultOf(text: string) {
  const result = evaluated(text)
  if (!(result instanceof PolicyError)) return <code>{result}</code>
  return <InlineText>{`${result.message}, at ${result.span.line}:${result.span.column}`}</InlineText>
}

/** The value in the policy language's notation. */
function evaluated(text: string): string | PolicyError {
  try {
    const evaluation = evaluate(parseExpression(text), 'condition', facts)
    return evaluation.ok ? formatValue(evaluation.value) : evaluation.error
  } catch (error) {
    if (error instanceof PolicyError) return error
    throw error
  }
}
