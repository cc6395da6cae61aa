/** Opens the console for a development host in the same process, for tests. */
import { TEST_URL, type TestDevhost } from '@keywright/devhost/test'
import { render } from '@keywright/ui/test'
import type { Connection } from '../src/connection.ts'
import { Inspector } from '../src/Inspector.tsx'
import type { Place } from '../src/live.ts'

export interface TestConsole {
  readonly dev: TestDevhost
  readonly host: HTMLElement
  leave(): Promise<void>
}

/** Connects as the sandbox does: events arrive without a stream. */
export const connectionTo = ({ host }: TestDevhost): Connection => ({
  url: TEST_URL,
  fetch: host.handle,
  listen(onEvent, onState) {
    onState(true)
    return host.events.listen(({ name }) => onEvent(name))
  },
})

export async function openConsole(
  dev: TestDevhost,
  place?: Place,
  { isSandbox = false } = {},
): Promise<TestConsole> {
  const connection = { ...connectionTo(dev), isSandbox }
  const { host, leave } = await render(
    <Inspector connection={connection} {...(place && { place, onPlace() {} })} />,
  )
  return { dev, host, leave }
}
