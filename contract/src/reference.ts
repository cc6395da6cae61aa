/** The parts of the contract that documentation needs: words, tables, examples and the API description. */
export { commonErrors, errorsOf, ownErrorsOf, policyErrors, submitErrors } from './callErrors.ts'
export * from './describe.ts'
export {
  exampleActivity,
  exampleOfEntity,
  exampleRequest,
  exampleResponse,
  exampleSubmit,
} from './examples.ts'
export { formatDuration, formatNumber } from './facts.ts'
export { type OtherGrowth, objectGrowth, otherGrowth } from './growth.ts'
export type { CallPart, FieldInfo, ScalarName, TypeInfo } from './introspect.ts'
export { fieldInfosOf, fieldInfosOfEntity } from './introspect.ts'
export { type OpenApiOptions, openapi } from './openapi.ts'
export { type Retention, retentions } from './retention.ts'
export * from './tables.ts'
export { type ActivityWithoutPath, activitiesWithoutPath, unserved } from './withoutPath.ts'
export { callWords, nounTitles } from './words/calls.ts'
export { entityWords } from './words/entities.ts'
export { enumWords } from './words/enums.ts'
export { errorWords } from './words/errors.ts'
export { sampleAddresses, sampleBundles, sampleIds, samplePublicKeys, sampleStamp } from './words/samples.ts'
