// Tracked changes of Word documents: found, and accepted or rejected without touching anything else.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { comparedDocuments } from '../../../../test/documents/compared-docx.ts'
import { docx } from '../../../../test/documents/docx.ts'
import { edited } from '../../../../test/documents/edited-docx.ts'
import { markedDocx } from '../../../../test/documents/marked-docx.ts'
import { unpackList } from '../../workers/packed-list.ts'
import { acceptAllChanges } from '../redline/compare-documents.ts'
import { readStory } from '../redline/story-reader.ts'
import { isAfter, isBefore, plainText } from '../redline/story.ts'
import { readZip } from '../zip-archive.ts'
import { decideMarkup, readMarkup } from './read-markup.ts'

const changesIn = async (document: Uint8Array) => unpackList((await readMarkup(document)).changes)
const commentsIn = async (document: Uint8Array) => unpackList((await readMarkup(document)).comments)
const textOf = async (document: Uint8Array) => plainText(await readStory(document), () => true)
const undecided = { accept: [], reject: [], rest: null }
const decide = async (document: Uint8Array, decisions: object) =>
  (await decideMarkup({ document, ...undecided, ...decisions })).document
const partOf = (document: Uint8Array, name: string) =>
  readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 })
    .find((each) => each.name === name)
    ?.content.toString()

test('changes are found as somebody made them, with their clauses [F-163]', async () => {
  const changes = await changesIn(markedDocx)
  const shown = changes.map(({ kind, of, author, text, place }) => [
    kind,
    of,
    author,
    text,
    place.clause.number,
  ])
  expect(shown).toEqual([
    ['Deleted', 'Text', 'Tomas Berg', '30', '1'],
    ['Inserted', 'Text', 'Tomas Berg', '45', '1'],
    ['Inserted', 'Text', 'Tomas Berg', '2a. Renewal. It renews each year.', '2'],
    ['Deleted', 'Text', 'Ana Prior', 'automatically ', '2'],
    ['Formatted', 'Paragraph', 'Ana Prior', '3. Liability. It is limited.', '3'],
    ['Inserted', 'Row', 'Tomas Berg', 'Training · 200', '3'],
    ['Deleted', 'Row', 'Ana Prior', 'Travel · 300', '3'],
    ['Moved', 'Text', 'Tomas Berg', '5. Notices. Notices are in writing.', '5'],
    ['Deleted', 'Text', 'Tomas Berg', '6. Publicity. Either party may say so.', '6'],
    ['Inserted', 'Text', 'Tomas Berg', 'Draft', '6'],
  ])
  expect(changes[4]?.formatting).toEqual(['alignment', 'bold'])
  expect(changes[7]).toMatchObject({
    place: { paragraph: 13 },
    from: { paragraph: 11, clause: { number: '3', heading: 'Liability' } },
  })
})

test.each([
  ['Accept', isAfter, '2a. Renewal. It renews each year.'],
  ['Reject', isBefore, '6. Publicity. Either party may say so.'],
] as const)('%s all: the text is what its marks say, and none is left [F-164]', async (rest, isIn, line) => {
  for (const document of [markedDocx, comparedDocuments.redline]) {
    const decided = await decide(document, { rest })
    expect(await textOf(decided)).toBe(plainText(await readStory(document), isIn))
    expect(await changesIn(decided)).toEqual([])
  }
  const decided = await decide(markedDocx, { rest })
  expect((await textOf(decided)).split('\n')).toContain(line)
  expect(partOf(decided, 'word/document.xml')).not.toMatch(/author=|Range(Start|End) w:id="\d" w:name/)
})

test('accepting all gives the text that another engine gives [F-164]', async () => {
  expect(await textOf(await decide(markedDocx, { rest: 'Accept' }))).toBe(
    await textOf(await acceptAllChanges(markedDocx)),
  )
})

