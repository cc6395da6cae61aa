/** Checks that JSON fences parse, and that requests, responses and objects fit the contract. */
import {
  ApiError,
  type CallName,
  calls,
  type EntityName,
  entities,
  parseBody,
  parseWith,
  type Schema,
} from '@keywright/contract'
import type { Fence } from '../markdown/fence.ts'
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'

/** Checks one fence. Reports syntax errors at their line, if the JavaScript engine provides it. */
export function checkJsonFence(fence: Fence, report: Reporter): void {
  const value = parseJson(fence, report)
  if (value === undefined) return
  const { request, response, object } = fence.values
  const fail = (message: string) => report.error(message, fence.line)
  if (request !== undefined) {
    const call = findCall(request, fail)
    if (call !== undefined)
      tryContract(`request of ${request}`, () => parseBody(calls[call] as never, value), fail)
  }
  if (response !== undefined) {
    const call = findCall(response, fail)
    if (call !== undefined) checkResponse(call, value, fail)
  }
  if (object !== undefined) {
    if (!Object.hasOwn(entities, object))
      fail(`unknown object \`${object}\`${suggestion(object, Object.keys(entities))}`)
    else tryContract(object, () => parseWith(entities[object as EntityName] as Schema, value), fail)
  }
}

type Fail = (message: string) => void

function parseJson(fence: Fence, report: Reporter): unknown {
  try {
    return JSON.parse(fence.code)
  } catch (error) {
    const message = (error as Error).message
    const position = /position (\d+)/.exec(message)?.[1]
    const before = position === undefined ? '' : fence.code.slice(0, Number(position))
    // Some JavaScript engines quote the text, which may span several lines.
    const reason = message.replace(/, ".*/s, '')
    report.error(`JSON: ${reason}`, fence.line + before.split('\n').length)
    return undefined
  }
}

function findCall(name: string, fail: Fail): CallName | undefined {
  if (Object.hasOwn(calls, name)) return name as CallName
  fail(`unknown call \`${name}\`${suggestion(name, Object.keys(calls))}`)
  return undefined
}

/** A query returns its own object, a submit returns the activity. */
function checkResponse(name: CallName, value: unknown, fail: Fail): void {
  const call = calls[name]
  const what = `response of ${name}`
  if (call.kind === 'query') {
    tryContract(what, () => parseWith(call.response as Schema, value), fail)
    return
  }
  const members = typeof value === 'object' && value !== null ? Object.keys(value) : []
  if (members.join() !== 'activity') fail(`${what}: the only member is \`activity\``)
  else {
    const { activity } = value as { activity: unknown }
    tryContract(what, () => parseWith(entities.Activity as Schema, activity, 'activity'), fail)
  }
}

function tryContract(what: string, check: () => unknown, fail: Fail): void {
  try {
    check()
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    fail(`${what}: ${error.message}`)
  }
}
