/** Tables of the fields in the policy language, from the checker's vocabulary. */
import { VOCABULARY } from '@keywright/policy'
import { InlineCode } from '../InlineCode.tsx'
import { InlineText } from '../InlineText.tsx'
import { FactsTable, Newer } from './FactsTable.tsx'

/** The names of the structs of the policy language. */
export const policyStructs: readonly string[] = VOCABULARY.structs.map(({ name }) => name)

/** The fields of one struct of the policy language. */
export function PolicyFields({ of }: { readonly of: string }) {
  const { fields } = VOCABULARY.structs.find(({ name }) => name === of)!
  const rows = fields.map(({ name, type, doc, era }) => ({
    key: name,
    cells: [
      <>
        <InlineCode>{name}</InlineCode>
        <Newer era={era} />
      </>,
      <InlineCode key="type">{type}</InlineCode>,
      <InlineText key="doc">{doc}</InlineText>,
    ],
  }))
  return <FactsTable label={`fields of ${of}`} heads={['Field', 'Type', 'Meaning']} rows={rows} />
}
