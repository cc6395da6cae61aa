/** Test helpers: renders a component with happy-dom. */
import { act as flush, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The real one, also while a test controls the timers. */
const nextTask = globalThis.setImmediate

/** Does something and renders what follows, including the promises that it starts. */
export const act = (run: () => unknown): Promise<void> =>
  flush(async () => {
    await run()
    await new Promise((resolve) => nextTask(resolve))
  })

/** Returns the element that holds the view. `leave` removes both. */
export async function render(view: ReactNode): Promise<{ host: HTMLElement; leave: () => Promise<void> }> {
  const host = document.body.appendChild(document.createElement('div'))
  const root = createRoot(host)
  await act(async () => root.render(view))
  const leave = async () => {
    await act(async () => root.unmount())
    host.remove()
  }
  return { host, leave }
}

export const press = (element: Element, key: string): Promise<void> =>
  act(
    async () =>
      void element.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true })),
  )

export const click = (element: HTMLElement): Promise<void> => act(async () => element.click())

/** Waits up to 30 seconds, half of a test's time limit, until `find` returns something. */
export async function until<T>(find: () => T | null | undefined | false): Promise<T> {
  for (let tries = 0; ; tries++) {
    const found = find()
    if (found) return found
    if (tries > 3000) throw new Error(`never shown:\n${document.body.textContent}`)
    await act(() => new Promise<void>((done) => setTimeout(done, 10)))
  }
}

export const buttonNamed = (name: string | RegExp): HTMLButtonElement | undefined =>
  [...document.querySelectorAll('button')].find((button) =>
    typeof name === 'string' ? button.textContent?.trim() === name : name.test(button.textContent ?? ''),
  )

/** Types into the field with that label, with the events that React expects. */
export async function fill(label: string, value: string): Promise<void> {
  const found = [...document.querySelectorAll('label')].find((one) => one.textContent?.trim() === label)
  const input = document.getElementById(found?.htmlFor ?? '') as HTMLInputElement | null
  if (!input) throw new Error(`no field is labeled ${label}`)
  await act(async () => {
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(input), 'value')!.set!.call(input, value)
    input.dispatchEvent(new Event(input.tagName === 'SELECT' ? 'change' : 'input', { bubbles: true }))
  })
}
