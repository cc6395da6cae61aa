import { writeFileSync } from 'node:fs'
import { brotliCompressSync } from 'node:zlib'
import { encodeSearch } from '@keywright/search'
import { loadSections } from '../loadSections.ts'
const all = await loadSections()
writeFileSync('/tmp/all.json', JSON.stringify(all))
const { index, answers } = encodeSearch(all.sections, all.answers)
const size = (x: unknown) => brotliCompressSync(JSON.stringify(x)).length
console.log(all.sections.length, all.answers.length, 'index', size(index), 'asks', size(index.answers), 'inSections', size(index.inSections), 'inAnswers', size(index.inAnswers), 'words', size(index.words), 'sections', size(index.sections), 'names', size(index.names), 'answers', answers.map(size).slice(0,3))
