// Editing Word documents: what is edited becomes tracked changes, and everything else stays as it was.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { markedDocx } from '../../../../test/documents/marked-docx.ts'
import { unpackList } from '../../workers/packed-list.ts'
import { decideMarkup, readMarkup } from '../markup/read-markup.ts'
import { isAfter, plainText } from '../redline/story.ts'
import { readStory } from '../redline/story-reader.ts'
import { readZip } from '../zip-archive.ts'
import { editDocument, listParagraphs, type ParagraphEdit } from './edit-document.ts'
import { textChanges } from './text-changes.ts'

const names = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
const documentOf = (inside: string) =>
  docx([], {
    'word/document.xml': `<?xml version="1.0"?><w:document ${names}><w:body>${inside}</w:body></w:document>`,
  })
const run = (text: string, look = '') =>
  `<w:r>${look && `<w:rPr>${look}</w:rPr>`}<w:t xml:space="preserve">${text}</w:t></w:r>`
const paragraph = (inside: string, properties = '') =>
  `<w:p>${properties && `<w:pPr>${properties}</w:pPr>`}${inside}</w:p>`
const field = (result: string) =>
  `<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> REF x </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r>${run(result)}<w:r><w:fldChar w:fldCharType="end"/></w:r>`

const xmlOf = (document: Uint8Array) =>
  readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 })
    .find(({ name }) => name === 'word/document.xml')
    ?.content.toString()
    .replace(/^.*<w:body>|<\/w:body>.*$/gs, '') ?? ''
const textOf = async (document: Uint8Array) => plainText(await readStory(document), isAfter)
const paragraphsOf = async (document: Uint8Array) =>
  (await unpackList(await listParagraphs(document))).map(({ pieces, ...each }) => ({
    ...each,
    text: pieces.map(({ text }) => text).join(''),
  }))
const edit = (document: Uint8Array, edits: readonly ParagraphEdit[]) =>
  editDocument({ document, edits, author: 'Ana "A" Prior', date: '2026-03-02T09:00:00Z' })
const decided = async (document: Uint8Array, rest: 'Accept' | 'Reject') =>
  textOf((await decideMarkup({ document, accept: [], reject: [], rest })).document)

test('a word is replaced in the look that it has, and nothing else is rewritten [F-170]', async () => {
  const kept = paragraph(`${run('Kept')}<w:bookmarkStart w:id="7" w:name="b"/>`)
  const document = documentOf(`${paragraph(run('Due in ') + run('30 days', '<w:b/>') + run('.'))}${kept}`)
  const { document: edited, ...counts } = await edit(document, [
    { paragraph: 1, text: 'Due in 45 days, & more.' },
  ])
  expect(counts).toEqual({ changed: 1, added: 0, removed: 0, rowsAdded: 0, rowsRemoved: 0 })
  const who = (id: number) => `w:id="${id}" w:author="Ana &quot;A&quot; Prior" w:date="2026-03-02T09:00:00Z"`
  expect(xmlOf(edited)).toBe(
    paragraph(
      `${run('Due in ')}<w:del ${who(8)}><w:r><w:rPr><w:b/></w:rPr><w:delText xml:space="preserve">30</w:delText></w:r></w:del><w:ins ${who(9)}>${run('45', '<w:b/>')}</w:ins>${run(' days', '<w:b/>')}<w:ins ${who(10)}>${run(', &amp; more', '<w:b/>')}</w:ins>${run('.')}`,
    ) + kept,
  )
})

test('paragraphs are added in the look of their neighbour and removed with their ends, in cells as well [F-170]', async () => {
  const cell = (text: string) => `<w:tc>${paragraph(run(text))}</w:tc>`
  const document = documentOf(
    `${paragraph(run('1. Term.'), '<w:jc w:val="both"/>')}${paragraph(run('2. Law.'))}<w:tbl><w:tr>${cell('A')}${cell('B')}</w:tr></w:tbl>${paragraph(run('Last'))}`,
  )
  const { document: edited, ...counts } = await edit(document, [
    { paragraph: 1, added: ['1a. Renewal.', '1b.\tNotice.\nAt once.'] },
    { paragraph: 2, text: null },
    { paragraph: 3, text: '', added: ['More'] },
    { paragraph: 5, added: ['The end'] },
  ])
  expect(counts).toEqual({ changed: 1, added: 4, removed: 1, rowsAdded: 0, rowsRemoved: 0 })
  expect(await decided(edited, 'Accept')).toBe(
    ['1. Term.', '1a. Renewal.', '1b. Notice. At once.', 'More', 'B', 'Last', 'The end'].join('\n'),
  )
  expect(await decided(edited, 'Reject')).toBe(await textOf(document))
  expect(xmlOf(edited).match(/<w:jc w:val="both"\/>/g)).toHaveLength(3)
  expect((await paragraphsOf(edited)).map(({ text }) => text)).not.toContain('2. Law.')
})

