import { SEARCH_SETTINGS_ID } from '../search/settings.ts'
import { ERROR_BOX_TEMPLATE } from '../shell/errorBoxTemplate.ts'

/** Ids of shell elements that scripts look up. Pages must not use them. */
export const SHELL_IDS = [
  'main',
  'menu',
  'announcer',
  'shell-model',
  ERROR_BOX_TEMPLATE,
  SEARCH_SETTINGS_ID,
] as const
