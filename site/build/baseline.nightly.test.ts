import { readFileSync } from 'node:fs'
import { createEmbeddedSearch, filesOf } from '@keywright/search'
import { expect, it } from 'vitest'
import { readAsked, readElsewhere } from './content/asked.ts'
import { contentDir } from './content/pageSources.ts'
import { loadSections } from '../test/loadSections.ts'
it('baseline', async () => {
  const sections = await loadSections()
  console.log('sections', sections.length)
  const provider = createEmbeddedSearch(filesOf(sections, { elsewhere: readElsewhere(contentDir) }))
  for (const set of ['short', 'questions']) {
    const lines = readFileSync(new URL(`../test/relevance/${set}.txt`, import.meta.url), 'utf8').split('\n').filter(Boolean)
    let well = 0, wrong = 0, none = 0, first = 0, three = 0, n = 0, shownElse = 0, m = 0
    const log: string[] = []
    for (const line of lines) {
      const [text = '', fact = '', routes = ''] = line.slice(2).split(' :: ')
      const parts: any[] = []
      for await (const p of provider.ask(text, new AbortController().signal)) parts.push(p)
      const q = parts.filter((p) => p.kind === 'quote')
      if (line[0] === '!') { m++; if (q.length) { shownElse++; log.push('! ' + text) } continue }
      n++
      const ok = routes.split(' ')
      const right = q[0] && ok.includes(q[0].source.href.split('#')[0]) && new RegExp(fact, 'i').test(q[0].lead ?? q[0].passages[0])
      if (right) well++; else if (q.length) { wrong++; log.push('x ' + text + ' => ' + (q[0].lead ?? '').slice(0, 90)) } else none++
      const { groups } = await provider.search(text)
      const rows = groups.flatMap((g) => g.hits).map((h) => h.href.split('#')[0]!)
      if (ok.includes(rows[0]!)) first++
      if (rows.slice(0, 3).some((r) => ok.includes(r))) three++
    }
    console.log(set, { n, well: (well / n * 100).toFixed(1), wrong, none, first: (first / n * 100).toFixed(1), three: (three / n * 100).toFixed(1), uncovered: m, shownElse })
    console.log(log.slice(0, 15).join('\n'))
  }
}, 600_000)
