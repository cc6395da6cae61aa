/** The clients of other languages, and how each is checked with the tools of its ecosystem. */

export interface Client {
  readonly name: string
  /** Next to this file. */
  readonly folder: string
  /** Commands that succeed where the language can be used. */
  readonly tools: readonly (readonly string[])[]
  /** Formatter, linter, tests. Each succeeds, and none of them prints `NOT RUN`. */
  readonly checks: readonly (readonly string[])[]
  /** Runs its adapter for `keywright conformance`; absent if the client has no adapter. */
  readonly adapter?: readonly string[]
  /** The program that its page shows: what runs it, its source, the page. Absent as the adapter. */
  readonly tour?: { readonly command: readonly string[]; readonly source: string; readonly page: string }
  /** Runs the program that uses more than twenty calls and prints `company.txt`. Absent as the adapter. */
  readonly company?: readonly string[]
}

export const clients: readonly Client[] = [
  {
    name: 'Go',
    folder: 'go',
    adapter: ['go', 'run', './conformance'],
    tour: { command: ['go', 'run', './examples/tour'], source: 'examples/tour/main.go', page: 'golang' },
    company: ['go', 'run', './examples/company'],
    tools: [['go', 'version'], ['gofmt']],
    checks: [
      ['gofmt', '-d', '.'],
      ['go', 'vet', './...'],
      ['go', 'test', '-count=1', '-v', './...'],
    ],
  },
  {
    name: 'Rust',
    folder: 'rust',
    adapter: ['cargo', 'run', '--quiet', '--locked', '--example', 'conformance'],
    tour: {
      command: ['cargo', 'run', '--quiet', '--locked', '--example', 'tour'],
      source: 'examples/tour.rs',
      page: 'rust',
    },
    company: ['cargo', 'run', '--quiet', '--locked', '--features', 'blocking', '--example', 'company'],
    tools: [
      ['cargo', 'fmt', '--version'],
      ['cargo', 'clippy', '--version'],
      ['cargo', 'fetch', '--locked'],
    ],
    checks: [
      ['cargo', 'fmt', '--check'],
      ['cargo', 'clippy', '--locked', '--all-targets', '--all-features', '--', '-D', 'warnings'],
      ['cargo', 'clippy', '--locked', '--no-default-features', '--', '-D', 'warnings'],
      ['cargo', 'test', '--locked', '--all-features', '--', '--nocapture'],
    ],
  },
  {
    name: 'Ruby',
    folder: 'ruby',
    adapter: ['ruby', 'conformance.rb'],
    tour: { command: ['ruby', '-w', 'examples/tour.rb'], source: 'examples/tour.rb', page: 'Ruby' },
    company: ['ruby', '-w', 'examples/company.rb'],
    tools: [['ruby', '-ropenssl', '-rminitest', '-rrbs', '-e', 'exit']],
    checks: [
      [
        'ruby',
        '-w',
        '-e',
        'Dir["{lib,test}/**/*.rb"].each { |file| RubyVM::InstructionSequence.compile_file(file) }',
      ],
      ['ruby', '-w', '-e', 'Dir["./test/*_test.rb"].each { |file| require file }'],
      ['gem', 'build', '--strict', '--output', '/dev/null', 'keywright.gemspec'],
    ],
  },
  {
    name: 'Swift',
    folder: 'swift',
    adapter: ['swift', 'run', '--quiet', 'conformance'],
    tools: [
      ['swift', '--version'],
      ['swift', 'package', 'resolve'],
    ],
    checks: [
      ['swift', 'format', 'lint', '--strict', '--recursive', '.'],
      ['swift', 'build', '--build-tests', '-Xswiftc', '-warnings-as-errors'],
      ['swift', 'test', '-Xswiftc', '-warnings-as-errors'],
    ],
  },
]
