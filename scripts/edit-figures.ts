// `npm run edit-figures -- <folder> [--sizes] [--keep <folder>]`: edits the Word documents below a folder in every way
// that the page for it has, and says of how many the outcome is right. With --sizes it measures editing made-up
// contracts of 10, 100 and 500 pages, and their tracked changes, instead. --keep stores the outcomes, to open them in
// another program.
import { createHash } from 'node:crypto'
import { existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parseArgs } from 'node:util'
import {
  documentEdited,
  editDocument,
  listParagraphs,
  paragraphsListed,
  type EditableParagraph,
  type ParagraphEdit,
} from '../server/platform/documents/editing/edit-document.ts'
import {
  decideMarkup,
  markupDecided,
  markupRead,
  readMarkup,
} from '../server/platform/documents/markup/read-markup.ts'
import {
  isAfter,
  isBefore,
  plainText,
  type StoryParagraph,
} from '../server/platform/documents/redline/story.ts'
import { readStory } from '../server/platform/documents/redline/story-reader.ts'
import { readZip } from '../server/platform/documents/zip-archive.ts'
import { createDocumentWorkers } from '../server/platform/workers/document-workers.ts'
import { unpackList } from '../server/platform/workers/packed-list.ts'
import { pagesOf } from '../test/documents/edited-docx.ts'
import { watchLoop } from '../test/servers/loop-delay.ts'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { sizes: { type: 'boolean' }, keep: { type: 'string' } },
})
const folder = positionals[0] ?? '../shared/data'
const textOf = ({ pieces }: EditableParagraph) => pieces.map(({ text }) => text).join('')

/** Every twelfth paragraph in turn: a word replaced, one added, one removed, looks, a paragraph added, one removed. */
function editsOf(paragraphs: readonly EditableParagraph[]): ParagraphEdit[] {
  return paragraphs
    .filter((each) => each.isEditable && textOf(each).trim() !== '')
    .flatMap((each, at): ParagraphEdit[] => {
      const [paragraph, text] = [each.id, textOf(each)]
      if (at % 2 === 1) return []
      switch ((at / 2) % 6) {
        case 0:
          return [{ paragraph, text: text.replace(/\p{L}+/u, 'Edited') }]
        case 1:
          return [{ paragraph, text: `${text} as amended` }]
        case 2:
          return [{ paragraph, text: text.replace(/\s\S+/, '') }]
        case 3:
          return [{ paragraph, added: ['A new paragraph.'] }]
        case 4:
          return [
            {
              paragraph,
              looks: [
                { from: 0, to: Math.ceil(text.length / 2), look: 'Bold', on: at % 4 === 0 },
                { from: Math.floor(text.length / 3), to: text.length, look: 'Underline', on: true },
              ],
            },
          ]
        default:
          return [{ paragraph, text: null }]
      }
    })
}

const cellsIn = (story: readonly StoryParagraph[]) =>
  new Set(story.flatMap(({ cell }) => (cell ? [`${cell.table} ${cell.row} ${cell.column}`] : []))).size
const numbersIn = (story: readonly StoryParagraph[]) =>
  story.flatMap(({ number, endMark }) => (isBefore(endMark) ? (number ?? []) : [])).length

/** What stands beside the words: pictures and text boxes of each part, and all that is no XML. */
const besideWords = (document: Uint8Array) =>
  readZip(Buffer.from(document), { entries: 10_000, bytes: 2 ** 29 })
    .map(({ name, content }) => {
      if (!name.endsWith('.xml')) return `${name} ${createHash('sha256').update(content).digest('hex')}`
      const found =
        content.toString().match(/<(?:w:drawing|w:pict|w:object|w:txbxContent|pic:pic)[ >]/g) ?? []
      return `${name} ${found.join('')}`
    })
    .toSorted()
    .join('\n')
const looksIn = async (document: Uint8Array) =>
  (await unpackList(await listParagraphs(document)))
    .map(({ pieces }) => pieces.map(({ text, look }) => `${look.join()}:${text}`).join('|'))
    .join('\n')

