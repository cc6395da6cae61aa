/** Text widths without a browser, so that diagram labels never overlap. */

/**
 * Advance widths of the characters U+0020 to U+007E at weight 400, in thousandths of the font size, from the horizontal
 * metrics of `src/styles/fonts/text.woff2`.
 */
const ADVANCES = [
  260, 240, 338, 699, 560, 747, 686, 174, 222, 222, 398, 560, 240, 327, 240, 418, 560, 560, 560, 560, 560,
  560, 560, 560, 560, 560, 240, 240, 560, 560, 560, 516, 874, 637, 601, 704, 682, 585, 565, 731, 678, 246,
  552, 634, 495, 839, 676, 748, 554, 774, 598, 564, 587, 656, 656, 957, 641, 602, 582, 258, 448, 258, 552,
  405, 292, 540, 587, 518, 587, 540, 335, 514, 547, 226, 226, 532, 265, 828, 547, 577, 587, 587, 407, 470,
  346, 547, 521, 748, 520, 521, 472, 239, 258, 239, 560,
]
const OTHER_ADVANCE = 640
// The fallback font and bold weights are a little wider.
const SLACK = { 400: 1.05, 600: 1.1 } as const

export type Weight = keyof typeof SLACK

/** Upper bound of a line's width in pixels. */
export function textWidth(text: string, size: number, weight: Weight = 400): number {
  let units = 0
  for (const character of text) units += ADVANCES[character.codePointAt(0)! - 0x20] ?? OTHER_ADVANCE
  return (units / 1000) * size * SLACK[weight]
}

/**
 * Wraps text to `width` pixels at spaces. Breaks words that are too long after `_`, `/`, `-` or `.`, or else where they
 * no longer fit.
 */
export function wrapText(text: string, width: number, size: number, weight: Weight = 400): string[] {
  const fits = (line: string) => textWidth(line, size, weight) <= width
  const lines: string[] = []
  let line = ''
  for (const word of text.trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (fits(longer)) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = word
    while (!fits(line)) {
      const cut = breakPoint(line, fits)
      lines.push(line.slice(0, cut))
      line = line.slice(cut)
    }
  }
  return [...lines, line]
}

function breakPoint(word: string, fits: (text: string) => boolean): number {
  let last = 1
  while (last < word.length && fits(word.slice(0, last + 1))) last += 1
  const soft = Math.max(...[...'_/-.'].map((mark) => word.lastIndexOf(mark, last - 1))) + 1
  return soft > 0 ? soft : last
}

/** Width of the widest line. */
export function widthOfLines(lines: readonly string[], size: number, weight: Weight = 400): number {
  return Math.max(0, ...lines.map((line) => textWidth(line, size, weight)))
}
