/** The console over a development host in the same process, for tests. */
import { TEST_URL, type TestDevhost } from '@keywright/devhost/testing'
import { act } from 'react'
import type { Connection } from '../connection.ts'
import { Inspector } from '../Inspector.tsx'
import type { Place } from '../live.ts'
import { render } from '../ui/testing.ts'

export interface TestConsole {
  readonly dev: TestDevhost
  readonly host: HTMLElement
  leave(): Promise<void>
}

/** As the sandbox is reached: events come without a stream. */
export const connectionTo = ({ host }: TestDevhost): Connection => ({
  url: TEST_URL,
  fetch: host.handle,
  listen(onEvent, onState) {
    onState(true)
    return host.events.listen(({ name }) => onEvent(name))
  },
})

export async function openConsole(dev: TestDevhost, place?: Place): Promise<TestConsole> {
  const connection = connectionTo(dev)
  const { host, leave } = await render(
    <Inspector connection={connection} {...(place && { place, onPlace() {} })} />,
  )
  return { dev, host, leave }
}

/** Waits until React has shown what it takes to find something. */
export async function until<T>(find: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = find()
    if (found) return found
    if (tries > 200) throw new Error(`never shown:\n${document.body.textContent}`)
    await act(() => new Promise<void>((done) => setTimeout(done, 10)))
  }
}

export const buttonNamed = (name: string | RegExp): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((button) =>
    typeof name === 'string' ? button.textContent?.trim() === name : name.test(button.textContent ?? ''),
  )

/** Types into the field with that label, as React hears it. */
export async function fill(label: string, value: string): Promise<void> {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === label)
  const input = document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
  const prototype = input.tagName === 'SELECT' ? HTMLSelectElement.prototype : HTMLInputElement.prototype
  await act(async () => {
    Object.getOwnPropertyDescriptor(prototype, 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  })
}
