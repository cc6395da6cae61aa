import { expect, test } from 'vitest'
import { lintExpression } from '../lint.ts'
import { parseExpression } from '../parse.ts'

const TO = "eth.tx.to == '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'"
const AMOUNT = "eth.tx.contract_call_args['amount'] <= 100"

test.each([
  [AMOUNT, 'compare `eth.tx.to` and `eth.tx.chain_id` too'],
  [`${TO} && ${AMOUNT}`, 'compare `eth.tx.chain_id` too'],
  [`${TO} && eth.tx.function_name == 'transfer'`, 'compare `eth.tx.chain_id` too'],
  [`eth.tx.chain_id == 1 && ${AMOUNT}`, 'compare `eth.tx.to` too'],
  [`${TO} && eth.tx.chain_id == 1 && ${AMOUNT}`, undefined],
  [TO, undefined],
])('%s has the hint %s', (text, hint) => {
  const found = lintExpression(parseExpression(text), 'condition').find(
    ({ code }) => code === 'CONTRACT_UNNAMED',
  )
  expect(found?.hint).toBe(hint)
})
