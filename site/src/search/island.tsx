/** The search page as an island. */
import { mountIsland } from '../shell/mountIsland.tsx'
import { SearchPage } from './SearchPage.tsx'
import './search.css'
import { openProvider, readSearchSettings } from './settings.ts'

export function mount(element: HTMLElement): () => void {
  const settings = readSearchSettings()
  return mountIsland(element, <SearchPage settings={settings} openProvider={() => openProvider(settings)} />)
}
