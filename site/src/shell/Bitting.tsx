/** The decorative key of a route or name, hidden from assistive technology. */
import { BITTING_HEIGHT, bittingOf, bittingPath, bittingWidth } from './bitting.ts'

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
