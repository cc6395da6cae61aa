/**
 * What a document holds of the style sheet is what a page looks like before anybody touched it: what answers a pointer or
 * a script stands in `later.css` alone, which is there before any script starts.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { siteDir } from '../site.ts'

interface Rule {
  selector: string
  readonly selectors: string[]
  readonly source?: { readonly input: { readonly file?: string } }
  remove(): unknown
}
interface Root {
  readonly source?: { readonly input: { readonly file?: string } }
  walkRules(each: (rule: Rule) => void): void
}

const styles = join(siteDir, 'src/styles')
/** Sheets that stand in documents. */
const IN_DOCUMENTS = /[\\/]styles[\\/](?:home|page|reference|with-\w+)\.css$/
const TOUCHED = /:hover|:active|\[data-(?:copied|running|island-state)\b/

/** True for a selector of what comes of a touch, such as `.pager a:hover`; what it excludes does not count. */
export const isOfTouch = (selector: string): boolean => TOUCHED.test(selector.replace(/:not\([^)]*\)/g, ''))

/** Sheets that documents link: only what they hold may be left out of a document. */
const linked = (): ReadonlySet<string> => {
  const imports = readFileSync(join(styles, 'later.css'), 'utf8').matchAll(/@import "\.\/([^"]+)"/g)
  return new Set([...imports].map(([, file]) => join(styles, file!)))
}

/** A PostCSS plugin. */
export const firstPaint = {
  postcssPlugin: 'keywright-first-paint',
  OnceExit(root: Root): void {
    const entry = root.source?.input.file?.split('?')[0]
    if (entry === undefined || !IN_DOCUMENTS.test(entry)) return
    const isLinked = linked()
    root.walkRules((rule) => {
      if (!isLinked.has(rule.source?.input.file ?? '')) return
      const shown = rule.selectors.filter((selector) => !isOfTouch(selector))
      if (shown.length === 0) rule.remove()
      else if (shown.length < rule.selectors.length) rule.selector = shown.join(', ')
    })
  },
}
