/** Conditions and times of policies. */
import { limits } from '@keywright/contract'
import { checkPolicy } from '@keywright/policy'
import { inOnePiece, many } from './worst.ts'

const LENGTH = limits.expressionLength

export const policyText = inOnePiece(
  (condition: string) => {
    checkPolicy({ condition, consensus: condition, time: condition })
  },
  [
    ['conjunctions', () => many(LENGTH - 10, "eth.tx.to == 'a'", ' && ')],
    ['negations', () => `${'!'.repeat(LENGTH - 10)}true`],
    ['brackets', () => `${'('.repeat(LENGTH / 2 - 10)}true${')'.repeat(LENGTH / 2 - 10)}`],
    ['lists', () => `activity.kind in [${many(LENGTH - 50, "'a'", ',')}]`],
    ['closures', () => `${many(LENGTH / 2, 'eth.tx.calls.any(c, ')}true`],
    ['members', () => `a${'.a'.repeat(LENGTH / 2 - 10)}`],
    ['sums', () => `${many(LENGTH - 20, '1', ' + ')} == 1`],
    ['quotes', () => many(LENGTH, "'")],
    ['disjunctions of times', () => many(LENGTH, "CronSpan('* * * * *', '1m', 'UTC')", ' || ')],
    ['zones', () => many(LENGTH, "CronSpan('0 9 * * *', '8h', 'America/Argentina/ComodRivadavia')", ' || ')],
    ['a long list of minutes', () => `CronSpan('${many(LENGTH - 80, '1', ',')} * * * *', '1h', 'UTC')`],
    ['timestamps', () => many(LENGTH, "time.now < Timestamp('2026-03-01T00:00:00Z')", ' || ')],
    ['arguments', () => `eth.tx.contract_call_args${many(LENGTH - 60, "['a']")} == 1`],
    ['numbers of numbers', () => `${'uint('.repeat(LENGTH / 8)}'1'${')'.repeat(LENGTH / 8)} == 1`],
    ['slices', () => `eth.tx.data${many(LENGTH - 60, '[1..2]')} == '1'`],
    ['filters', () => `${many(LENGTH / 2, 'eth.tx.calls.filter(c, ')}true`],
    ['digits', () => `eth.tx.value == ${'9'.repeat(LENGTH - 40)}`],
    ['escapes', () => `eth.tx.to == '${many(LENGTH - 40, "\\'")}'`],
    ['fields that do not exist', () => many(LENGTH, 'eth.tx.recipient == 1', ' && ')],
  ],
)
