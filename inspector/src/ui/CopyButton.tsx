import type { RefObject } from 'react'
import { type CopyState, useCopy } from './useCopy.ts'
import './copyButton.css'

const LABELS = { idle: 'Copy', copied: 'Copied', refused: 'Not copied' } as const satisfies Record<
  CopyState,
  string
>
/** Where what was refused is selected. */
const BY_HAND = 'Press Ctrl+C'

export interface CopyButtonProps {
  readonly text: string
  /** What is copied, where a page has many buttons: the accessible name becomes `Copy <what>`. */
  readonly what?: string
  /** Selected where the clipboard is out of reach, so that the reader can copy by hand. */
  readonly shown?: RefObject<Element | null>
}

/** Copies a text whole. The one copy button of everything that React renders. */
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
