import type { Page } from '../config/model.ts'
import { markdownPath } from '../config/routes.ts'

/** URL of a page's Markdown twin, or undefined for a page without its own content. */
export const twinAddress = ({ kind, route }: Pick<Page, 'kind' | 'route'>): string | undefined =>
  kind === 'not-found' || kind === 'search' ? undefined : markdownPath(route)
