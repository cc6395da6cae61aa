/** Leads to the page that an unknown URL means (`meantRoute`), or suggests pages with similar URLs. */
import type { IslandProps } from '../../shared/island.ts'
import { meantRoute, nearPages } from './nearPages.ts'

const titlesOf = (host: HTMLElement): Readonly<Record<string, string>> => JSON.parse(host.dataset.titles!)

export async function prepare(host: HTMLElement): Promise<void> {
  const route = meantRoute(location.pathname, Object.keys(titlesOf(host)))
  if (route) location.replace(route + location.search + location.hash)
}

export default function NearPages({ host }: IslandProps) {
  const titles = titlesOf(host)
  const near = nearPages(location.pathname, Object.keys(titles))
  if (near.length === 0) return null
  return (
    <>
      <p>Pages with a similar address:</p>
      <ul>
        {near.map((route) => (
          <li key={route}>
            <a href={route}>{titles[route]}</a> <code>{route}</code>
          </li>
        ))}
      </ul>
    </>
  )
}
