import { SEARCH_SETTINGS_ID } from '../search/settings.ts'
import { ERROR_BOX_TEMPLATE } from '../shared/errorBoxTemplate.ts'

/** Target of a skip link. */
export const FIRST_EXAMPLE = 'first-example'

/** Ids of shell elements that scripts or skip links look up. Pages must not use them. */
export const SHELL_IDS = [
  'main',
  'menu',
  'announcer',
  'shell-model',
  FIRST_EXAMPLE,
  ERROR_BOX_TEMPLATE,
  SEARCH_SETTINGS_ID,
] as const
