/** The lines of the changelog that concern a reader: of a package, of a kind, since the version that they run. */
import { useState } from 'react'
import { ElementFrame } from '../kit/ElementFrame.tsx'
import { Fields, SelectField, TextField } from '../kit/fields.tsx'
import { messageOf, Results } from '../kit/results.tsx'
import { filterLines, type ReleaseFilter, type ReleaseLine, readReleases } from './readReleases.ts'

const ALL: ReleaseFilter = { words: '', package: '', kind: '', since: '' }
const EACH = [['', 'all']] as const

export default function ChangelogFilter() {
  const [lines] = useState(() => readReleases(document.querySelector('main') ?? document))
  const [filter, setFilter] = useState(ALL)
  const set = (change: Partial<ReleaseFilter>) => setFilter({ ...filter, ...change })
  let shown: readonly ReleaseLine[] = []
  let problem: string | undefined
  try {
    shown = filterLines(lines, filter)
  } catch (error) {
    problem = messageOf(error)
  }
  const newest = lines[0]?.version
  return (
    <ElementFrame onReset={() => setFilter(ALL)}>
      <Fields>
        <TextField
          label="Since version"
          value={filter.since}
          onChange={(since) => set({ since })}
          placeholder="0.0.0"
          list={[...new Set(lines.map(({ version }) => version))]}
          hint={newest ? `What came after the version that you run. The newest is ${newest}.` : undefined}
          error={problem}
        />
        <SelectField
          label="Package"
          value={filter.package}
          options={[...EACH, ...namesIn(lines, 'package')]}
          onChange={(name) => set({ package: name })}
        />
        <SelectField
          label="Kind"
          value={filter.kind}
          options={[...EACH, ...namesIn(lines, 'kind')]}
          onChange={(kind) => set({ kind })}
        />
        <TextField label="Words" isCode={false} value={filter.words} onChange={(words) => set({ words })} />
      </Fields>
      <p role="status">
        {shown.length} of {lines.length} lines
        {shown.length === 0 && problem === undefined && newest === filter.since.trim()
          ? ': you run the newest version.'
          : ''}
      </p>
      <Results label="Lines of the changelog">
        {shown.map(({ version, kind, package: name, text, content }) => (
          <li className="element-result" key={`${version} ${name} ${text}`}>
            <div>
              <p>
                <strong>
                  {version} {kind}
                  {name && `: ${name}`}
                </strong>
              </p>
              <p>{content}</p>
            </div>
          </li>
        ))}
      </Results>
    </ElementFrame>
  )
}

const namesIn = (lines: readonly ReleaseLine[], member: 'package' | 'kind') =>
  [...new Set(lines.map((line) => line[member]))].filter(Boolean)
