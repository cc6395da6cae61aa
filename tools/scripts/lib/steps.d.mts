export interface StepOptions {
  readonly write: (data: Uint8Array) => void
  readonly signal: AbortSignal
}

export interface Step {
  readonly name: string
  run(options: StepOptions): Promise<number>
}

export function runLanes(lanes: readonly (readonly Step[])[]): Promise<number>

export function run(command: string, args: readonly string[], options?: Partial<StepOptions>): Promise<number>
