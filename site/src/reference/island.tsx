/**
 * The API reference as an island. The prerendered outline stays until the index of the calls is there, and, if it is on
 * time, the part of the description that the address is about. Without the index it stays readable, and the reader can
 * try again.
 */
import { idOfHash } from '../app/routes.ts'
import type { IslandProps } from '../shell/island.ts'
import { type CallIndex, callsOf } from './callIndex.ts'
import { partAt, readHash } from './hash.ts'
import { createParts, fetchIndex, type Parts } from './loadParts.ts'
import { Reference } from './Reference.tsx'
import './reference.css'

interface ReferenceData {
  readonly index: CallIndex
  readonly parts: Parts
}

export async function prepare(host: HTMLElement): Promise<ReferenceData> {
  const folder = host.dataset.src!
  const parts = createParts(folder)
  // Where the outline says which part it is, that comes together with the index.
  const early = partInOutline(host, location.hash)
  if (early) void parts.load(early)
  const index = await fetchIndex(folder)
  // One that fails, or takes long, is said where it is missing.
  await soon(parts.load(partAt(index, readHash(location.hash, callsOf(index)))))
  return { index, parts }
}

/** Longer than a part is behind the index on a slow line. */
const PATIENCE_MS = 2_000

/** When a part is there, or has been waited for long enough. */
async function soon(arrival: Promise<void>): Promise<void> {
  let clock: ReturnType<typeof setTimeout> | undefined
  const isLate = new Promise<void>((resolve) => {
    clock = setTimeout(resolve, PATIENCE_MS)
  })
  await Promise.race([arrival, isLate])
  clearTimeout(clock)
}

/** The part of the call that the address names, the first without a name. */
function partInOutline(host: HTMLElement, hash: string): string | undefined {
  const [call] = idOfHash(hash).split('.')
  const links = [...host.querySelectorAll<HTMLAnchorElement>('.reference-list [data-part] a')]
  const link = call ? links.find(({ hash: to }) => to === `#${call}`) : links[0]
  return link?.closest<HTMLElement>('[data-part]')?.dataset.part
}

export default function ReferenceIsland({ data: { index, parts } }: IslandProps<ReferenceData>) {
  return <Reference index={index} parts={parts} />
}
