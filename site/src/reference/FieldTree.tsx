/** Fields as an expandable tree: what stands below a field is rendered when it is opened. */
import { useState } from 'react'
import type { Schema } from './description.ts'
import { type FieldRow, fieldsOf, type Schemas } from './fields.ts'
import { Words } from './Words.tsx'

export function FieldTree({ schema, schemas, label }: { schema: Schema; schemas: Schemas; label: string }) {
  const rows = fieldsOf(schema, schemas)
  if (rows.length === 0) return <p className="field-none">No fields: send an empty object.</p>
  return (
    <ul className="field-tree" aria-label={label}>
      {rows.map((row) => (
        <Field key={row.name} row={row} schemas={schemas} />
      ))}
    </ul>
  )
}

function Field({ row, schemas }: { row: FieldRow; schemas: Schemas }) {
  return (
    <li>
      <p className="field-head">
        <code>{row.name}</code> <span className="field-type">{row.type}</span>{' '}
        <span className="field-need" data-required={row.required}>
          {row.required ? 'required' : 'optional'}
        </span>
        {row.later && <span className="field-later"> added later</span>}
      </p>
      {row.description && (
        <p>
          <Words text={row.description} />
        </p>
      )}
      {(row.limits.length > 0 || row.default !== undefined) && (
        <p className="field-limits">
          {[...row.limits, ...(row.default === undefined ? [] : [`default ${row.default}`])].join('; ')}
        </p>
      )}
      {row.members.length > 0 && <Members row={row} />}
      {row.below && (
        <Fold label={`Fields of ${row.entity ?? row.name}`}>
          <FieldTree schema={row.below} schemas={schemas} label={`Fields of ${row.entity ?? row.name}`} />
        </Fold>
      )}
    </li>
  )
}

function Members({ row }: { row: FieldRow }) {
  return (
    <Fold label={`${row.members.length} values`}>
      <ul className="field-members">
        {row.members.map(({ value, description }) => (
          <li key={value}>
            <code>{value}</code>
            {description && (
              <>
                {' '}
                <Words text={description} />
              </>
            )}
          </li>
        ))}
      </ul>
    </Fold>
  )
}

/** A disclosure whose content exists once it was opened: an entity may hold itself. */
function Fold({ label, children }: { label: string; children: React.ReactNode }) {
  const [opened, setOpened] = useState(false)
  return (
    <details className="field-fold" onToggle={(event) => event.currentTarget.open && setOpened(true)}>
      <summary>{label}</summary>
      {opened && children}
    </details>
  )
}
