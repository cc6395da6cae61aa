/** A story: title and steps. */
import type { World } from './world.ts'

export interface Story {
  /** Title in domain terms. */
  readonly title: string
  readonly tell: (world: World) => Promise<void>
}

export const story = (title: string, tell: Story['tell']): Story => ({ title, tell })
