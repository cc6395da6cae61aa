import { SEARCH_SETTINGS_ID } from '../search/settings.ts'
import { ERROR_BOX_TEMPLATE } from '../shared/errorBoxTemplate.ts'
import { SCRIPT } from './script/scriptFailure.ts'

/** Target of a skip link. */
export const FIRST_EXAMPLE = 'first-example'

/** Tells reader modes of browsers that this element is the content, even if a long code block has more text. */
export const PAGE_CONTENT = 'page-content'

/** Ids of shell elements that scripts, skip links or reader modes look up. Pages must not use them. */
export const SHELL_IDS = [
  'main',
  'menu',
  'announcer',
  'shell-model',
  FIRST_EXAMPLE,
  PAGE_CONTENT,
  ERROR_BOX_TEMPLATE,
  SEARCH_SETTINGS_ID,
  SCRIPT,
] as const
