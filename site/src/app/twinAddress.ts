import type { Page } from '../model.ts'
import { markdownPath } from './routes.ts'

/** URL of a page's Markdown twin, or undefined for a page without its own content. */
export const twinAddress = ({
  kind,
  route,
  fallbackOf,
}: Pick<Page, 'kind' | 'route' | 'fallbackOf'>): string | undefined =>
  kind === 'not-found' || kind === 'search' || fallbackOf !== undefined ? undefined : markdownPath(route)
