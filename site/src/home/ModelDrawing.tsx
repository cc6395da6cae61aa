/**
 * The model in five nouns as one drawing: a key in a lock. The user holds the bow, the credential is the blade, the policy
 * is the pins that must line up, the wallet lies behind them, and the organization is the wall around it all. The key
 * has the cuts of the home page. Drawn twice, along the line of reading and down a narrow screen.
 */
import { bittingOf } from '../shell/bitting.ts'

const NAME = 'Five nouns as a key in a lock'
const CAPTION = 'The wallet is reached only where the credential lifts every pin of the policy'
const TEXT =
  'Inside an organization, a user holds a key: the credential. Its cuts lift the pins of a lock: the policy. ' +
  'All pins are in line, so the key reaches what lies behind them: the wallet. A signature leaves the organization, and anyone can verify it.'

/** Along the key and across it, so that one description serves both directions. */
interface Frame {
  readonly width: number
  readonly height: number
  readonly at: (along: number, across: number) => readonly [x: number, y: number]
}

const BOW = 58
const HALF = 20
const FIRST_CUT = 250
const CUT = 30
const PITCH = 52
const SHEAR = -58
const cuts = bittingOf('/')
const LAST_CUT = FIRST_CUT + (cuts.length - 1) * PITCH + CUT
const TIP = LAST_CUT + 44
const WALLET = TIP + 62
const WALLET_LENGTH = 132
const END = WALLET + WALLET_LENGTH

export function ModelDrawing() {
  const [top, bottom] = [150, 110]
  const length = END + 210
  const wide: Frame = { width: length, height: top + bottom, at: (along, across) => [along, top + across] }
  const narrow: Frame = { width: 320, height: END + 120, at: (along, across) => [118 - across, along] }
  return (
    <figure className="diagram model">
      <Drawing frame={wide} id="wide" />
      <Drawing frame={narrow} id="narrow" />
      <figcaption>{CAPTION}</figcaption>
    </figure>
  )
}

