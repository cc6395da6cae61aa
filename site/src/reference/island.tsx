/**
 * The API reference as an island: adds what the description file has, which it fetches when the page is idle. The list
 * of calls is plain code (`callList.ts`).
 */
import { idOfHash } from '../config/routes.ts'
import { whenIdle } from '../shared/idle.ts'
import type { IslandProps } from '../shared/island.ts'
import { callList } from './callList.ts'
import { type DescriptionFile, descriptionFile } from './loadDescription.ts'
import { Reference } from './Reference.tsx'

export async function prepare(host: HTMLElement): Promise<DescriptionFile> {
  const file = descriptionFile(host.dataset.src!)
  // A restored place may be in what the description adds.
  if (idOfHash(location.hash) || document.documentElement.hasAttribute('data-restored')) file.load()
  else whenIdle(document, file.load)
  return file
}

export default function ReferenceIsland({ host, data }: IslandProps<DescriptionFile>) {
  return <Reference host={host} list={callList(host)} file={data} />
}
