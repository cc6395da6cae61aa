/** What an answer makes a reader fetch beside the program: the index, words, and texts of places that are read. */
import { brotliCompressSync, constants } from 'node:zlib'
import { createRetriever, encodeSearch, type SearchFilesSource } from '@keywright/search'
import { expect, it } from 'vitest'
import { loadSections } from '../../build/loadSections.ts'
import { answer } from './answer.ts'
import { questionLists, unansweredLists } from './questionLists.ts'

/** The program takes up to 87,200 of the 150,000 bytes: `e2e/assistant.spec.ts` has both together. */
const MOST = 62_800
/** Of all questions, so many may take more: long messages that were pasted, most of them. */
const MOST_ABOVE = 0.02
const MOST_EVER = 72_000
/** Each begins with nothing fetched, which takes its time: a part of them stands for all. */
const ONE_OF = 6

it(`fetches at most ${MOST} bytes for an answer`, async () => {
  const { index, parts, vocabulary, texts } = encodeSearch(await loadSections())
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

  const all = [
    ...Object.values(questionLists).flatMap((list) => list.map(([question]) => question)),
    ...Object.values(unansweredLists).flat(),
  ].filter((_, at) => at % ONE_OF === 0)
  const asked: { question: string; bytes: number }[] = []
  for (const question of all) asked.push({ question, bytes: await bytesFor(question) })
  asked.sort((a, b) => a.bytes - b.bytes)
  const at = (share: number) => asked[Math.floor(share * (asked.length - 1))]!.bytes
  const above = asked.filter(({ bytes }) => bytes > MOST)
  console.log(
    `${asked.length} questions, bytes: median ${at(0.5)}, 95 % ${at(0.95)}, most ${at(1)}; above ${MOST}: ${above.map(({ question, bytes }) => `${bytes} ${question}`).join('; ')}`,
  )
  expect(above.length / asked.length).toBeLessThanOrEqual(MOST_ABOVE)
  expect(at(1)).toBeLessThanOrEqual(MOST_EVER)
}, 600_000)
