import type { RefObject } from 'react'
import { type CopyState, useCopy } from './useCopy.ts'

const LABELS = { idle: 'Copy', copied: 'Copied', refused: "Couldn't copy" } as const satisfies Record<
  CopyState,
  string
>
/** Label if the text is selected for copying by hand. */
const BY_HAND = 'Press Ctrl+C'

export interface CopyButtonProps {
  readonly text: string
  /** Names the text, if a page has many buttons. The accessible name becomes `Copy <what>`. */
  readonly what?: string
  /** Selected if the clipboard is unavailable, so that the reader can copy by hand. */
  readonly shown?: RefObject<Element | null>
}

/** The copy button for everything that React renders. */
export function CopyButton({ text, what, shown }: CopyButtonProps) {
  const { state, copy } = useCopy()
  async function onClick() {
    const outcome = await copy(text)
    if (outcome === 'refused' && shown?.current) getSelection()?.selectAllChildren(shown.current)
  }
  const label = state === 'refused' && shown ? BY_HAND : LABELS[state]
  return (
    <button type="button" className="copy-button" data-state={state} onClick={onClick}>
      <span aria-live="polite">{label}</span>
      {what && <span className="visually-hidden"> {what}</span>}
    </button>
  )
}
