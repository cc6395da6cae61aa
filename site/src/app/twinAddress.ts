import type { Page } from '../model.ts'
import { markdownPath } from './routes.ts'

/** Address of a page's Markdown twin; undefined for a page that says nothing of its own. */
export const twinAddress = ({
  kind,
  route,
  fallbackOf,
}: Pick<Page, 'kind' | 'route' | 'fallbackOf'>): string | undefined =>
  kind === 'not-found' || kind === 'search' || fallbackOf !== undefined ? undefined : markdownPath(route)
