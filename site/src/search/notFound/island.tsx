/** Leads from a URL in other letter case to its page, and suggests pages with similar URLs, on the not-found page. */
import type { IslandProps } from '../../shared/island.ts'
import { inOtherCase, nearPages } from './nearPages.ts'

const titlesOf = (host: HTMLElement): Readonly<Record<string, string>> => JSON.parse(host.dataset.titles!)

export async function prepare(host: HTMLElement): Promise<void> {
  const route = inOtherCase(location.pathname, Object.keys(titlesOf(host)))
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
