/** The second evaluator, for tests of other packages. */
export { evaluateNaively, NaiveError } from './naive.ts'
export { decodeAbiNaively, decodeIdlNaively, type NaiveIdlType, type NaiveParameter } from './naiveCalls.ts'
