/** One island for all interactive elements, so that the page's script doesn't grow with their number. */
import type { IslandProps } from '../../shared/island.ts'
import { ElementTitle } from '../kit/ElementFrame.tsx'
import type { ElementModule } from './element.ts'
import { elements } from './registry.ts'
import '../kit/elements.css'

export async function prepare(host: HTMLElement): Promise<ElementModule> {
  const load = elements[host.dataset.element!]
  if (!load) throw new Error(`no interactive element is called \`${host.dataset.element}\``)
  return load()
}

export default function ElementIsland({ host, data: { default: Element } }: IslandProps<ElementModule>) {
  return (
    <ElementTitle value={host.dataset.title!}>
      <Element chosen={host.dataset} />
    </ElementTitle>
  )
}
