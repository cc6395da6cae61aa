// @vitest-environment happy-dom
import { act, render } from '@keywright/ui/test'
import { useState } from 'react'
import { expect, test } from 'vitest'
import type { Schema } from '../description.ts'
import { ObjectFields } from './SchemaField.tsx'

const schema: Schema = {
  type: 'object',
  required: ['text', 'count'],
  properties: { text: { type: 'string' }, count: { type: 'integer' } },
}

let sent: Readonly<Record<string, unknown>>
function Form() {
  const [value, setValue] = useState<Record<string, unknown>>({})
  sent = value
  const change = ([name]: readonly (string | number)[], next: unknown) =>
    setValue((before) => ({ ...before, [name!]: next }))
  return (
    <ObjectFields
      schema={schema}
      value={value}
      path={[]}
      form={{ schemas: {}, violations: [], suggest: () => [], onChange: change }}
    />
  )
}

async function type(field: HTMLInputElement, text: string): Promise<void> {
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
}

test('a field stays the same element, however long its text, and keeps text that is not a number yet', async () => {
  const { host, leave } = await render(<Form />)
  const [text, count] = host.querySelectorAll('input')
  await type(text!, 'f'.repeat(200))
  expect(host.querySelector('input')).toBe(text)
  for (const [typed, value] of [
    ['12', 12],
    ['1.', '1.'],
    ['1e', '1e'],
    ['12345678901234567890', '12345678901234567890'],
    ['Infinity', 'Infinity'],
  ] as const) {
    await type(count!, typed)
    expect([sent['count'], count!.value]).toEqual([value, typed])
  }
  leave()
})
