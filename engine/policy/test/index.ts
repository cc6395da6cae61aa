/** The second evaluator, for tests of other packages. */

export {
  decodeAbiBySpec,
  decodeIdlBySpec,
  type SpecIdlType,
  type SpecParameter,
} from '../spec/decodeCalls.ts'
export { evaluateBySpec, SpecError } from '../spec/evaluate.ts'
export { digest } from './digest.ts'
