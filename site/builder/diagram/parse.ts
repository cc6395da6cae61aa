/** Parses the two diagram languages. Line numbers start at 1 within the fence. */
import type { Reporter } from '../problems.ts'
import { suggestion } from '../suggest.ts'
import { type Tone, tones } from './svg.ts'

export interface Lane {
  readonly id: string
  readonly label: string
}

export interface Arrow {
  readonly kind: 'arrow'
  readonly from: string
  readonly to: string
  readonly dashed: boolean
  readonly label: string
  readonly tone: Tone | undefined
}

export interface Note {
  readonly kind: 'note'
  readonly over: string
  readonly text: string
}

export interface Sequence {
  readonly lanes: readonly Lane[]
  readonly steps: readonly (Arrow | Note)[]
}

export interface MapBox {
  readonly id: string
  readonly title: string
  readonly lines: readonly string[]
  readonly tone: Tone | undefined
}

/** A border around boxes, such as a trust boundary. */
export interface Zone {
  readonly title: string
  readonly members: readonly string[]
}

export interface MapDiagram {
  readonly boxes: readonly MapBox[]
  readonly zones: readonly Zone[]
  readonly arrows: readonly Arrow[]
}

const ARROW = /^(\S+)\s+(--?)>\s+([^\s:]+)\s*(?::\s*(.*?))?\s*$/
const NOTE = /^note\s+over\s+([^\s:]+)\s*:\s*(.+)$/
const LANE = /^([\w-]+)\s+(.+)$/
const TONE = /\s*\{([\w-]+)\}\s*$/
const ZONE = /^zone\s+"([^"]*)"\s+\[([^\]]+)\]\s*$/
const BOX = /^box\s+([\w-]+)\s+"([^"]*)"\s*(?:\[([^\]]*)\])?\s*$/

/** Parses lanes (`id Label`), arrows (`a -> b: text {tone}`) and notes (`note over a: text`). */
export function parseSequence(source: string, report: Reporter): Sequence {
  const lanes: Lane[] = []
  const steps: (Arrow | Note)[] = []
  const known = (id: string, line: number) => checkKnown(id, lanes, 'lane', line, report)
  for (const { text, tone, line } of readLines(source, report)) {
    const arrow = readArrow(text, tone)
    const note = NOTE.exec(text)
    const lane = LANE.exec(text)
    if (arrow !== undefined) {
      if (known(arrow.from, line) && known(arrow.to, line)) steps.push(arrow)
    } else if (note !== null) {
      if (known(note[1]!, line)) steps.push({ kind: 'note', over: note[1]!, text: note[2]! })
    } else if (lane !== null && steps.length === 0) lanes.push({ id: lane[1]!, label: lane[2]! })
    else report.error(`cannot read \`${text}\``, line)
  }
  if (lanes.length === 0) report.error('no lanes')
  return { lanes, steps }
}

/** Parses boxes (`box id "Title" [line, line] {tone}`), arrows, and zones around earlier boxes (`zone "Title" [id, id]`). */
export function parseMap(source: string, report: Reporter): MapDiagram {
  const boxes: MapBox[] = []
  const arrows: Arrow[] = []
  const zones: Zone[] = []
  const known = (id: string, line: number) => checkKnown(id, boxes, 'box', line, report)
  for (const { text, tone, line } of readLines(source, report)) {
    const box = BOX.exec(text)
    const zone = ZONE.exec(text)
    const arrow = readArrow(text, tone)
    if (zone !== null) {
      const members = listOf(zone[2]!)
      if (members.every((id) => known(id, line))) zones.push({ title: zone[1]!, members })
    } else if (box !== null) {
      const lines = listOf(box[3] ?? '')
      boxes.push({ id: box[1]!, title: box[2]!, lines, tone })
    } else if (arrow !== undefined) {
      if (known(arrow.from, line) && known(arrow.to, line)) arrows.push(arrow)
    } else report.error(`cannot read \`${text}\``, line)
  }
  return { boxes, arrows, zones }
}

const listOf = (text: string): string[] => text.split(',').flatMap((part) => part.trim() || [])

function readLines(source: string, report: Reporter) {
  return source.split('\n').flatMap((raw, index) => {
    const line = index + 1
    if (raw.trim() === '') return []
    const name = TONE.exec(raw)?.[1]
    const tone = tones.find((one) => one === name)
    if (name !== undefined && tone === undefined) {
      report.error(`unknown tone \`${name}\`${suggestion(name, tones)}`, line)
    }
    return [{ text: raw.replace(TONE, '').trim(), tone, line }]
  })
}

function readArrow(text: string, tone: Tone | undefined): Arrow | undefined {
  const match = ARROW.exec(text)
  if (match === null) return undefined
  const [, from, stroke, to, label] = match
  return { kind: 'arrow', from: from!, to: to!, dashed: stroke === '--', label: label ?? '', tone }
}

function checkKnown(
  id: string,
  known: readonly { readonly id: string }[],
  noun: string,
  line: number,
  report: Reporter,
): boolean {
  if (known.some((one) => one.id === id)) return true
  const near = suggestion(
    id,
    known.map((one) => one.id),
  )
  report.error(`unknown ${noun} \`${id}\`${near}`, line)
  return false
}
