/** Fields as an expandable tree. Nested fields render when opened or when a link targets them. */

import { type ReactNode, use, useState } from 'react'
import { InlineText } from '../shared/InlineText.tsx'
import { LATER, type Schema } from './description.ts'
import { type FieldRow, fieldsOf, type Schemas } from './fields.ts'
import { TargetContext } from './useTarget.ts'

export interface FieldTreeProps {
  readonly schema: Schema
  readonly schemas: Schemas
  readonly label: string
  /** Id of the parent. A field's id is this, a dot, and its name. */
  readonly place: string
}

export function FieldTree({ schema, schemas, label, place }: FieldTreeProps) {
  const rows = fieldsOf(schema, schemas)
  if (rows.length === 0) return <p className="field-none">No fields: an empty object.</p>
  return (
    <ul className="field-tree" aria-label={label}>
      {rows.map((row) => (
        <Field key={row.name} row={row} schemas={schemas} id={`${place}.${row.name}`} />
      ))}
    </ul>
  )
}

function Field({ row, schemas, id }: { row: FieldRow; schemas: Schemas; id: string }) {
  const isTarget = use(TargetContext)?.id === id
  const below = `Fields of ${row.entity ?? row.name}`
  const limits = [...row.limits, ...(row.default === undefined ? [] : [`default ${row.default}`])].filter(
    (limit) => !row.description?.toLowerCase().includes(limit),
  )
  return (
    <li id={id} data-target={isTarget || undefined}>
      <p className="field-head">
        <code>{row.name}</code> <span className="field-type">{row.type}</span>{' '}
        <span className="field-need" data-required={row.required}>
          {row.required ? 'required' : 'optional'}
        </span>
        {row.later && <span className="field-later"> {LATER}</span>}
        <a className="anchor" href={`#${id}`} aria-label={`Link to ${row.name}`}>
          #
        </a>
      </p>
      {row.description && (
        <p>
          <InlineText>{row.description}</InlineText>
        </p>
      )}
      {limits.length > 0 && <p className="field-limits">{limits.join('; ')}</p>}
      {row.members.length > 0 && <Members row={row} id={id} />}
      {row.below && (
        <Fold label={below} id={id}>
          <FieldTree schema={row.below} schemas={schemas} label={below} place={id} />
        </Fold>
      )}
    </li>
  )
}

function Members({ row, id }: { row: FieldRow; id: string }) {
  return (
    <Fold label={row.members.length === 1 ? '1 value' : `${row.members.length} values`} id={id}>
      <ul className="field-members">
        {row.members.map(({ value, description }) => (
          <li key={value}>
            <code>{value}</code>
            {description && (
              <>
                {' '}
                <InlineText>{description}</InlineText>
              </>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** A disclosure that renders its content only when open, because entities can be recursive. */
function Fold({ label, id, children }: { label: string; id: string; children: ReactNode }) {
  const target = use(TargetContext)
  const [open, setOpen] = useState(false)
  const [followed, setFollowed] = useState<unknown>()
  // A link to a nested field opens it once. The reader can close it again.
  if (target !== followed) {
    setFollowed(target)
    if (target?.id.startsWith(`${id}.`)) setOpen(true)
  }
  return (
    <details className="field-fold" open={open} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{label}</summary>
      {open && children}
    </details>
  )
}
