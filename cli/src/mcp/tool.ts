/** What all tools share: their fields, and how they return results. */
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { z } from 'zod'
import { Failure, type FailureDetails } from '../output/failure.ts'
import { withinBudget } from './budget.ts'
import type { Engine } from './engine.ts'
import { ROOT_KEY, type ThrowAwayEngine } from './throwAwayEngine.ts'

/** Upper bound of names, paths and questions; bundles are longer. */
const MOST_GIVEN = 400
/** Upper bound of expressions and stamps. */
export const MOST_EXPRESSION = 16_384

/** Input schema that rejects unknown fields, so that misspelled or misplaced fields are not ignored. */
export const only = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z
    .strictObject(shape, {
      error: (issue) => {
        if (issue.code !== 'unrecognized_keys') return undefined
        const unknown = (issue['keys'] as string[]).map((key) => `\`${key.slice(0, 40)}\``).slice(0, 5)
        return `unknown field ${unknown.join(', ')}; this tool takes ${Object.keys(shape).join(', ') || 'no fields'}`
      },
    })
    // The SDK declares draft 7, and some clients read no draft but the newest. Both have what the tools use.
    .meta({ $schema: 'https://json-schema.org/draft/2020-12/schema' })
export const words = () => z.string().max(MOST_GIVEN)
/** An object with any members. `z.record` would add `propertyNames`, for which some clients reject all tools. */
export const anyObject = () => z.looseObject({})

export const expand = z.boolean().default(false).describe('Return every field of a long result')
const as = words().optional().describe(`Name of the key that stamps the request (default ${ROOT_KEY})`)
export const organizationId = words()
  .optional()
  .describe('ID of the organization (default: see describe_engine)')
/** Fields that only sessions with a temporary engine have: there, the model can stamp with any key. */
export const stamper = (engine: Engine) => (isTemporary(engine) ? { as } : {}) as { as: typeof as }
export const isTemporary = (engine: Engine): engine is ThrowAwayEngine => 'createKey' in engine

/** A page or a section, which has a budget of its own. */
export class Markdown {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
}

/** An error response of the engine, reported to the model in full. */
export class Refused {
  readonly status: number
  readonly body: unknown
  constructor(status: number, body: unknown) {
    this.status = status
    this.body = body
  }
}

/** @param isWhole whether the model asked for every field */
export async function answer(task: () => unknown, isWhole = false): Promise<CallToolResult> {
  try {
    const value = await task()
    if (value instanceof Refused)
      return { ...text({ status: value.status, ...Object(value.body) }, true), isError: true }
    if (value instanceof Markdown) return said(value.text)
    return text(value, isWhole)
  } catch (error) {
    if (!(error instanceof Error)) throw error
    const details: FailureDetails = error instanceof Failure ? error.details : {}
    const lines = [
      error.message,
      ...(details.lines ?? []),
      ...(details.hint === undefined ? [] : [details.hint]),
    ]
    return { ...text(lines.join('\n'), true), isError: true }
  }
}

const text = (value: unknown, isWhole: boolean) => said(withinBudget(value, isWhole))
const said = (words: string): CallToolResult => ({ content: [{ type: 'text', text: words }] })
