/**
 * What a reader made of an example's code. It is kept as long as the tab: where a new build has taken the place of the page's,
 * what the page lacks of the old one reloads it.
 */
import { useCallback, useState } from 'react'
import { useSite } from '../shell/services.ts'

export function useEdited(file: string, original: string) {
  const { tab } = useSite().storage
  /** Undefined as long as the page's text is shown. */
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
