/** The search page as an island. */
import { useCallback, useState } from 'react'
import { openProvider } from './openProvider.ts'
import { SearchPage } from './SearchPage.tsx'
import './search.css'
import { readSearchSettings } from './settings.ts'

export default function SearchIsland() {
  const [settings] = useState(() => readSearchSettings())
  const open = useCallback(() => openProvider(settings), [settings])
  return <SearchPage settings={settings} openProvider={open} />
}