/** In each table a row added after the first one, and the last one removed; rows with merged cells are left alone. */
async function outcomeOfRows(document: Buffer): Promise<string[]> {
  const paragraphs = await unpackList(await listParagraphs(document))
  const by = { author: 'Ana Prior', date: '2026-03-02T09:00:00Z' }
  const tables = Map.groupBy(
    paragraphs.filter(({ cell, isEditable }) => cell !== null && isEditable),
    ({ part, cell }) => `${part} ${cell?.table}`,
  )
  const wrong: string[] = []
  for (const own of tables.values()) {
    const [first, last] = [own[0], own.at(-1)]
    if (!first || !last || first.cell?.row === last.cell?.row) continue
    const edits = [
      { paragraph: first.id, rowsAdded: [['New']] },
      { paragraph: last.id, rowRemoved: true },
    ]
    const edited = await editDocument({ document, edits, ...by }).catch((error: unknown) => error as Error)
    if (edited instanceof Error) {
      if (!edited.message.includes('merged')) wrong.push(`rows: ${edited.message}`)
      continue
    }
    tablesEdited++
    const rejected = await decideMarkup({ document: edited.document, accept: [], reject: [], rest: 'Reject' })
    const former = await decideMarkup({ document, accept: [], reject: [], rest: 'Reject' })
    if ((await looksIn(rejected.document)) !== (await looksIn(former.document)))
      wrong.push('rejecting rows gives another table')
  }
  return wrong
}
let tablesEdited = 0

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
    ...((await looksIn(rejected.document)) === (await looksIn(former.document))
      ? []
      : ['rejecting gives other looks']),
    ...(besideWords(document) === besideWords(edited) ? [] : ['other pictures or text boxes']),
    ...(await outcomeOfRows(document)),
    ...(cellsIn(before) === cellsIn(after) ? [] : ['other cells']),
    ...(numbersIn(before) === numbersIn(await readStory(rejected.document)) ? [] : ['other numbers']),
  ]
}

async function measureFolder(): Promise<void> {
  let right = 0
  const paths = existsSync(folder) ? globSync('**/*.docx', { cwd: folder }).toSorted() : []
  for (const path of paths) {
    const name = basename(path, '.docx')
    const wrong = await outcomeOf(name, readFileSync(join(folder, path))).catch((error: unknown) => [
      String(error),
    ])
    if (wrong.length === 0) right++
    console.log(`${name}: ${wrong.join(', ') || 'right'}`)
  }
  console.log(`${right} of ${paths.length} are right; rows of ${tablesEdited} tables were added and removed`)
}

/** Does the work and prints what it took: seconds of the clock, the most memory of the process, and the loop. */
async function measured<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  let most = process.memoryUsage.rss()
  const timer = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 20)
  // real time: how long it takes
  const since = performance.now()
  const { result, longestTurn } = await watchLoop(work)
  clearInterval(timer)
  const seconds = ((performance.now() - since) / 1_000).toFixed(1)
  const megabytes = Math.round(most / 2 ** 20)
  console.log(`${name}: ${seconds} s, ${megabytes} MB, loop ${Math.round(longestTurn)} ms`)
  return result
}

async function measureSizes(): Promise<void> {
  const of = { organisationId: 1, input: 'document' }
  const by = { author: 'Ana Prior', date: '2026-03-02T09:00:00Z' }
  for (const pages of [10, 100, 500]) {
    // threads of its own, so that memory is that of this size
    const workers = createDocumentWorkers({ threads: 1 })
    const document = pagesOf(pages)
    const listed = await measured(`${pages} pages, text to edit`, async () =>
      unpackList(await workers.run(paragraphsListed, document, of)),
    )
    const edits = editsOf(listed)
    const { document: edited } = await measured(`${pages} pages, ${edits.length} edits`, () =>
      workers.run(documentEdited, { document, edits, ...by }, of),
    )
    const changes = await measured(`${pages} pages, tracked changes`, async () => {
      const read = await workers.run(markupRead, edited, of)
      await unpackList(read.changes)
      return read.total
    })
    await measured(`${pages} pages, ${changes} changes accepted`, () =>
      workers.run(markupDecided, { document: edited, accept: [], reject: [], rest: 'Accept' as const }, of),
    )
    await workers.close()
  }
}

if (values.keep !== undefined) mkdirSync(values.keep, { recursive: true })
await (values.sizes ? measureSizes() : measureFolder())
