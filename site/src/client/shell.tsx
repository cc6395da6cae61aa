/** Hydrates the shell's regions with React. Loaded on the first intent. */

import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import type { ShellModel } from '../app/fragment.ts'
import { CrashBoundary } from '../shell/CrashBoundary.tsx'
import { MainMenu, Navbar } from '../shell/Navbar.tsx'

const REGIONS = { navbar: Navbar, menu: MainMenu } as const

/** Takes over the rendered regions; the answer renders them for another page. */
export function hydrateShell(model: ShellModel): (model: ShellModel) => void {
  const regions = Object.entries(REGIONS).map(([name, Region]) => {
    const view = (state: ShellModel) => (
      <StrictMode>
        <CrashBoundary>
          <Region model={state} />
        </CrashBoundary>
      </StrictMode>
    )
    const root = hydrateRoot(document.querySelector(`[data-shell="${name}"]`)!, view(model))
    return (state: ShellModel) => root.render(view(state))
  })
  return (state) =>
    startTransition(() => {
      for (const render of regions) render(state)
    })
}
