// `npm run edit-figures -- <folder> [--keep <folder>]`: edits the Word documents below a folder in
// every way that the page for it has, and says of how many the outcome is right. --keep stores the outcomes, to open
// them in another program.
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  editDocument,
  listParagraphs,
  type EditableParagraph,
  type ParagraphEdit,
} from '../server/platform/documents/editing/edit-document.ts'
import { decideMarkup, readMarkup } from '../server/platform/documents/markup/read-markup.ts'
import {
  isAfter,
  isBefore,
  plainText,
  type StoryParagraph,
} from '../server/platform/documents/redline/story.ts'
import { readStory } from '../server/platform/documents/redline/story-reader.ts'
import { unpackList } from '../server/platform/workers/packed-list.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { keep: { type: 'string' } },
})
const folder = positionals[0] ?? '../shared/data'
const textOf = ({ pieces }: EditableParagraph) => pieces.map(({ text }) => text).join('')

/** Every tenth paragraph in turn: a word replaced, one added, one removed, a paragraph added, one removed. */
function editsOf(paragraphs: readonly EditableParagraph[]): ParagraphEdit[] {
  return paragraphs
    .filter((each) => each.isEditable && textOf(each).trim() !== '')
    .flatMap((each, at): ParagraphEdit[] => {
      const [paragraph, text] = [each.id, textOf(each)]
      if (at % 2 === 1) return []
      switch ((at / 2) % 5) {
        case 0:
          return [{ paragraph, text: text.replace(/\p{L}+/u, 'Edited') }]
        case 1:
          return [{ paragraph, text: `${text} as amended` }]
        case 2:
          return [{ paragraph, text: text.replace(/\s\S+/, '') }]
        case 3:
          return [{ paragraph, added: ['A new paragraph.'] }]
        default:
          return [{ paragraph, text: null }]
      }
    })
}

const cellsIn = (story: readonly StoryParagraph[]) =>
  new Set(story.flatMap(({ cell }) => (cell ? [`${cell.table} ${cell.row} ${cell.column}`] : []))).size
const numbersIn = (story: readonly StoryParagraph[]) =>
  story.flatMap(({ number, endMark }) => (isBefore(endMark) ? (number ?? []) : [])).length

async function outcomeOf(name: string, document: Buffer): Promise<string[]> {
  const paragraphs = await unpackList(await listParagraphs(document))
  const edits = editsOf(paragraphs)
  const edited = (await editDocument({ document, edits, author: 'Ana Prior', date: '2026-03-02T09:00:00Z' }))
    .document
  if (values.keep !== undefined) writeFileSync(join(values.keep, `${name}.docx`), edited)
  const [before, after] = [await readStory(document), await readStory(edited)]
  const nobody = { accept: [], reject: [] }
  const rejected = await decideMarkup({ document: edited, ...nobody, rest: 'Reject' })
  const accepted = await decideMarkup({ document: edited, ...nobody, rest: 'Accept' })
  const former = await decideMarkup({ document, ...nobody, rest: 'Reject' })
  const own = (await unpackList((await readMarkup(edited)).changes)).filter(
    ({ author }) => author === 'Ana Prior',
  )
  const line = (story: readonly StoryParagraph[]) => plainText(story, isAfter)
  const rejectedText = line(await readStory(rejected.document))
  return [
    ...(own.length === 0 && edits.length > 0 ? ['no change is listed'] : []),
    ...(rejectedText === line(await readStory(former.document)) ? [] : ['rejecting gives another text']),
    ...(line(await readStory(accepted.document)) === line(after) ? [] : ['accepting gives another text']),
    ...(cellsIn(before) === cellsIn(after) ? [] : ['other cells']),
    ...(numbersIn(before) === numbersIn(await readStory(rejected.document)) ? [] : ['other numbers']),
  ]
}

if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true })
let right = 0
const paths = existsSync(folder) ? globSync('**/*.docx', { cwd: folder }).toSorted() : []
for (const path of paths) {
  const name = basename(path, '.docx')
  const wrong = await outcomeOf(name, readFileSync(join(folder, path))).catch((error: unknown) => [
    error instanceof Error ? (error.stack ?? '') : String(error),
  ])
  if (wrong.length === 0) right++
  console.log(`${name}: ${wrong.join(', ') || 'right'}`)
}
console.log(`${right} of ${paths.length} are right`)
