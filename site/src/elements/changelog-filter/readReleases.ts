/** The releases as the page lists them: version, date, and each line with its kind and package. */
import type { ReactNode } from 'react'
import { headingText, lineOf } from '../kit/pageText.tsx'

export interface ReleaseLine {
  readonly version: string
  readonly date: string
  /** Added, Changed, Fixed … */
  readonly kind: string
  /** Empty for what is said of no package. */
  readonly package: string
  readonly text: string
  readonly content: ReactNode
}

const RELEASE = /^(\d+\.\d+\.\d+),\s*(.+)$/

/** Newest first, as the page has them. */
export function readReleases(text: ParentNode): ReleaseLine[] {
  const lines: ReleaseLine[] = []
  for (const heading of text.querySelectorAll('h2')) {
    const release = RELEASE.exec(headingText(heading))
    if (!release) continue
    let [kind, name] = ['', '']
    for (let at = heading.nextElementSibling; at && at.localName !== 'h2'; at = at.nextElementSibling) {
      if (at.localName === 'p') {
        const title = at.querySelector(':scope > strong:only-child')
        if (title && title.textContent === at.textContent)
          [kind = '', name = ''] = title.textContent!.split(/:\s*/)
        continue
      }
      for (const item of at.querySelectorAll('li'))
        lines.push({
          version: release[1]!,
          date: release[2]!,
          kind,
          package: name,
          text: item.textContent!.replace(/\s+/g, ' ').trim(),
          content: lineOf(item),
        })
    }
  }
  return lines
}

/** Below zero when `a` is older. @param a three numbers with points */
export function compareVersions(a: string, b: string): number {
  const [left, right] = [a, b].map((version) => version.split('.').map(Number))
  for (const [index, part] of left!.entries()) if (part !== right![index]) return part - right![index]!
  return 0
}

export interface ReleaseFilter {
  readonly words: string
  readonly package: string
  readonly kind: string
  /** What came after this version; empty for all. */
  readonly since: string
}

/** @throws Error for a version that is none */
export function filterLines(lines: readonly ReleaseLine[], filter: ReleaseFilter): ReleaseLine[] {
  const since = filter.since.trim().replace(/^v/, '')
  if (since !== '' && !/^\d+\.\d+\.\d+$/.test(since))
    throw new Error(`\`${since}\` is no version: write three numbers, such as 0.1.0.`)
  const words = filter.words.toLowerCase().split(/\s+/).filter(Boolean)
  return lines.filter(
    (line) =>
      (filter.package === '' || line.package === filter.package) &&
      (filter.kind === '' || line.kind === filter.kind) &&
      (since === '' || compareVersions(line.version, since) > 0) &&
      words.every((word) => `${line.kind} ${line.package} ${line.text}`.toLowerCase().includes(word)),
  )
}
