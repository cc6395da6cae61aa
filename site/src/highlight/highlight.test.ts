import { describe, expect, it } from 'vitest'
import { highlightLines } from './highlight.ts'

const none = new Set<number>()

describe('highlighting', () => {
  it('colours by class and never by style', () => {
    const html = highlightLines('{"a": true}', 'json', none)
    expect(html).toContain('<span class="tok-constant">true</span>')
    expect(html).not.toContain('style')
  })

  it('colours the policy language', () => {
    const html = highlightLines("activity.resource == 'WALLET' && approvers.any(user, true)", 'policy', none)
    expect(html).toContain('<span class="tok-keyword">==</span>')
    expect(html).toContain(`<span class="tok-string-expression">'WALLET'</span>`)
    expect(html).toContain('<span class="tok-function">any</span>')
    expect(html).toContain('<span class="tok-constant">true</span>')
  })

  it('marks lines and escapes what is no markup', () => {
    const html = highlightLines('a <b>\n"c" & d', 'text', new Set([2]))
    expect(html).toBe(
      '<span class="line">a &lt;b>\n</span><span class="line" data-mark="">"c" &amp; d</span>',
    )
  })
})
