/** Tables of the policy language, from the checker's vocabulary. */
import { OPERATIONS, VOCABULARY } from '@keywright/policy'
import { InlineCode } from '../../shared/InlineCode.tsx'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable } from './FactsTable.tsx'

/** The names of the structs of the policy language. */
export const policyStructs: readonly string[] = VOCABULARY.structs.map(({ name }) => name)

/** The fields of one struct of the policy language. */
export function PolicyFields({ of }: { readonly of: string }) {
  const { fields } = VOCABULARY.structs.find(({ name }) => name === of)!
  const rows = fields.map(({ name, type, doc }) => ({
    key: name,
    cells: [
      <InlineCode key="name">{name}</InlineCode>,
      <InlineCode key="type">{type}</InlineCode>,
      <InlineText key="doc">{doc}</InlineText>,
    ],
  }))
  return <FactsTable label={`fields of ${of}`} heads={['Field', 'Type', 'Meaning']} rows={rows} />
}

/** The names that an expression may begin with. */
export function PolicyNames() {
  const rows = VOCABULARY.names.map(({ path, side, type, doc }) => ({
    key: path,
    cells: [
      <InlineCode key="name">{path}</InlineCode>,
      side,
      <InlineCode key="type">{type}</InlineCode>,
      <InlineText key="doc">{doc}</InlineText>,
    ],
  }))
  return <FactsTable label="names" heads={['Name', 'Side', 'Type', 'Meaning']} rows={rows} />
}

/** Anchors of operators and functions that readers search for. */
const ANCHORS: Readonly<Record<string, string>> = {
  'x in list': 'in',
  'list[i]': 'list-index',
  "'text'[i]": 'text-index',
  'list[a..b]': 'list-slice',
  "'text'[a..b]": 'text-slice',
  "map['key']": 'map-entry',
  'list.all(v, p)': 'list-all',
  'list.any(v, p)': 'list-any',
  'list.contains(x)': 'list-contains',
  'list.count()': 'list-count',
  'list.filter(v, p)': 'list-filter',
}

/** Operators and functions. */
export function PolicyOperations() {
  const rows = OPERATIONS.map(({ form, type, doc }) => {
    const id = ANCHORS[form]
    return {
      key: form,
      ...(id !== undefined && { id }),
      cells: [
        <InlineCode key="form">{form}</InlineCode>,
        <InlineCode key="type">{type}</InlineCode>,
        <InlineText key="doc">{doc}</InlineText>,
      ],
    }
  })
  return <FactsTable label="operators and functions" heads={['Form', 'Type', 'Meaning']} rows={rows} />
}
