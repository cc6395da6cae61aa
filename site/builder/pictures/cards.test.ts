import { describe, expect, it } from 'vitest'
import { brand } from '../../brand.ts'
import { CARD, cardAddress } from '../../src/frame/card.ts'
import { emptyTree, parseTree } from '../../src/frame/tree.ts'
import { examplePage, twoVersionConfig, twoVersionSite } from '../../test/twoVersionSite.ts'
import { cardSvg } from './cardSvg.ts'
import { drawCards, firstSentence } from './cards.ts'
import { drawPng } from './draw.ts'

/** Width and height from the file header (PNG, §11.2.2). */
const sizeOf = (png: Uint8Array) => {
  const view = new DataView(png.buffer, png.byteOffset)
  return [view.getUint32(16), view.getUint32(20)]
}
const card = {
  route: '/a',
  title: 'Wallets',
  trail: ['Documentation', 'Concepts'],
  sentence: 'What a wallet is.',
}
const linesOf = (svg: string) => [...svg.matchAll(/<text [^>]*>([^<]*)</g)].map(([, line]) => line)

describe('the card of a page', () => {
  it('shows title, section, first sentence, host and the page’s key', () => {
    const svg = cardSvg(card, 'docs.example')
    expect(linesOf(svg)).toEqual([
      brand.name,
      'Documentation › Concepts',
      'Wallets',
      'What a wallet is.',
      'docs.example',
    ])
    expect(cardSvg({ ...card, route: '/b' }, 'docs.example')).not.toBe(svg)
  })

  it('wraps a long title and escapes markup', () => {
    const title = 'Discoverable <credentials> & non-discoverable credentials'
    const lines = linesOf(cardSvg({ ...card, title }, 'docs.example'))
    expect(lines.slice(2, -2).join(' ')).toBe(
      'Discoverable &lt;credentials&gt; &amp; non-discoverable credentials',
    )
    expect(lines.slice(2, -2).length).toBe(2)
  })

  it('is an image of the announced size with visible text', async () => {
    const [blank, drawn] = await Promise.all(
      ['', 'Wallets'].map((title) => drawPng(cardSvg({ ...card, title }, 'docs.example'), CARD.width)),
    )
    expect(sizeOf(drawn!)).toEqual([CARD.width, CARD.height])
    expect(Buffer.compare(blank!, drawn!)).not.toBe(0)
  })

  it('shows the first sentence of the text, or else the description', () => {
    const body = parseTree('<h1>A</h1><p>A wallet holds accounts. It has a seed.</p>')
    expect(firstSentence(examplePage('/a', { body }))).toBe('A wallet holds accounts.')
    expect(firstSentence(examplePage('/a', { body: emptyTree }))).toBe(examplePage('/a').description)
  })

  it('is drawn for every page with a URL, at the URL in its metadata', async () => {
    const pages = [
      examplePage('/'),
      examplePage('/concepts/wallets'),
      examplePage('/404', { kind: 'not-found' }),
    ]
    const files = await drawCards(pages, twoVersionSite, twoVersionConfig)
    expect(Object.keys(files)).toEqual(['cards/index.png', 'cards/concepts/wallets.png'])
    expect(cardAddress('/concepts/wallets')).toBe('/cards/concepts/wallets.png')
  })
})
