/**
 * The API reference as an island. Reads the list of calls from the prerendered outline, and the rest from the description
 * file, fetched when the reader opens, filters or tries calls.
 */
import { idOfHash } from '../app/routes.ts'
import type { IslandProps } from '../shell/island.ts'
import { type CallIndex, readIndex } from './callIndex.ts'
import { type DescriptionFile, descriptionFile } from './loadDescription.ts'
import { Reference } from './Reference.tsx'
import './reference.css'

interface ReferenceData {
  readonly index: CallIndex
  readonly file: DescriptionFile
}

export async function prepare(host: HTMLElement): Promise<ReferenceData> {
  const file = descriptionFile(host.dataset.src!)
  if (idOfHash(location.hash)) file.load()
  return { index: readIndex(host), file }
}

export default function ReferenceIsland({ data }: IslandProps<ReferenceData>) {
  return <Reference {...data} />
}
