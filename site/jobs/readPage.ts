/** What a reader can type from one section of a page: commands and files. */
import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { readExamples, readParties, readSource } from '@keywright/examples'
import { contentDir } from '../builder/content/pageSources.ts'
import { createApp, INSTALL_TARBALLS, START_APP } from '../src/mdx/Install.tsx'
import { PARTY_COMMANDS } from '../src/mdx/Parties.tsx'
import { runLocally } from '../src/widgets/runner/runLocally.ts'
import { shownSource } from '../src/widgets/runner/shownSource.ts'
import { readBlocks } from '../transcripts/readTranscript.ts'

export interface PageSection {
  /** The commands that start with a line: a whole block or one line of it. @throws Error if the section doesn't show it */
  commands(firstLine: string): string
  /** The content of a file: a block with this title, or an example. @throws Error if the section doesn't show it */
  file(name: string): string
}

/** @param place a route, or a route and an anchor, such as `/features/webhooks#receive` */
export function readPage(place: string): PageSection {
  const [route, anchor] = place.split('#') as [string, string | undefined]
  const source = readFileSync(join(contentDir, `${route}.mdx`), 'utf8')
  const text = anchor === undefined ? source : sectionOf(source, anchor, place)
  const blocks = readBlocks(text.split('\n'))
  const examples = [...text.matchAll(/<Example id="([^"]+)"(?: region="([^"]+)")? \/>/g)].map(
    ([, id, region]) => ({ example: readExamples().find((one) => one.id === id)!, region }),
  )
  const parties = [...text.matchAll(/<Parties of="([^"]+)"/g)].flatMap(([, name]) => readParties(name!))
  return {
    commands(firstLine) {
      const typed = [
        ...blocks.filter(({ lang }) => lang === 'sh').map(({ code }) => code),
        ...(text.includes('<Install of="create-keywright-app" />')
          ? [createApp('app'), START_APP, 'npm start', 'npm test']
          : []),
        ...(parties.length > 0 ? PARTY_COMMANDS : []),
        ...(/<Install of="(keywright|all)" \/>/.test(text) ? [INSTALL_TARBALLS] : []),
        ...examples.map(({ example }) => runLocally(example)),
        ...[...text.matchAll(/`([^`\n]+)`/g)].map(([, code]) => code!),
      ]
      const whole = typed.find((code) => code.split('\n')[0] === firstLine)
      const isLine = typed.some((code) => code.split('\n').includes(firstLine))
      if (whole === undefined && !isLine) throw new Error(`${place} doesn't show the command: ${firstLine}`)
      return whole ?? firstLine
    },
    file(name) {
      const block = blocks.find(({ title }) => title === name)
      if (block) return block.code
      const party = parties.find((one) => one.name === name)
      if (party) return party.source
      const found = examples.find(
        ({ example, region }) => region === undefined && basename(savedAs(example.file)) === name,
      )
      if (!found) throw new Error(`${place} doesn't show the file ${name}`)
      return shownSource(readSource(found.example.file))
    },
  }
}

const savedAs = (file: string): string => file.replace(/\.ts$/, '.mts')

/** From the heading with the anchor to the next heading of its level or above. */
function sectionOf(source: string, anchor: string, place: string): string {
  const lines = source.split('\n')
  const levelOf = (line: string) => (/^#+(?= )/.exec(line) ?? ['#########'])[0].length
  const from = lines.findIndex((line) => line.endsWith(`{#${anchor}}`))
  if (from < 0) throw new Error(`no section ${place}`)
  const level = levelOf(lines[from]!)
  const length = lines.slice(from + 1).findIndex((line) => levelOf(line) <= level)
  return lines.slice(from, length < 0 ? undefined : from + 1 + length).join('\n')
}
