/** The body of a request as the console holds it: the values of a form, or a text that the reader edits. */
import { useState } from 'react'
import type { CallToolProps } from '../callTool.ts'
import {
  bodyAround,
  filtersOf,
  firstType,
  formSchema,
  type JsonObject,
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
  /** Changes with each filling, so that folds and texts of fields start over. */
  const [filling, setFilling] = useState(0)
  const [raw, setRaw] = useState<string>()

  const show = (next: JsonObject) => {
    setValue(next)
    setFilling((count) => count + 1)
    setRaw(undefined)
  }
  const fill = (start: JsonObject, known: Known | undefined, empties: boolean, given?: JsonObject) => {
    const takesLast = operation.operationId.startsWith('delete_')
    const settled = known ? (settle(start, known, { takesLast, empties }) as JsonObject) : start
    show({ ...settled, ...given })
  }
  const around = (frame: Frame) => bodyAround(operation, type, frame, value)
  return {
    type,
    value,
    filling,
    /** The whole body as text; undefined in the form. */
    raw,
    setRaw,
    schemas,
    schema: formSchema(operation, type, schemas),
    change: (at: Parameters<typeof setAt>[1], next: unknown) =>
      setValue((before) => setAt(before, at, next) as JsonObject),
    around,
    text: (frame: Frame) => raw ?? JSON.stringify(around(frame)),
    /**
     * Starts over with the ids that a server has.
     * @param empties whether ids it doesn't have are left out
     * @param given members that are known already
     */
    reset(known: Known | undefined, next = type, empties = false, given?: JsonObject) {
      setType(next)
      fill(startOf(operation, next, schemas), known, empties, given)
    },
    /** Keeps what the reader entered, with ids of another server. */
    refill: (known: Known | undefined, empties: boolean) => fill(value, known, empties),
    /** Puts the text into the form; a text that is not an object stays a text. */
    takeRaw() {
      const body = parsedOr(raw, undefined)
      if (body === undefined) return
      const { type: newType, parameters } = body
      if (kind === 'submit' && versions.some((version) => version.type === newType)) setType(String(newType))
      show(kind === 'query' ? filtersOf(body) : (Object(parameters) as JsonObject))
    },
  }
}