test('what is undecided stays as it was, byte for byte; both places of a move go together [F-164]', async () => {
  const changes = await changesIn(markedDocx)
  for (const { id } of changes) {
    for (const decision of ['accept', 'reject'] as const) {
      const decided = await decide(markedDocx, { [decision]: [id] })
      const left = (await changesIn(decided)).map(({ text, kind }) => `${kind} ${text}`)
      const others = changes.filter((each) => each.id !== id)
      // what stood inside what went is gone with it
      const isNested = id === 3 && decision === 'reject'
      const wanted = isNested ? others.filter((each) => each.id !== 4) : others
      const renewal = id === 4 && decision === 'reject' ? 'It renews automatically each' : 'It renews each'
      expect(left, `${decision} ${id}`).toEqual(
        wanted.map(({ text, kind }) => `${kind} ${text.replace('It renews each', renewal)}`),
      )
      const rest = decision === 'accept' ? 'Accept' : 'Reject'
      expect(await textOf(await decide(decided, { rest }))).toBe(
        await textOf(await decide(markedDocx, { rest })),
      )
    }
  }
  const [before = '', now = ''] = [markedDocx, await decide(markedDocx, { accept: [1] })].map((document) =>
    partOf(document, 'word/document.xml'),
  )
  const at = before.indexOf('<w:del ')
  expect(now.slice(0, at)).toBe(before.slice(0, at))
  expect(before.endsWith(now.slice(at))).toBe(true)
})

test('a comment goes with the words that it is about, and no other [F-164]', async () => {
  expect((await commentsIn(markedDocx)).map(({ text, quote, answers }) => [text, quote, answers])).toEqual([
    ['We need more time.', '45 days', null],
    ['Why?', '', 1],
    ['Not ours.', '', null],
  ])
  const accepted = await decide(markedDocx, { accept: [7] })
  expect((await commentsIn(accepted)).map(({ text }) => text)).toEqual(['We need more time.', 'Why?'])
  expect(partOf(accepted, 'word/comments.xml')).not.toContain('Not ours.')
  expect(await commentsIn(await decide(markedDocx, { reject: [7] }))).toHaveLength(3)
})

test('changes of formulas are no listed change, and are decided with all [F-164]', async () => {
  const who = 'w:id="1" w:author="Tomas Berg" w:date="2026-03-02T09:30:00Z"'
  const formula = `</w:t></w:r><m:oMath xmlns:m="m"><m:r><w:rPr><w:ins ${who}/></w:rPr><m:t>x</m:t></m:r><m:f><m:fPr><m:ctrlPr><w:del ${who}/></m:ctrlPr></m:fPr></m:f></m:oMath><w:r><w:t>`
  const document = docx([formula])
  expect(await changesIn(document)).toEqual([])
  const decided = async (rest: string) => partOf(await decide(document, { rest }), 'word/document.xml')
  const [accepted, rejected] = [await decided('Accept'), await decided('Reject')]
  expect([/<m:t>/.test(`${accepted}`), /<m:f>/.test(`${accepted}`)]).toEqual([true, false])
  expect([/<m:t>/.test(`${rejected}`), /<m:f>/.test(`${rejected}`)]).toEqual([false, true])
  expect(`${accepted}${rejected}`).not.toContain('author')
})

test('a document that is cut off is not read as a whole one [F-163]', async () => {
  const whole = partOf(markedDocx, 'word/document.xml') ?? ''
  const cutAt = whole.lastIndexOf('</w:p>')
  const cut = docx([], { 'word/document.xml': whole.slice(0, cutAt) })
  await expect(readMarkup(cut)).rejects.toMatchObject({ status: 400 })
  await expect(textOf(cut)).rejects.toMatchObject({ status: 400 })
})

test('ids of no change, and what is no document, are refused [F-163]', async () => {
  await expect(decide(markedDocx, { accept: [11] })).rejects.toMatchObject({ status: 400 })
  for (const xml of ['<w:document', '<!DOCTYPE a><a/>', `${'<w:p>'.repeat(600)}${'</w:p>'.repeat(600)}`])
    await expect(readMarkup(docx([], { 'word/document.xml': xml }))).rejects.toMatchObject({ status: 400 })
})

const folder = join(import.meta.dirname, '../../../../../shared/data')
test.skipIf(!existsSync(folder))(
  'documents of other programs are written back as they were read [F-164]',
  async () => {
    for (const path of globSync('**/*.docx', { cwd: folder })) {
      const document = readFileSync(join(folder, path))
      for (const each of [document, edited(document) ?? document]) {
        const decided = await decide(each, { rest: 'Accept' })
        expect(partOf(decided, 'word/document.xml'), path).toBe(partOf(each, 'word/document.xml'))
      }
    }
  },
)
