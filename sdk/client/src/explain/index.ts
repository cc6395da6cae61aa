export {
  type DescribedAuthorization,
  type DescribedCall,
  type DescribedInterface,
  type DescribedTransfer,
  describeActivity,
  type PlainMembers,
  type PlainValue,
  type TransactionDescription,
} from './describeActivity.ts'
export {
  type DenialExplanation,
  explainDenial,
  type FailedClause,
  type FailedPolicy,
} from './explainDenial.ts'