function Drawing({ frame, id }: { readonly frame: Frame; readonly id: 'wide' | 'narrow' }) {
  const { width, height, at } = frame
  const isWide = id === 'wide'
  const path = (points: readonly (readonly [number, number])[], isClosed = false) =>
    `M${points.map(([along, across]) => at(along, across).join(' ')).join('L')}${isClosed ? 'Z' : ''}`
  const box = (along: number, across: number, long: number, deep: number) => {
    const [x1, y1] = at(along, across)
    const [x2, y2] = at(along + long, across + deep)
    return {
      x: Math.min(x1, x2),
      y: Math.min(y1, y2),
      width: Math.abs(x2 - x1),
      height: Math.abs(y2 - y1),
    }
  }
  const word = (along: number, across: number, text: string, tone = 'text', anchor = 'middle', more = {}) => {
    const [x, y] = at(along, across)
    return (
      <text
        x={x}
        y={y + 5}
        textAnchor={anchor as 'middle'}
        fill={`var(--${tone})`}
        fontWeight={650}
        {...more}
      >
        {text}
      </text>
    )
  }
  const [bowX, bowY] = at(40 + BOW, 0)
  const wall = isWide
    ? box(8, -132, END + 20, 226)
    : { x: 8, y: 8, width: 304, height: at(END + 18, 0)[1] - 8 }
  return (
    <svg
      className="model-drawing"
      data-for={id}
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={NAME}
      aria-describedby="model-text"
      fill="none"
      stroke="var(--text)"
      strokeWidth="1.5"
      strokeLinejoin="round"
    >
      {isWide && <desc id="model-text">{TEXT}</desc>}
      <rect {...wall} rx="4" stroke="var(--line-strong)" strokeDasharray="5 5" />
      <g fill="var(--panel)">
        <rect {...box(FIRST_CUT - 30, SHEAR - 44, LAST_CUT - FIRST_CUT + 60, 44)} />
        <rect {...box(WALLET, -44, WALLET_LENGTH, 88)} rx="4" />
      </g>
      <path d={path(keyOutline(), true)} stroke="var(--accent)" strokeWidth="2.5" fill="var(--accent-wash)" />
      <circle
        cx={bowX}
        cy={bowY}
        r={BOW}
        stroke="var(--accent)"
        strokeWidth="2.5"
        fill="var(--accent-wash)"
      />
      <circle
        cx={bowX}
        cy={bowY}
        r={BOW - 14}
        stroke="var(--accent)"
        strokeWidth="2.5"
        fill="var(--surface)"
      />
      {cuts.map((depth, index) => {
        const along = FIRST_CUT + index * PITCH + 6
        const seat = -HALF + cutOf(depth)
        return (
          <g key={along}>
            <rect
              {...box(along, SHEAR, CUT - 12, seat - SHEAR)}
              stroke="var(--success)"
              fill="var(--success-wash)"
            />
            <rect
              {...box(along, SHEAR - 30, CUT - 12, 30)}
              stroke="var(--line-strong)"
              fill="var(--surface)"
            />
          </g>
        )
      })}
      <path
        d={path([
          [FIRST_CUT - 46, SHEAR],
          [LAST_CUT + 34, SHEAR],
        ])}
        stroke="var(--success)"
        strokeDasharray="3 4"
      />
      <Arrow from={at(TIP + 8, 0)} to={at(WALLET - 6, 0)} tone="accent" />
      <Arrow from={at(END + 6, 0)} to={at(END + (isWide ? 74 : 56), 0)} tone="success" />
      <path
        d={tick(at(LAST_CUT + 46, SHEAR))}
        stroke="var(--success)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <g className="model-words" stroke="none">
        {isWide
          ? word(30, -132, 'organization', 'text', 'start', HALO)
          : word(8, 98, 'organization', 'text', 'start', HALO)}
        {word(40 + BOW, 0, 'user')}
        {isWide ? word(186, 46, 'credential', 'accent') : word(190, -34, 'credential', 'accent', 'start')}
        {isWide
          ? word((FIRST_CUT + LAST_CUT) / 2, SHEAR - 58, 'policy', 'success')
          : word((FIRST_CUT + LAST_CUT) / 2, SHEAR - 54, 'policy', 'success', 'start')}
        {word(WALLET + WALLET_LENGTH / 2, 0, 'wallet')}
        {isWide
          ? word(END + 84, 0, 'a signature', 'success', 'start')
          : word(END + 74, 0, 'a signature', 'success')}
      </g>
    </svg>
  )
}

/** Stands on a line, which ends before it. */
const HALO = { stroke: 'var(--surface)', strokeWidth: 10, paintOrder: 'stroke' }

/** One step of a cut in the drawing's units. */
const cutOf = (depth: number): number => depth * 3.4

/** The blade from the bow to its tip; the cuts are on one edge. */
function keyOutline(): (readonly [number, number])[] {
  const start = 40 + BOW * 2 - 4
  const edge = cuts.flatMap((depth, index): (readonly [number, number])[] => {
    const along = FIRST_CUT + index * PITCH
    const seat = -HALF + cutOf(depth)
    return [
      [along, -HALF],
      [along + 5, seat],
      [along + CUT - 5, seat],
      [along + CUT, -HALF],
    ]
  })
  return [[start, HALF], [start, -HALF], ...edge, [TIP - 20, -HALF], [TIP, 4], [TIP - 16, HALF]]
}

interface ArrowProps {
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
  readonly tone: 'accent' | 'success'
}

function Arrow({ from: [x1, y1], to: [x2, y2], tone }: ArrowProps) {
  const head = x1 === x2 ? `M${x2 - 4} ${y2 - 8}h8l-4 8Z` : `M${x2 - 8} ${y2 - 4}v8l8 -4Z`
  return (
    <>
      <path d={`M${x1} ${y1}L${x2} ${y2}`} stroke={`var(--${tone})`} />
      <path d={head} stroke="none" fill={`var(--${tone})`} />
    </>
  )
}

const tick = ([x, y]: readonly [number, number]): string => `M${x - 5} ${y}l4 5l8 -10`
