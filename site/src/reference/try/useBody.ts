/** State of the request body: form values, or JSON text that the reader edits. */
import { useRef, useState } from 'react'
import type { CallToolProps } from '../callTool.ts'
import {
  bodyAround,
  changesOf,
  filtersOf,
  firstType,
  formSchema,
  type JsonObject,
  missingOf,
  parsedOr,
  setAt,
  startOf,
} from './bodyForm.ts'
import { type Known, settle } from './known.ts'

export type BodyState = ReturnType<typeof useBody>
type Frame = Parameters<typeof bodyAround>[2]

export function useBody({ operation, description }: CallToolProps) {
  const { schemas } = description.components
  const { kind, versions = [] } = operation['x-call']
  const [type, setType] = useState(() => firstType(operation))
  const [value, setValue] = useState<JsonObject>(() => startOf(operation, type, schemas))
  /** Changes whenever the form is refilled, to reset the state of its fields. */
  const [filling, setFilling] = useState(0)
  const [raw, setRaw] = useState<string>()
  /** What the reader has typed since the form last began to start, which takes a while. */
  const typed = useRef({ isRaw: false, changes: [] as (readonly [Parameters<typeof setAt>[1], unknown])[] })

  const show = (next: JsonObject) => {
    setValue(next)
    setFilling((count) => count + 1)
  }
  const around = (frame: Frame) => bodyAround(operation, type, frame, value)
  return {
    type,
    value,
    filling,
    /** The whole body as text. Undefined in form mode. */
    raw,
    setRaw: (text: string) => {
      typed.current.isRaw = true
      setRaw(text)
    },
    schemas,
    schema: formSchema(operation, type, schemas),
    change: (at: Parameters<typeof setAt>[1], next: unknown) => {
      typed.current.changes.push([at, next])
      setValue((before) => setAt(before, at, next) as JsonObject)
    },
    /** The reader lets go of what was typed so far. */
    startOver() {
      typed.current = { isRaw: false, changes: [] }
    },
    around,
    /** Required fields of the form without a value. */
    missing: () => (raw === undefined ? missingOf(value, formSchema(operation, type, schemas), schemas) : []),
    text: (frame: Frame) => raw ?? JSON.stringify(around(frame)),
    /**
     * Resets the form with the sandbox's ids, and keeps what the reader has typed meanwhile.
     * @param given already known members
     */
    reset(known: Known, next = type, given?: JsonObject) {
      setType(next)
      const takesLast = operation.operationId.startsWith('delete_')
      const start = settle(startOf(operation, next, schemas), known, takesLast) as JsonObject
      const { isRaw, changes } = typed.current
      // What was typed for another type doesn't fit.
      const kept = next === type ? changes : []
      show(
        kept.reduce<JsonObject>((body, [at, text]) => setAt(body, at, text) as JsonObject, {
          ...start,
          ...given,
        }),
      )
      if (!isRaw) setRaw(undefined)
    },
    /** Switches to the form, unless the text isn't an object. */
    takeRaw() {
      const body = parsedOr(raw, undefined)
      if (body === undefined) return
      const { type: newType, parameters } = body
      if (kind === 'submit' && versions.some((version) => version.type === newType)) setType(String(newType))
      const next = kind === 'query' ? filtersOf(body) : (Object(parameters) as JsonObject)
      show(next)
      typed.current.isRaw = false
      typed.current.changes.push(...changesOf(value, next))
      setRaw(undefined)
    },
  }
}
