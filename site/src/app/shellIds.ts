import { MESSAGES_ID } from '../messages/useMessages.ts'
import { SEARCH_SETTINGS_ID } from '../search/settings.ts'
import { ERROR_BOX_TEMPLATE } from '../shell/errorBoxTemplate.ts'

/** What documents hold beside their page by these ids, and the scripts look up: no page may have one of them. */
export const SHELL_IDS = [
  'main',
  'menu',
  'announcer',
  'shell-model',
  ERROR_BOX_TEMPLATE,
  MESSAGES_ID,
  SEARCH_SETTINGS_ID,
] as const
