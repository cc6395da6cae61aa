/** What the command takes from Node's `util`. In pages `nodeUtil.browser.ts` stands here. */
export { parseArgs } from 'node:util'
