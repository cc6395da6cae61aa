/** The bitting of a page or a request: the row of cuts that is its key's identity, drawn as a stepped line. */

const FEWEST_CUTS = 5
const CUT_COUNTS = 3
/** Depths 1 to 7. 0 is the uncut blade. */
const DEPTHS = 7

/** Derives five to seven cut depths (1 to 7) from the route or stamp. */
export function bittingOf(text: string): number[] {
  let state = hash(text)
  const draw = (bound: number) => {
    state = mix(state)
    return state % bound
  }
  return Array.from({ length: FEWEST_CUTS + draw(CUT_COUNTS) }, () => 1 + draw(DEPTHS))
}

const STEP = 12
const SHOULDER = 20
const UNIT = 2
const TOP = 1

/** The stepped line along a key's blade, `bittingWidth` wide and `BITTING_HEIGHT` high. */
export function bittingPath(cuts: readonly number[]): string {
  const steps = cuts.map((depth, index) => `V${TOP + depth * UNIT}H${SHOULDER + (index + 1) * STEP}`)
  return `M1 ${TOP}H${SHOULDER}${steps.join('')}V${TOP}H${bittingWidth(cuts) - 1}`
}

export const BITTING_HEIGHT = DEPTHS * UNIT + 2

export function bittingWidth(cuts: readonly number[]): number {
  return SHOULDER * 2 + cuts.length * STEP
}

/** The decorative key of a text, hidden from assistive technology. */
export function Bitting({ of }: { readonly of: string }) {
  const cuts = bittingOf(of)
  const width = bittingWidth(cuts)
  return (
    <svg
      className="bitting"
      viewBox={`0 0 ${width} ${BITTING_HEIGHT}`}
      width={width}
      height={BITTING_HEIGHT}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden="true"
    >
      <path d={bittingPath(cuts)} />
    </svg>
  )
}

/** FNV-1a, 32 bits. */
function hash(text: string): number {
  let value = 0x811c9dc5
  for (let index = 0; index < text.length; index++) {
    value = Math.imul(value ^ text.charCodeAt(index), 0x01000193)
  }
  return value >>> 0
}

/** One step of mulberry32, which scrambles the state. */
function mix(state: number): number {
  const next = (state + 0x6d2b79f5) >>> 0
  const once = Math.imul(next ^ (next >>> 15), next | 1)
  const twice = once ^ (once + Math.imul(once ^ (once >>> 7), once | 61))
  return (twice ^ (twice >>> 14)) >>> 0
}
