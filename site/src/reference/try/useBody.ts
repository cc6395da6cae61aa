/** State of the request body: form values, or JSON text that the reader edits. */
import { useState } from 'react'
import type { CallToolProps } from '../callTool.ts'
import {
  bodyAround,
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

  const show = (next: JsonObject) => {
    setValue(next)
    setFilling((count) => count + 1)
    setRaw(undefined)
  }
  const around = (frame: Frame) => bodyAround(operation, type, frame, value)
  return {
    type,
    value,
    filling,
    /** The whole body as text. Undefined in form mode. */
    raw,
    setRaw,
    schemas,
    schema: formSchema(operation, type, schemas),
    change: (at: Parameters<typeof setAt>[1], next: unknown) =>
      setValue((before) => setAt(before, at, next) as JsonObject),
    around,
    /** Required fields of the form without a value. */
    missing: () => (raw === undefined ? missingOf(value, formSchema(operation, type, schemas), schemas) : []),
    text: (frame: Frame) => raw ?? JSON.stringify(around(frame)),
    /**
     * Resets the form with the sandbox's ids.
     * @param given already known members
     */
    reset(known: Known, next = type, given?: JsonObject) {
      setType(next)
      const takesLast = operation.operationId.startsWith('delete_')
      const start = settle(startOf(operation, next, schemas), known, takesLast) as JsonObject
      show({ ...start, ...given })
    },
    /** Switches to the form, unless the text isn't an object. */
    takeRaw() {
      const body = parsedOr(raw, undefined)
      if (body === undefined) return
      const { type: newType, parameters } = body
      if (kind === 'submit' && versions.some((version) => version.type === newType)) setType(String(newType))
      show(kind === 'query' ? filtersOf(body) : (Object(parameters) as JsonObject))
    },
  }
}
