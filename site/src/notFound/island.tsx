/** Suggests pages with similar URLs on the not-found page. */
import type { IslandProps } from '../shell/island.ts'
import { nearPages } from './nearPages.ts'

export default function NearPages({ host }: IslandProps) {
  const titles: Readonly<Record<string, string>> = JSON.parse(host.dataset.titles!)
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
