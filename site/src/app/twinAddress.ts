import type { Page } from '../model.ts'
import { markdownPath } from './routes.ts'

/** Address of a page's Markdown twin; undefined for a page that says nothing of its own. */
export const twinAddress = ({ kind, route }: Pick<Page, 'kind' | 'route'>): string | undefined =>
  kind === 'not-found' || kind === 'search' ? undefined : markdownPath(route)
