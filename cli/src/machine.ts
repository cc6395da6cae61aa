/** Commands that need processes, sockets or databases. */
import type { Command } from './command.ts'

export const machine = {
  backup: () => import('./commands/backup.ts'),
  conformance: () => import('./commands/conformance.ts'),
  dev: () => import('./commands/dev.ts'),
  doctor: () => import('./commands/doctor.ts'),
  exec: () => import('./commands/exec.ts'),
  faults: () => import('./commands/faults.ts'),
  generateHolderKey: () => import('./commands/generateHolderKey.ts'),
  init: () => import('./commands/init.ts'),
  journalErase: () => import('./commands/journalErase.ts'),
  journalExport: () => import('./commands/journalExport.ts'),
  journalPrune: () => import('./commands/journalPrune.ts'),
  journalVerify: () => import('./commands/journalVerify.ts'),
  losses: () => import('./commands/losses.ts'),
  mcp: () => import('./commands/mcp.ts'),
  migrate: () => import('./commands/migrate.ts'),
  reshare: () => import('./commands/reshare.ts'),
  restore: () => import('./commands/restore.ts'),
  rotateRoot: () => import('./commands/rotateRoot.ts'),
  rotateWebhookKey: () => import('./commands/rotateWebhookKey.ts'),
  seal: () => import('./commands/seal.ts'),
  serve: () => import('./commands/serve.ts'),
  unseal: () => import('./commands/unseal.ts'),
} as const satisfies Readonly<Record<string, Command['load']>>
