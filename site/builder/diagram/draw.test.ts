import { describe, expect, it } from 'vitest'
import { readPageSources } from '../content/pageSources.ts'
import { parseFence } from '../markdown/fence.ts'
import { ProblemList } from '../problems.ts'
import { drawDiagram } from './draw.ts'
import { textWidth, wrapText } from './metrics.ts'

function draw(kind: string, source: string) {
  const problems = new ProblemList()
  const svg = drawDiagram(
    { kind, title: 'A title', alt: 'What it tells', source, line: 7 },
    problems.about('x.mdx'),
  )
  return { svg, problems: problems.all }
}

interface Box {
  readonly text: string
  readonly left: number
  readonly right: number
  readonly top: number
  readonly bottom: number
}

/** Bounding boxes of text lines, from the layout's own metrics. */
function textBoxes(svg: string): Box[] {
  return Array.from(svg.matchAll(/<text class="([^"]+)"( text-anchor="middle")?>(.*?)<\/text>/g)).flatMap(
    ([, kind, middle, spans]) =>
      Array.from(spans!.matchAll(/<tspan x="([\d.-]+)" y="([\d.-]+)">(.*?)<\/tspan>/g), ([, x, y, text]) => {
        const title = kind!.startsWith('d-title')
        const width = textWidth(text!.replaceAll('&amp;', '&'), title ? 14 : 13, title ? 600 : 400)
        const left = middle ? Number(x) - width / 2 : Number(x)
        return { text: text!, left, right: left + width, top: Number(y) - 10, bottom: Number(y) + 3 }
      }),
  )
}

