/** Code that must exist only once, because copies duplicate defects. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Sources that run in the browser, by path below the repository. */
const sources = [
  'site/src',
  'site/inspector/src',
  'site/ui/src',
  'site/search/src',
  'engine/policy/src',
].flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`)
    .filter((path) => /\.tsx?$/.test(path) && !/\.test\.tsx?$|\/testing\/|testing\.ts$/.test(path)),
)
const textOf = new Map(sources.map((path) => [path, readFileSync(join(root, path), 'utf8')]))

describe.each([
  [
    'makes entries of the history',
    /history(?:\.(?:push|replace)State|\[`)/,
    ['site/src/shared/historyEntry.ts'],
  ],
  [
    'uses the browser storage',
    /\b(?:local|session)Storage(?:\.|\))/,
    ['site/src/shared/storage.ts', 'site/src/frame/script/earlyStorage.ts'],
  ],
  [
    'catches what breaks while rendering',
    /getDerivedStateFromError|componentDidCatch/,
    ['site/ui/src/Boundary.tsx'],
  ],
  [
    'decodes parts of addresses',
    /\bdecodeURIComponent\(/,
    ['site/inspector/src/page/place.ts', 'site/src/config/routes.ts'],
  ],
  ['writes to the clipboard', /\bclipboard\.write/, ['site/ui/src/clipboard.ts']],
  ['says where arrow keys lead', /\bArrowRight: 1/, ['site/ui/src/roving.ts']],
  [
    'renders tabs (one for islands, one for what is rendered at build)',
    /<\w+ role="tablist"/,
    ['site/ui/src/Tabs.tsx', 'site/src/mdx/Tabs.tsx'],
  ],
  ['counts how far two words are apart', /Math\.min\([^;]*\+ 1,[^;]*\+ 1\)/, ['engine/policy/src/edits.ts']],
  ['renders an error box', /className="error-box"/, ['site/src/shared/ErrorBox.tsx']],
  ['reads backticks as code', /\.split\(\/[^/]*`/, ['site/src/shared/InlineText.tsx']],
])('one place %s', (_, pattern, places) => {
  it('and no other place', () => {
    const found = [...textOf].filter(([, text]) =>
      pattern.test(text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')),
    )
    expect(found.map(([path]) => path).sort()).toEqual([...places].sort())
  })
})

it("keeps no state of the shell's script outside its parts", () => {
  const state = /^(?:export )?(?:(?:let|var) |const \w+(?:: [^=]+)? = (?:new |\[\]|\{\}))/m
  const mutable = [...textOf].filter(
    ([path, text]) => path.startsWith('site/src/frame/script/') && state.test(text),
  )
  expect(mutable.map(([path]) => path)).toEqual([])
})
