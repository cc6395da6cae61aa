/** An inline value of the contract with its unit. */
import { type FactName, facts } from '@keywright/contract'

export function Fact({ of }: { readonly of: FactName }) {
  return <>{facts[of].text}</>
}
