/** A form field for a schema: text, choice, list or object. */
import { useState } from 'react'
import { Button, SelectField, TextField } from '../../widgets/kit/fields.tsx'
import type { Schema } from '../description.ts'
import { resolve, type Schemas } from '../fields.ts'
import { blankOf, fieldOf, type Json, type Path, type Violation } from './bodyForm.ts'

export interface FormContext {
  readonly schemas: Schemas
  readonly violations: readonly Violation[]
  readonly suggest: (field: string) => readonly string[]
  /** `undefined` removes the value. */
  readonly onChange: (path: Path, value: Json) => void
}

interface SchemaFieldProps {
  readonly name: string
  readonly place: Schema
  readonly isRequired: boolean
  readonly value: Json
  readonly path: Path
  readonly form: FormContext
}

/** Props of a field for one type of schema. */
type TypedFieldProps = SchemaFieldProps & {
  readonly schema: Schema
  readonly label: React.ReactNode
  readonly error: string | undefined
}

/** Option that omits the field. */
const ABSENT = '— not sent —'

export function SchemaField(props: SchemaFieldProps) {
  const { name, place, isRequired, value, path, form } = props
  const schema = resolve(place, form.schemas)
  const error = form.violations.find(({ field }) => field === fieldOf(path))?.description
  const label = (
    <>
      <code>{name}</code> {isRequired ? <span className="field-need">required</span> : null}
    </>
  )
  const set = (next: Json) => form.onChange(path, next)

  if (value === undefined && (schema.type === 'object' || schema.type === 'array'))
    return (
      <p className="try-absent">
        <Button onClick={() => set(blankOf(place, form.schemas))}>Add {name}</Button>
        {error && <span className="element-error"> ✕ {error}</span>}
      </p>
    )
  if (schema.type === 'object' && schema.properties)
    return (
      <fieldset>
        <legend>{label}</legend>
        {error && <p className="element-error">✕ {error}</p>}
        <ObjectFields schema={schema} value={Object(value)} path={path} form={form} />
        {!isRequired && <Button onClick={() => set(undefined)}>Leave out {name}</Button>}
      </fieldset>
    )
  if (schema.type === 'array') return <ListField {...props} schema={schema} label={label} error={error} />
  if (schema.type === 'object' || schema.type === undefined)
    return <JsonField label={label} value={value} onChange={set} />
  const Leaf = schema.enum || schema.type === 'boolean' ? ChoiceField : ScalarField
  return <Leaf {...props} schema={schema} label={label} error={error} />
}

function ChoiceField({ schema, label, error, isRequired, value, path, form }: TypedFieldProps) {
  const members = schema.enum ?? [true, false]
  const options = members.map((one) => JSON.stringify(one))
  return (
    <SelectField
      label={label}
      value={value === undefined ? ABSENT : JSON.stringify(value)}
      options={[
        ...(isRequired ? [] : [ABSENT]),
        ...(value === undefined || options.includes(JSON.stringify(value)) ? [] : [JSON.stringify(value)]),
        ...options.map((one) => [one, one.replaceAll('"', '')] as const),
      ]}
      onChange={(next) => form.onChange(path, next === ABSENT ? undefined : JSON.parse(next))}
      hint={hintOf(schema)}
      error={error}
    />
  )
}

function ScalarField({ name, schema, label, error, isRequired, value, path, form }: TypedFieldProps) {
  const isNumber = schema.type === 'integer' || schema.type === 'number'
  const text = value === undefined ? '' : String(value)
  const suggested = form.suggest(name)
  // Decided once: another element would take the focus away while the reader types.
  const [isLong] = useState(text.length > LONG)
  return (
    <TextField
      label={label}
      value={text}
      // Omit an empty optional string. Send an empty required one, so that the engine reports the error.
      onChange={(next) =>
        form.onChange(path, next === '' && !isRequired ? undefined : isNumber ? asNumber(next) : next)
      }
      {...(isLong && { rows: 3 })}
      {...(suggested.length > 0 && { list: suggested })}
      {...((isNumber || schema['x-number-as-string']) && { inputMode: 'numeric' as const })}
      hint={hintOf(schema)}
      error={error}
    />
  )
}

