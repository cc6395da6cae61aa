/** The policy language: parse, check, format, evaluate, decide, explain and lint. */
export {
  ACTIVITY_ROWS,
  type ActivityRow,
  kindOfActivity,
  listActivityKinds,
  ROOT_ONLY_KINDS,
  resourceAndActionOf,
} from './activities.ts'
export * from './ast.ts'
export { StepBudget, StepsExceeded } from './budget.ts'
export { type Checked, checkExpression, checkPolicyExpression } from './check.ts'
export { CompiledExpression, type Evaluation, type FactsOf, type Value } from './compile.ts'
export type { CompiledPolicy, DecideInput, RootQuorum } from './compiledPolicy.ts'
export { ASSUMED_ELEMENTS, estimateSteps } from './cost.ts'
export {
  type BegunDecision,
  beginDecision,
  type Decision,
  type DecisionReason,
  decide,
  type PolicyEvaluation,
  type Verdict,
} from './decide.ts'
export {
  describeProblem,
  PolicyError,
  type PolicyErrorCode,
  type Problem,
  type Side,
  type Span,
} from './error.ts'
export { evaluate } from './evaluate.ts'
export { parseExactJson, writeExactJson } from './exactJson.ts'
export type {
  ApprovalGroup,
  Change,
  ClauseExplanation,
  DecidingClause,
  Operand,
  PolicyExplanation,
} from './explain/explanation.ts'
export { formatValue } from './explain/value.ts'
export { type Explanation, explain, type Way } from './explain.ts'
export {
  type ExplanationLine,
  explanationLines,
  type LineRole,
  reasonOf,
  roleOfVerdict,
  wayLines,
} from './explanationLines.ts'
export * from './facts.ts'
export { format } from './format.ts'
export { INT128_MAX, MAX_DEPTH, MAX_STEPS, MAX_TEXT_LENGTH, UINT256_MAX } from './limits.ts'
export type { LintCode, LintFinding, LintOptions } from './lint/finding.ts'
export { lint, lintExpression } from './lint.ts'
export type { Effect, PolicyOutcome } from './outcome.ts'
export { FUNCTIONS, parseExpression } from './parse.ts'
export {
  checkInSteps,
  checkPolicy,
  compileInSteps,
  compilePolicy,
  type ParsedPolicy,
  type PolicyText,
  parsePolicy,
  rememberPolicies,
} from './policy.ts'
export { countsApproval } from './reach/counts.ts'
export { exampleOf, type RequestTemplate, shapesOf } from './reach/requests/template.ts'
export {
  labelOf as labelOfRequest,
  type Reach,
  type ReachableRequest,
  type SearchInput,
  searchRequests,
  type UserReach,
} from './reach/requests.ts'
export type { NeededApprovals } from './reach/search.ts'
export { fromSelectors, SELECTOR_OPERATORS, type Selector } from './selectors.ts'
export { nearestWord } from './suggest.ts'
export { nextChangeOf, showMoment } from './time/nextChange.ts'
export { type Token, tokenize } from './token.ts'
export { formatType, parseType, type Type } from './type.ts'
export { type IdKind, idKindsOfActivity } from './vocabulary/ids.ts'
export {
  type Era,
  type FieldEntry,
  type NameEntry,
  OPERATIONS,
  type StructEntry,
  VOCABULARY,
  type Vocabulary,
} from './vocabulary.ts'
