/** The search page as an island. */
import { SearchPage } from './SearchPage.tsx'
import './search.css'
import { openProvider, readSearchSettings } from './settings.ts'

export default function SearchIsland() {
  const settings = readSearchSettings()
  return <SearchPage settings={settings} openProvider={() => openProvider(settings)} />
}