/** Values with more characters get several lines. */
const LONG = 80

/** Keeps text that isn't written like a number, so that typing goes on and the engine rejects it. */
const asNumber = (text: string): Json =>
  Number.isFinite(Number(text)) && String(Number(text)) === text ? Number(text) : text

/** The first sentence of the description, and the default. */
function hintOf({ description = '', default: standard }: Schema): string {
  const words = description.split(/(?<=\.)\s/)[0]!
  return `${words}${standard === undefined ? '' : ` Default: ${JSON.stringify(standard).replaceAll('"', '')}.`}`.replaceAll(
    '`',
    '',
  )
}

interface ObjectFieldsProps {
  readonly schema: Schema
  readonly value: Readonly<Record<string, Json>>
  readonly path: Path
  readonly form: FormContext
}

/** Required fields and fields with a value first, the others in a disclosure. */
export function ObjectFields({ schema, value, path, form }: ObjectFieldsProps) {
  const required = new Set(schema.required ?? [])
  // Fields don't move while the reader types.
  const [shown] = useState(
    () =>
      new Set(
        Object.keys(schema.properties ?? {}).filter(
          (name) => required.has(name) || value[name] !== undefined,
        ),
      ),
  )
  const all = Object.entries(schema.properties ?? {})
  const fieldsOf = (entries: typeof all) =>
    entries.map(([name, place]) => (
      <SchemaField
        key={name}
        name={name}
        place={place}
        isRequired={required.has(name)}
        value={value[name]}
        path={[...path, name]}
        form={form}
      />
    ))
  const rest = all.filter(([name]) => !shown.has(name))
  return (
    <div className="try-fields">
      {fieldsOf(all.filter(([name]) => shown.has(name)))}
      {rest.length > 0 && (
        <details>
          <summary>
            {rest.length} optional {rest.length === 1 ? 'field' : 'fields'}
          </summary>
          <div className="try-fields">{fieldsOf(rest)}</div>
        </details>
      )}
    </div>
  )
}

function ListField({ name, schema, label, error, isRequired, value, path, form }: TypedFieldProps) {
  const items = Array.isArray(value) ? value : []
  return (
    <fieldset>
      <legend>{label}</legend>
      {error && <p className="element-error">✕ {error}</p>}
      <div className="try-fields">
        {items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: entries of a list have no other name
          <div className="try-item" key={index}>
            <SchemaField
              name={`${name} ${index + 1}`}
              place={schema.items!}
              isRequired
              value={item}
              path={[...path, index]}
              form={{ ...form, suggest: (field) => form.suggest(field.replace(/ \d+$/, '')) }}
            />
            <Button onClick={() => form.onChange([...path, index], undefined)}>
              Remove {name} {index + 1}
            </Button>
          </div>
        ))}
        <div className="element-buttons">
          <Button
            onClick={() =>
              form.onChange(
                [...path, items.length],
                form.suggest(name)[items.length] ?? blankOf(schema.items!, form.schemas),
              )
            }
          >
            Add to {name}
          </Button>
          {!isRequired && <Button onClick={() => form.onChange(path, undefined)}>Leave out {name}</Button>}
        </div>
      </div>
    </fieldset>
  )
}

/** For values without a schema. */
function JsonField({
  label,
  value,
  onChange,
}: {
  label: React.ReactNode
  value: Json
  onChange: (value: Json) => void
}) {
  const [text, setText] = useState(() => (value === undefined ? '' : JSON.stringify(value)))
  const [isWrong, setWrong] = useState(false)
  return (
    <TextField
      label={label}
      value={text}
      hint="JSON. Leave empty to omit it."
      error={isWrong ? 'This isn’t valid JSON yet.' : undefined}
      onChange={(next) => {
        setText(next)
        try {
          onChange(next.trim() === '' ? undefined : JSON.parse(next))
          setWrong(false)
        } catch {
          setWrong(true)
        }
      }}
    />
  )
}
