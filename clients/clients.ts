/** The clients of other languages, and how each is checked with the tools of its ecosystem. */

export interface Client {
  readonly name: string
  /** Beside this file. */
  readonly folder: string
  /** Commands that succeed where the language can be used. */
  readonly tools: readonly (readonly string[])[]
  /** Formatter, linter, tests. Each succeeds, and none of them prints `NOT RUN`. */
  readonly checks: readonly (readonly string[])[]
}

export const clients: readonly Client[] = [
  {
    name: 'Go',
    folder: 'go',
    tools: [['go', 'version']],
    checks: [
      ['go', 'run', 'cmd/gofmt', '-d', '.'],
      ['go', 'vet', './...'],
      ['go', 'test', '-count=1', '-v', './...'],
    ],
  },
]
