/** Explains a policy decision, with the text of `keywright policy explain`. */
import { type Explanation, explanationLines, type LineRole } from '@keywright/policy'
import { ScrollBox } from './texts.tsx'

/** A mark next to the word, for readers who can't distinguish the colors. */
const MARKS: Partial<Record<LineRole, string>> = {
  allowed: '✓ ',
  waiting: '◷ ',
  denied: '✕ ',
  true: '✓ ',
  false: '✕ ',
  error: '! ',
}

export function ExplanationView({ explanation }: { explanation: Explanation }) {
  return (
    <ScrollBox label="Decision" className="kwi-scrollbox kwi-explanation">
      {explanationLines(explanation).map(({ depth, parts }, i) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name
        <p key={i} style={{ paddingInlineStart: `${depth * 1.25}rem` }}>
          {parts.map(({ text, role }, n) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: parts have no other name
            <span key={n} data-role={role}>
              {MARKS[role] && <span aria-hidden="true">{MARKS[role]}</span>}
              {text}
            </span>
          ))}
        </p>
      ))}
    </ScrollBox>
  )
}
