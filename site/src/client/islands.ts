/** Interactive parts of pages: each is a folder with an `island.tsx`, loaded when its element comes near. */

import { showPartError } from './loadError.ts'
import { loadPart } from './loadPart.ts'

/** What `src/<name>/island.tsx` exports. */
export interface IslandModule {
  /** Takes over the element, whose content until then is its text fallback. Answers how to leave. */
  mount(element: HTMLElement): () => void
}

const loaders = import.meta.glob<IslandModule>('../*/island.tsx')
const NEAR = '300px'

let watcher: IntersectionObserver | undefined
const leave: (() => void)[] = []

/** Leaves the islands of the page before and watches those of the page that is now shown. */
export function mountIslands(): void {
  watcher?.disconnect()
  for (const unmount of leave.splice(0)) unmount()
  const elements = document.querySelectorAll<HTMLElement>('main [data-island]')
  if (elements.length === 0) return
  watcher = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) {
        if (!entry.isIntersecting) continue
        watcher?.unobserve(entry.target)
        void mount(entry.target as HTMLElement)
      }
    },
    { rootMargin: NEAR },
  )
  for (const element of elements) watcher.observe(element)
}

async function mount(element: HTMLElement): Promise<void> {
  const name = element.dataset.island!
  const load = loaders[`../${name}/island.tsx`]
  if (!load) return console.error(`unknown island \`${name}\``)
  try {
    const island = await loadPart(`island ${name}`, load)
    if (!element.isConnected) return
    leave.push(island.mount(element))
  } catch (error) {
    showPartError('This part of the page', error, () => mount(element), element)
  }
}
