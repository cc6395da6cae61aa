/** An aside that interrupts the text: each kind has its own shape and word, never color alone. */
import type { ReactNode } from 'react'

export const admonitionKinds = ['note', 'tip', 'caution', 'danger'] as const
export type AdmonitionKind = (typeof admonitionKinds)[number]

interface AdmonitionProps {
  readonly kind: AdmonitionKind
  /** Replaces the default title of the kind. */
  readonly title?: string
  readonly children?: ReactNode
}

const variants: Readonly<Record<AdmonitionKind, { word: string; shape: string }>> = {
  note: { word: 'Note', shape: 'M8 1.5a6.5 6.5 0 1 0 0 13a6.5 6.5 0 1 0 0-13ZM8 7v4M8 4.8v.4' },
  tip: { word: 'Tip', shape: 'M2 8h11M9 4l4 4-4 4' },
  caution: { word: 'Caution', shape: 'M8 1.8 15 14H1ZM8 6.2v3.6M8 11.6v.4' },
  danger: { word: 'Danger', shape: 'M5 1.5h6L14.5 5v6L11 14.5H5L1.5 11V5ZM5.5 5.5l5 5M10.5 5.5l-5 5' },
}

export function Admonition({ kind, title, children }: AdmonitionProps) {
  const { word, shape } = variants[kind]
  return (
    <div className="admonition" data-kind={kind} role="note">
      <p className="admonition-title">
        <svg className="admonition-shape" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
          <path d={shape} />
        </svg>
        {title === undefined ? (
          word
        ) : (
          <>
            <span className="visually-hidden">{word}: </span>
            {title}
          </>
        )}
      </p>
      <div className="admonition-body">{children}</div>
    </div>
  )
}
