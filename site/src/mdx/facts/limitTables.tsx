/** Limits, bounds and defaults. */
import { boundRows, defaultRows, limitRows, retentionRows } from '@keywright/contract/reference'
import { InlineText } from '../../shared/InlineText.tsx'
import { FactsTable, listOf } from './FactsTable.tsx'

/** Limits per organization or user. `only` names resources. */
export function Limits({ only }: { readonly only?: string }) {
  const rows = limitRows(listOf(only)).map(({ resource, title, parent, subOrganization, beyond }) => ({
    key: resource,
    cells: [title, parent, subOrganization, <InlineText key="beyond">{beyond}</InlineText>],
  }))
  return (
    <FactsTable
      label="limits"
      heads={['Resource', 'Parent organization', 'Sub-organization', 'Beyond the limit']}
      rows={rows}
    />
  )
}

/** Bounds of single values and of everything else that callers can grow. */
export function Bounds() {
  const rows = boundRows().map(({ name, title, owner, bound, beyond }) => ({
    key: name,
    cells: [
      <InlineText key="title">{title}</InlineText>,
      owner,
      <InlineText key="bound">{bound}</InlineText>,
      <InlineText key="beyond">{beyond}</InlineText>,
    ],
  }))
  return <FactsTable label="bounds" heads={['What', 'Per', 'Bound', 'Beyond the bound']} rows={rows} />
}

/** How long records are kept. */
export function Retentions() {
  const rows = retentionRows().map(({ name, record, kept, reason, removedBy }) => ({
    key: name,
    cells: [record, kept, reason, <InlineText key="removedBy">{removedBy}</InlineText>],
  }))
  return <FactsTable label="retention" heads={['Record', 'Kept', 'Why', 'Removed by']} rows={rows} />
}

/** Default values of omitted members. */
export function Defaults() {
  const rows = defaultRows().map(({ name, title, value }) => ({
    key: name,
    cells: [<InlineText key="title">{title}</InlineText>, <InlineText key="value">{value}</InlineText>],
  }))
  return <FactsTable label="defaults" heads={['Member', 'Default']} rows={rows} />
}
