/** Renders one component in a document of happy-dom, for tests. */
import { act, type ReactNode } from 'react'
import { createRoot } from 'react-dom/client'

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })

/** The element that holds the view, in the document; `leave` takes both away. */
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
