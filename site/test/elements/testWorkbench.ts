/** A workbench with its own in-process sandbox, for tests. */
import { openSandboxInProcess } from '@keywright/sandbox/test'
import { clientFor, type Workbench } from '../../src/widgets/kit/workbench.ts'

export async function openTestWorkbench(): Promise<Workbench> {
  const sandbox = await openSandboxInProcess()
  const organization = await sandbox.createOrganization('Tests')
  return { sandbox, organization, client: clientFor(sandbox, organization) }
}
