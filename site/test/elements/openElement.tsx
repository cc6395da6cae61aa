/** Renders an element with happy-dom, for tests. */

import { render } from '@keywright/ui/test'
import { afterEach, vi } from 'vitest'
import { SiteContext, type SiteServices } from '../../src/shared/services.ts'
import { elements } from '../../src/widgets/elements/registry.ts'
import { ElementTitle } from '../../src/widgets/kit/ElementFrame.tsx'

export const announce = vi.fn()
const slot = { read: () => null, write: () => undefined }
const site: SiteServices = { storage: { kept: slot, tab: slot }, announce, navigate: () => undefined }

let open: { leave: () => Promise<void> } | undefined
afterEach(async () => {
  await open?.leave()
  open = undefined
})

/** Unmounts after the test. @param chosen the author's attributes */
export async function openElement(
  id: string,
  chosen: Readonly<Record<string, string>> = {},
): Promise<HTMLElement> {
  const { default: Element } = await elements[id]!()
  const { host, leave } = await render(
    <SiteContext value={site}>
      <ElementTitle value={id}>
        <Element chosen={chosen} />
      </ElementTitle>
    </SiteContext>,
  )
  open = { leave }
  return host
}
