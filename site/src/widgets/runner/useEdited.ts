/**
 * The reader's edits of an example, stored for the lifetime of the tab, because the page reloads if a new build has
 * replaced its files.
 */
import { useCallback, useState } from 'react'
import { useSite } from '../../shared/services.ts'

export function useEdited(file: string, original: string) {
  const { tab } = useSite().storage
  /** Undefined until edited. */
  const [edited, setEdited] = useState<string>()
  const key = `edited ${file}`

  const open = useCallback(() => setEdited(tab.read(key) ?? original), [tab, key, original])
  const change = useCallback(
    (text: string) => {
      setEdited(text)
      tab.write(key, text === original ? null : text)
    },
    [tab, key, original],
  )
  const forget = useCallback(() => {
    setEdited(undefined)
    tab.write(key, null)
  }, [tab, key])
  return { edited, open, change, forget }
}