function overlaps(boxes: readonly Box[]): string[] {
  return boxes.flatMap((a, index) =>
    boxes
      .slice(index + 1)
      .filter((b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
      .map((b) => `${a.text} / ${b.text}`),
  )
}

function authoredDiagrams() {
  return readPageSources().flatMap(({ file, source }) =>
    Array.from(source.matchAll(/^```diagram (.*)\n([\s\S]*?)^```/gm), ([, meta, code], index) => ({
      name: `${file} ${index + 1}`,
      fence: parseFence('diagram', meta!, code!, 1),
    })),
  )
}

describe('every diagram of the site', () => {
  it.each(authoredDiagrams())('$name: no text overlaps or leaves the picture', ({ fence }) => {
    const { svg, problems } = draw(fence.flags[0]!, fence.code)
    expect(problems).toEqual([])
    const boxes = textBoxes(svg)
    expect(overlaps(boxes)).toEqual([])
    const frame = /viewBox="(-?[\d.]+) (-?[\d.]+) (\d+) (\d+)"/.exec(svg)!.map(Number)
    const [, x, y, width, height] = frame as [number, number, number, number, number]
    for (const { text, left, right, top, bottom } of boxes) {
      expect(left, text).toBeGreaterThanOrEqual(x)
      expect(right, text).toBeLessThanOrEqual(x + width + 0.5)
      expect(top, text).toBeGreaterThanOrEqual(y)
      expect(bottom, text).toBeLessThanOrEqual(y + height)
    }
  })
})

describe('every border of the site', () => {
  const zoned = authoredDiagrams().filter(({ fence }) => fence.code.includes('\nzone '))
  it.each(zoned)('$name: crosses no text, and no arrow crosses its title', ({ fence }) => {
    const { svg } = draw(fence.flags[0]!, fence.code)
    const zones = Array.from(
      svg.matchAll(/<rect class="d-zone" x="([\d.-]+)" y="([\d.-]+)" width="([\d.]+)" height="([\d.]+)"/g),
      (found) => found.slice(1).map(Number) as [number, number, number, number],
    )
    const texts = textBoxes(svg)
    for (const [x, y, width, height] of zones) {
      const isOut = (b: Box) => b.right < x || b.left > x + width || b.bottom < y || b.top > y + height
      const isIn = (b: Box) => b.left > x && b.right < x + width && b.top > y && b.bottom < y + height
      expect(texts.filter((b) => !isOut(b) && !isIn(b)).map(({ text }) => text)).toEqual([])
    }
    const titles = Array.from(svg.matchAll(/<text class="d-zone-title">.*?>([^<]+)</g), ([, title]) => title)
    const points = Array.from(svg.matchAll(/<path class="d-arrow[^>]* d="M([^"]+)"/g)).flatMap(([, path]) => {
      const at = path!.split('L').map((point) => point.split(' ').map(Number) as [number, number])
      return at.slice(1).flatMap(([x, y], index) => {
        const [fromX, fromY] = at[index]!
        return Array.from({ length: 50 }, (_, n) => [
          fromX + ((x - fromX) * n) / 49,
          fromY + ((y - fromY) * n) / 49,
        ])
      })
    })
    const crossed = texts.filter(
      (b) =>
        titles.includes(b.text) &&
        points.some(([x, y]) => x! > b.left && x! < b.right && y! > b.top && y! < b.bottom),
    )
    expect(crossed.map(({ text }) => text)).toEqual([])
  })
})

/** Radius of a mark. */
const MARK = 5

describe('every map of the site', () => {
  const maps = authoredDiagrams().filter(({ fence }) => fence.flags[0] === 'map')
  it.each(maps)('$name: no box covers the mark of an arrow', ({ fence }) => {
    const { svg } = draw('map', fence.code)
    const numbers = (pattern: RegExp) =>
      Array.from(svg.matchAll(pattern), (found) => found.slice(1).map(Number))
    const boxes = numbers(
      /<rect class="d-box[^"]*" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"/g,
    )
    const marks = numbers(/<circle class="d-mark-ground" cx="([\d.]+)" cy="([\d.]+)"/g)
    const covered = marks.filter(([cx, cy]) =>
      boxes.some(([x, y, width, height]) => {
        const [dx, dy] = [Math.max(x! - cx!, cx! - x! - width!, 0), Math.max(y! - cy!, cy! - y! - height!, 0)]
        return Math.hypot(dx, dy) < MARK
      }),
    )
    expect(covered).toEqual([])
  })
})

describe('a diagram', () => {
  const { svg } = draw(
    'sequence',
    'a Your <app>\nb Engine\na -> b: sign & send {signed}\nb --> a: no {refused}\nnote over a: kept',
  )

  it('has an accessible name and description', () => {
    expect(svg).toMatch(/role="img" aria-labelledby="diagram-7-title diagram-7-text"/)
    expect(svg).toContain('<title id="diagram-7-title">A title</title>')
    expect(svg).toContain('<desc id="diagram-7-text">What it tells</desc>')
  })

  it('uses classes for style, escapes text and marks tones by shape', () => {
    expect(svg).not.toContain('style=')
    expect(svg).toContain('Your &lt;app&gt;')
    expect(svg).toContain('class="d-mark tone-refused"')
    expect(svg).toContain('class="d-arrow tone-refused dashed"')
  })

  it('reports the line of each error', () => {
    const { problems } = draw('map', 'box a "A" [x]\na -> b\na -> a: {loud}\nwhat')
    expect(problems.map(({ line, message }) => `${line} ${message}`)).toEqual([
      '10 diagram: unknown tone `loud`',
      '9 diagram: unknown box `b`',
      '11 diagram: cannot read `what`',
    ])
    expect(draw('chart', '').problems[0]?.message).toMatch(/unknown kind `chart`/)
  })
})

describe('wrapping', () => {
  it('breaks at spaces and, in long words, after underscores', () => {
    expect(wrapText('one two three', 60, 13)).toEqual(['one two', 'three'])
    expect(wrapText('CONSENSUS_NEEDED', 90, 13)).toEqual(['CONSENSUS_', 'NEEDED'])
  })

  it('never exceeds the width or loses text', () => {
    const hex = 'f'.repeat(90)
    const lines = wrapText(hex, 100, 13)
    expect(lines.join('')).toBe(hex)
    for (const line of lines) expect(textWidth(line, 13)).toBeLessThanOrEqual(100)
  })
})
