/**
 * The API reference as an island. The prerendered outline stays until the description is there; a failed fetch leaves
 * it readable and offers to try again.
 */
import type { IslandProps } from '../shell/island.ts'
import { type ApiDescription, fetchDescription } from './description.ts'
import { Reference } from './Reference.tsx'
import './reference.css'

export const prepare = (host: HTMLElement): Promise<ApiDescription> => fetchDescription(host.dataset.src!)

export default function ReferenceIsland({ data }: IslandProps<ApiDescription>) {
  return <Reference description={data} />
}