test('what others changed stays theirs: edits of it stand inside, and rejecting all gives what was [F-170]', async () => {
  const paragraphs = await paragraphsOf(markedDocx)
  const payment = paragraphs.find(({ text }) => text.startsWith('1. Payment'))
  const renewal = paragraphs.find(({ text }) => text.startsWith('2a.'))
  expect([payment?.text, renewal?.text]).toEqual([
    '1. Payment. Fees are due within 45 days.',
    '2a. Renewal. It renews each year.',
  ])
  const { document } = await edit(markedDocx, [
    { paragraph: payment?.id ?? 0, text: '1. Payment. Fees are due within 60 days.' },
    { paragraph: renewal?.id ?? 0, text: '2a. Renewal. It then renews each second year.' },
  ])
  const before = (await decideMarkup({ document: markedDocx, accept: [], reject: [], rest: 'Reject' }))
    .document
  expect(await decided(document, 'Reject')).toBe(await textOf(before))
  expect((await decided(document, 'Accept')).split('\n')).toEqual(
    expect.arrayContaining([
      '1. Payment. Fees are due within 60 days.',
      '2a. Renewal. It then renews each second year.',
    ]),
  )
  const own = (await unpackList((await readMarkup(document)).changes)).filter(
    ({ author }) => author === 'Ana "A" Prior',
  )
  expect(own.map(({ kind, text }) => [kind, text])).toEqual([
    ['Deleted', '45'],
    ['Inserted', '60'],
    ['Inserted', 'then '],
    ['Inserted', ' second'],
  ])
})

test('what is typed beside a field or a link does not become part of it [F-170]', async () => {
  const link = `<w:hyperlink w:anchor="x">${run('here')}</w:hyperlink>`
  const document = documentOf(`${paragraph(run('See ') + field('4.2'))}${paragraph(link)}${paragraph('')}`)
  const { document: edited } = await edit(document, [
    { paragraph: 1, text: 'See 4.2 and 5' },
    { paragraph: 2, text: 'Look here now' },
    { paragraph: 3, text: 'New' },
  ])
  const xml = xmlOf(edited)
  expect(xml).toMatch(/fldCharType="end"\/><\/w:r><w:ins [^>]*><w:r><w:t xml:space="preserve"> and 5/)
  expect(xml).toMatch(/<w:p><w:ins [^>]*><w:r><w:t xml:space="preserve">Look .*<w:hyperlink/)
  expect(xml).toMatch(/<\/w:hyperlink><w:ins [^>]*><w:r><w:t xml:space="preserve"> now/)
  expect(await decided(edited, 'Accept')).toBe('See 4.2 and 5\nLook here now\nNew')
})

test('ids of no paragraph are 400, text boxes 409, and a hostile text is only text [F-171]', async () => {
  const document = documentOf(paragraph(run('One')))
  await expect(edit(document, [{ paragraph: 2, text: 'x' }])).rejects.toMatchObject({ code: 'bad_request' })
  const box = (await paragraphsOf(markedDocx)).find(({ isEditable }) => !isEditable)
  expect(box?.text).toBe('Draft')
  await expect(edit(markedDocx, [{ paragraph: box?.id ?? 0, text: 'x' }])).rejects.toMatchObject({
    code: 'conflict',
  })
  const text = '</w:t></w:r><w:evil/>&amp; ]]> <!-- \u2028 \u{1f512}'
  const { document: edited } = await edit(document, [{ paragraph: 1, text }])
  expect((await paragraphsOf(edited))[0]?.text).toBe(text)
})

test('texts differ by words; those with little in common are replaced as a whole, in time [F-170]', () => {
  const changed = (before: string, after: string) =>
    textChanges(before, after).map(({ at, remove, insert }) => [before.slice(at, at + remove), insert])
  expect(changed('The fee is 10 days', 'The price is 12 weeks')).toEqual([
    ['fee', 'price'],
    ['10 days', '12 weeks'],
  ])
  expect(changed('a b', 'a b c')).toEqual([['', ' c']])
  expect(changed('', 'a')).toEqual([['', 'a']])
  expect(changed('a b c', '')).toEqual([['a b c', '']])
  const words = (from: number) => Array.from({ length: 8_000 }, (_, at) => `w${from + at}`).join(' ')
  expect(textChanges(words(0), words(9_000))).toHaveLength(1)
  for (let seed = 1; seed < 200; seed++) {
    const text = (by: number) =>
      Array.from({ length: 12 }, (_, at) => 'abc'[(seed * (at + by) * 7 + at * by) % 3]).join(' ')
    const [before, after] = [text(seed % 5), text(seed % 7)]
    let [result, last] = ['', 0]
    for (const { at, remove, insert } of textChanges(before, after)) {
      result += before.slice(last, at) + insert
      last = at + remove
    }
    expect(result + before.slice(last)).toBe(after)
  }
})
