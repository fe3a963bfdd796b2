// Rows of tables that are added and removed as tracked changes, which others read, accept and reject.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { unpackList } from '../../workers/packed-list.ts'
import { decideMarkup, readMarkup } from '../markup/read-markup.ts'
import { readZip } from '../zip-archive.ts'
import { editDocument, listParagraphs, type ParagraphEdit } from './edit-document.ts'

const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const paragraph = (text: string, look = '') =>
  `<w:p><w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r></w:p>`
const cell = (text: string, properties = '') =>
  `<w:tc>${properties && `<w:tcPr>${properties}</w:tcPr>`}${paragraph(text, '<w:b/>')}</w:tc>`
const row = (...cells: string[]) => `<w:tr><w:trPr><w:tblHeader/></w:trPr>${cells.join('')}</w:tr>`
const documentOf = (inside: string) =>
  docx([], {
    'word/document.xml': `<?xml version="1.0"?><w:document ${names}><w:body>${inside}</w:body></w:document>`,
  })
const tableOf = (...rows: string[]) =>
  documentOf(`${paragraph('Prices')}<w:tbl>${rows.join('')}</w:tbl>${paragraph('End')}`)
const xmlOf = (document: Uint8Array) =>
  readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 })
    .find(({ name }) => name === 'word/document.xml')
    ?.content.toString() ?? ''
const edit = (document: Uint8Array, edits: readonly ParagraphEdit[]) =>
  editDocument({ document, edits, author: 'Ana Prior', date: '2026-03-02T09:00:00Z' })
const textsOf = async (document: Uint8Array) =>
  (await unpackList(await listParagraphs(document))).map(({ cell: place, pieces }) => [
    place ? `${place.row}.${place.column}` : '',
    pieces.map(({ text }) => text).join(''),
  ])
const decided = async (document: Uint8Array, rest: 'Accept' | 'Reject') =>
  textsOf((await decideMarkup({ document, accept: [], reject: [], rest })).document)

const prices = tableOf(row(cell('Support'), cell('100')), row(cell('Training'), cell('200')))

test('a row is added after another one, looks like it, and is accepted or rejected as a whole [C-437]', async () => {
  const { document: edited, ...counts } = await edit(prices, [
    { paragraph: 2, rowsAdded: [['Travel', '5 & more'], ['Rest']] },
    { paragraph: 5, text: '220' },
  ])
  expect(counts).toEqual({ changed: 1, added: 0, removed: 0, rowsAdded: 2, rowsRemoved: 0 })
  const wanted = [
    ['', 'Prices'],
    ['0.0', 'Support'],
    ['0.1', '100'],
    ['1.0', 'Travel'],
    ['1.1', '5 & more'],
    ['2.0', 'Rest'],
    ['2.1', ''],
    ['3.0', 'Training'],
    ['3.1', '220'],
    ['', 'End'],
  ]
  expect(await textsOf(edited)).toEqual(wanted)
  expect(xmlOf(edited).match(/<w:trPr><w:ins /g)).toHaveLength(2)
  expect(await decided(edited, 'Accept')).toEqual(wanted)
  expect(await decided(edited, 'Reject')).toEqual(await textsOf(prices))
  const { changes } = await readMarkup(edited)
  expect((await unpackList(changes)).map(({ kind, author }) => [kind, author])).toContainEqual([
    'Inserted',
    'Ana Prior',
  ])
})

test('a row is removed with what it says, and comes back when that is rejected [C-437]', async () => {
  const { document: edited, ...counts } = await edit(prices, [{ paragraph: 3, rowRemoved: true }])
  expect(counts).toEqual({ changed: 0, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 1 })
  expect(xmlOf(edited)).toMatch(/<w:trPr><w:tblHeader\/><w:del [^>]*\/><\/w:trPr>/)
  expect((await decided(edited, 'Accept')).map(([, text]) => text)).toEqual([
    'Prices',
    'Training',
    '200',
    'End',
  ])
  expect((await textsOf(edited)).map(([, text]) => text)).toEqual(['Prices', 'Training', '200', 'End'])
  expect(await decided(edited, 'Reject')).toEqual(await textsOf(prices))
})

test('a row goes and others come in its place, in one edit with its text [C-437]', async () => {
  const { document: edited } = await edit(prices, [
    { paragraph: 4, text: 'Lessons', rowRemoved: true, rowsAdded: [['Courses', '300']] },
  ])
  expect((await decided(edited, 'Accept')).map(([, text]) => text)).toEqual([
    'Prices',
    'Support',
    '100',
    'Courses',
    '300',
    'End',
  ])
  expect(await decided(edited, 'Reject')).toEqual(await textsOf(prices))
})

test('what is no row, has too many cells, or merged ones, is refused [C-438]', async () => {
  const problem = async (document: Uint8Array, edits: readonly ParagraphEdit[]) =>
    edit(document, edits).then(
      () => undefined,
      ({ code, message }: { code: string; message: string }) => [code, message],
    )
  expect(await problem(prices, [{ paragraph: 1, rowRemoved: true }])).toEqual([
    'bad_request',
    'Paragraph 1 is in no row of a table.',
  ])
  expect(await problem(prices, [{ paragraph: 2, rowsAdded: [['a', 'b', 'c']] }])).toEqual([
    'bad_request',
    'The row of paragraph 2 has 2 cells.',
  ])
  const merged = tableOf(
    row(cell('A', '<w:vMerge w:val="restart"/>'), cell('B')),
    row(cell('', '<w:vMerge/>'), cell('C')),
  )
  expect(await problem(merged, [{ paragraph: 2, rowRemoved: true }])).toEqual([
    'conflict',
    expect.stringContaining('merged'),
  ])
})
