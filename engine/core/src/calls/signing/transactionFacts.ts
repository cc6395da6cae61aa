/** What policies see of a transaction. */
import type { ReadTransaction } from '@keywright/keys'
import type { PolicyFacts } from '../../checked.ts'

export function transactionFacts({ type, fields }: ReadTransaction): PolicyFacts {
  switch (type) {
    case 'TRANSACTION_TYPE_ETHEREUM':
      return { eth: { tx: fields } }
    case 'TRANSACTION_TYPE_SOLANA':
      return { solana: { tx: fields } }
    case 'TRANSACTION_TYPE_BITCOIN':
      return { bitcoin: { tx: { ...fields } } }
  }
}
