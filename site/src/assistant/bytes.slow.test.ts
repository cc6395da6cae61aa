/** What an answer makes a reader fetch beside the program: the index, words, and texts of places that are read. */
import { brotliCompressSync, constants } from 'node:zlib'
import { createRetriever, encodeSearch, type SearchFilesSource } from '@keywright/search'
import { expect, it } from 'vitest'
import { loadSections } from '../../build/loadSections.ts'
import { answer } from './answer.ts'
import { PASTED } from './pastedTexts.cases.ts'
import { questionLists, unansweredLists } from './questionLists.ts'

/** The program takes up to 87,200 of the 150,000 bytes: `e2e/assistant.spec.ts` has both together. */
const MOST = 62_800
/** Of each page, so much is pasted as if it were a question. */
const PASTED_LENGTH = 4_000

it(`fetches at most ${MOST} bytes for an answer`, async () => {
  const sections = await loadSections()
  const { index, parts, vocabulary, texts } = encodeSearch(sections)
  const sizes = new Map<unknown, number>()
  function sizeOf(file: unknown): number {
    const size =
      sizes.get(file) ??
      brotliCompressSync(JSON.stringify(file), { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } }).length
    sizes.set(file, size)
    return size
  }
  async function bytesFor(question: string): Promise<number> {
    const fetched = new Set<unknown>()
    const fetch = <File>(file: File): Promise<File> => {
      fetched.add(file)
      return Promise.resolve(file)
    }
    const files: SearchFilesSource = {
      index: () => fetch(index),
      part: (part) => fetch(parts[part]!),
      vocabulary: (file) => fetch(vocabulary[file]!),
      texts: (route, file) => fetch(texts.get(route)![file]!),
    }
    await answer(createRetriever(files), question)
    return [...fetched].reduce<number>((sum, file) => sum + sizeOf(file), 0)
  }

  const textsOfPages = new Map<string, string>()
  for (const { route, passages } of sections)
    textsOfPages.set(route, [textsOfPages.get(route) ?? '', ...passages].join('\n'))
  const asked: { question: string; bytes: number }[] = []
  for (const question of [
    ...Object.values(questionLists).flatMap((list) => list.map(([one]) => one)),
    ...Object.values(unansweredLists).flat(),
    ...PASTED,
    ...[...textsOfPages.values()].map((text) => text.slice(0, PASTED_LENGTH)),
  ])
    asked.push({ question, bytes: await bytesFor(question) })
  asked.sort((a, b) => a.bytes - b.bytes)
  const at = (share: number) => asked[Math.floor(share * (asked.length - 1))]!.bytes
  console.log(`${asked.length} questions, bytes: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}`)
  expect(asked.filter(({ bytes }) => bytes > MOST)).toEqual([])
}, 600_000)
