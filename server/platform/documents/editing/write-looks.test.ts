// Bold, italics and underlines as tracked changes, which others read, accept and reject.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { unpackList } from '../../workers/packed-list.ts'
import { decideMarkup, readMarkup } from '../markup/read-markup.ts'
import { readZip } from '../zip-archive.ts'
import { editDocument, listParagraphs, type ParagraphEdit } from './edit-document.ts'
import type { LookChange } from './write-looks.ts'

const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const documentOf = (inside: string) =>
  docx([], {
    'word/document.xml': `<?xml version="1.0"?><w:document ${names}><w:body>${inside}</w:body></w:document>`,
  })
const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (inside: string) => `<w:p>${inside}</w:p>`
const xmlOf = (document: Uint8Array) =>
  readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 })
    .find(({ name }) => name === 'word/document.xml')
    ?.content.toString()
    .replace(/^.*<w:body>|<\/w:body>.*$/gs, '') ?? ''
const edit = (document: Uint8Array, edits: readonly ParagraphEdit[]) =>
  editDocument({ document, edits, author: 'Ana Prior', date: '2026-03-02T09:00:00Z' })
const piecesOf = async (document: Uint8Array) =>
  (await unpackList(await listParagraphs(document))).map(({ pieces }) =>
    pieces.map(({ text, look }) => [text, ...look]),
  )
const decided = async (document: Uint8Array, rest: 'Accept' | 'Reject') =>
  piecesOf((await decideMarkup({ document, accept: [], reject: [], rest })).document)
const looked = (from: number, to: number, look: LookChange['look'], on = true): LookChange => ({
  from,
  to,
  look,
  on,
})

test('a stretch becomes bold as a change that is accepted or rejected, and the rest is not rewritten [C-435]', async () => {
  const kept = paragraph(run('Kept'))
  const document = documentOf(paragraph(run('Due in 30 days.', '<w:sz w:val="20"/>')) + kept)
  const { document: edited, ...counts } = await edit(document, [
    { paragraph: 1, looks: [looked(7, 14, 'Bold')] },
  ])
  expect(counts).toEqual({ changed: 1, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 0 })
  const size = '<w:sz w:val="20"/>'
  const change = `<w:rPrChange w:id="1" w:author="Ana Prior" w:date="2026-03-02T09:00:00Z"><w:rPr>${size}</w:rPr></w:rPrChange>`
  expect(xmlOf(edited)).toBe(
    paragraph(`${run('Due in ', size)}${run('30 days', `<w:b/>${size}${change}`)}${run('.', size)}`) + kept,
  )
  expect(await unpackList((await readMarkup(edited)).changes)).toMatchObject([
    { kind: 'Formatted', author: 'Ana Prior', text: '30 days' },
  ])
  expect(await decided(edited, 'Accept')).toEqual([[['Due in '], ['30 days', 'Bold'], ['.']], [['Kept']]])
  expect(await decided(edited, 'Reject')).toEqual([[['Due in 30 days.']], [['Kept']]])
})

test('looks are added to others and taken away, over several runs, links and pictures [C-435]', async () => {
  const picture = '<w:r><w:drawing/></w:r>'
  const document = documentOf(
    paragraph(
      `${run('One ', '<w:b/><w:u w:val="double"/>')}${picture}<w:hyperlink w:anchor="x">${run('two', '<w:i/>')}</w:hyperlink>${run(' three')}`,
    ),
  )
  const { document: edited } = await edit(document, [
    {
      paragraph: 1,
      looks: [looked(0, 13, 'Bold'), looked(0, 4, 'Underline', false), looked(4, 7, 'Italic', false)],
    },
  ])
  expect(await piecesOf(edited)).toEqual([[['One two three', 'Bold']]])
  expect(xmlOf(edited)).toContain(picture)
  expect(xmlOf(edited)).toContain('<w:b/><w:u w:val="none"/>')
  expect(xmlOf(edited)).toContain('<w:b/><w:i w:val="0"/>')
  expect(await decided(edited, 'Reject')).toEqual(await piecesOf(document))
})

test('what is typed in the same edit looks so at once, and what others changed goes back to before them [C-435]', async () => {
  const theirs =
    '<w:b/><w:rPrChange w:id="3" w:author="Bo" w:date="2026-01-02T09:00:00Z"><w:rPr/></w:rPrChange>'
  const document = documentOf(paragraph(run('Due ', theirs) + run('soon')))
  const { document: edited } = await edit(document, [
    {
      paragraph: 1,
      text: 'Due very soon',
      looks: [looked(0, 9, 'Italic')],
    },
  ])
  expect(await piecesOf(edited)).toEqual([[['Due very ', 'Bold', 'Italic'], ['soon']]])
  expect(xmlOf(edited).match(/rPrChange w:id/g)).toHaveLength(1)
  expect(xmlOf(edited)).not.toContain('w:author="Bo"')
  expect(await decided(edited, 'Reject')).toEqual([[['Due soon']]])
})

test('looks beyond the text are 400, and those that are there already change nothing [C-436]', async () => {
  const document = documentOf(paragraph(run('Bold', '<w:b/>')))
  await expect(edit(document, [{ paragraph: 1, looks: [looked(2, 5, 'Bold')] }])).rejects.toMatchObject({
    code: 'bad_request',
    message: 'Paragraph 1 has only 4 characters.',
  })
  const same = await edit(document, [{ paragraph: 1, looks: [looked(0, 4, 'Bold')] }])
  expect([same.changed, xmlOf(same.document)]).toEqual([0, paragraph(run('Bold', '<w:b/>'))])
})
