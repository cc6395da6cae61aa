/** The list that a page holds: its tables of what is true, its rules, its numbered steps. The page is the only copy. */
import { headingBefore, headingText } from '../kit/pageText.tsx'

export interface ChecklistItem {
  /** Ticks are kept under it; the same for what two pages say. */
  readonly id: string
  readonly text: string
  /** How to see that it is so, where the page says it. */
  readonly check?: string
}

export interface ChecklistGroup {
  readonly title: string
  readonly items: readonly ChecklistItem[]
}

/** Rules of the best practices that are lines of the launch checklist: the id of the rule's heading → the line. */
export const SAME: Readonly<Record<string, string>> = {
  'one-user-per-application': 'Each program has its own user and key.',
  'root-users': 'No program is a member, and members do not use their root user for daily work.',
  'two-authenticators': 'Each member has two credentials of different kinds.',
  'expiring-keys': 'Jobs use keys with expirationSeconds.',
  'secret-manager': 'Private keys live in a secret manager and nowhere else.',
  'policy-changes': 'Changing policies, tags and credentials of others needs two people.',
  export: 'Export is denied to machines and needs several people.',
}

/** @param text of the article, or of the whole page */
export function readChecklist(text: ParentNode): ChecklistGroup[] {
  const groups = new Map<string, ChecklistItem[]>()
  const add = (at: Element, item: ChecklistItem) => {
    const heading = headingBefore(at, 'h2')
    const title = heading ? headingText(heading) : 'Checklist'
    groups.set(title, [...(groups.get(title) ?? []), item])
  }
  for (const at of text.querySelectorAll('table, p, .steps > ol > li')) {
    if (at.localName === 'table') for (const item of readTable(at)) add(at, item)
    else if (at.localName === 'p') {
      const item = readRule(at)
      if (item) add(at, item)
    } else add(at, { id: idOf(words(at)), text: words(at) })
  }
  return [...groups].map(([title, items]) => ({ title, items }))
}

function readTable(table: Element): ChecklistItem[] {
  if (table.querySelector('th')?.textContent !== 'True') return []
  return [...table.querySelectorAll('tbody tr')].map((row) => {
    const [text, check] = [...row.querySelectorAll('td')].map(words)
    return { id: idOf(text!), text: text!, ...(check && { check }) }
  })
}

function readRule(paragraph: Element): ChecklistItem | undefined {
  if (!/^Rule\./.test(words(paragraph))) return undefined
  const heading = headingBefore(paragraph, 'h3')
  const text = words(paragraph).replace(/^Rule\.\s*/, '')
  return { id: idOf(SAME[heading?.id ?? ''] ?? text), text }
}

const words = (node: Element) => node.textContent!.replace(/\s+/g, ' ').trim()

const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 80)

/** As a list of tasks, for an issue or a review. */
export function toMarkdown(
  title: string,
  groups: readonly ChecklistGroup[],
  done: ReadonlySet<string>,
): string {
  const lines = groups.flatMap((group) => [
    `## ${group.title}`,
    '',
    ...group.items.map(
      ({ id, text, check }) => `- [${done.has(id) ? 'x' : ' '}] ${text}${check ? ` Check: ${check}` : ''}`,
    ),
    '',
  ])
  return [`# ${title}`, '', ...lines].join('\n')
}
