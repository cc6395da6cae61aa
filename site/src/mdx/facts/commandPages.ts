/** Pages that teach a command, by its name or first word. The build checks the links. */

const LOCAL = '/getting-started/local-development'
const TESTING = '/getting-started/testing'

export const commandPages: Readonly<Record<string, string>> = {
  dev: LOCAL,
  exec: `${TESTING}#exec`,
  conformance: '/sdks/interoperability#scores',
  whoami: '/getting-started/quickstart#service',
  wallets: '/getting-started/quickstart#service',
  sign: '/getting-started/quickstart#service',
  verify: '/getting-started/quickstart#service',
  passkey: '/getting-started/quickstart#user',
  activities: '/api-overview/submissions#consensus',
  policy: '/concepts/policies/quickstart',
  'policy test': `${TESTING}#policies`,
  stamp: '/api-overview/stamps#mistakes',
  'bundle seal': '/features/import-wallets#terminal',
  'bundle open': '/features/export-wallets#terminal',
  serve: '/operate/deploy',
  init: '/operate/deploy#init',
  unseal: '/operate/unseal',
  reshare: '/operate/unseal#reshare',
  'rotate-root': '/operate/unseal#rotate',
  'rotate-webhook-key': '/operate/observe#webhook-key',
  'generate holder-key': '/operate/unseal#holders',
  'journal verify': '/operate/observe#journals',
  'journal export': '/operate/observe#heads',
  'journal prune': '/operate/observe#prune',
  'journal erase': '/operate/observe#erase',
  migrate: '/operate/upgrade#migrate',
  backup: '/operate/backup',
  restore: '/operate/restore',
}

export const pageOfCommand = (name: string): string | undefined =>
  commandPages[name] ?? commandPages[name.slice(0, name.indexOf(' '))]
