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

const PROGRAM = 'solana.tx.instructions.all(i, i.parsed_instruction_data.program_call_args'
test.each([
  [AMOUNT, ['amount'], undefined],
  [AMOUNT, ['amounts', 'to'], 'did you mean `amounts`?'],
  [AMOUNT, [], 'store the interface of the contract first'],
  [`${PROGRAM}['amount'] <= 100)`, ['lamports'], 'store the interface of the contract first'],
  [`${PROGRAM}['amount'] <= 100)`, ['amount'], undefined],
  ["eth.tx.contract_call_args['calls'].all(call, call['target'] == eth.tx.from)", ['calls'], undefined],
  [AMOUNT, undefined, undefined],
])('%s with the arguments %j has the hint %s', (text, names, hint) => {
  const options = names ? { argumentNames: new Set(names) } : {}
  const found = lintExpression(parseExpression(text), 'condition', options).filter(
    ({ code }) => code === 'ARGUMENT_UNKNOWN',
  )
  expect(found.map((finding) => finding.hint)).toEqual(hint ? [hint] : [])
})
