// Indexing files of all formats: what is found of each, what happens to hostile and broken ones, and to files that
// change meanwhile.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { createFileWorld, type FileWorld } from '../../../test/fixtures/files.ts'
import { form } from '../../../test/documents/forms.ts'
import { runFileJobs } from '../../../test/fixtures/jobs.ts'
import { pdfOf } from '../../../test/documents/pdf.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { zip } from '../../platform/documents/writing/zip.ts'
import { indexFile } from './update-file-words.ts'
import { indexMissing, reindex } from './missing-words.ts'

const parts = useTestApp()
let world: FileWorld
beforeEach(async () => {
  world = await createFileWorld(parts.app, parts.server)
})

async function add(
  name: string,
  content: string | Buffer,
  contentType = 'application/octet-stream',
): Promise<number> {
  const { payload, headers } = form({ file: { name, content, contentType } })
  const answer = await world.asOwner.post(`/contract-apis/v1/contracts/${world.contractId}/files`, payload, {
    headers,
  })
  expect(answer.statusCode, answer.body).toBe(201)
  return Number(answer.body)
}

const stateOf = (fileId: number) =>
  parts.app.db
    .selectFrom('file_texts')
    .where('organisation_id', '=', world.organisationId)
    .where('file_id', '=', fileId)
    .select(['version', 'state', 'reason', 'complete', 'attempts'])
    .orderBy('version')
    .execute()

async function textOf(fileId: number): Promise<string> {
  const rows = await parts.app.db
    .selectFrom('file_text_parts')
    .where('organisation_id', '=', world.organisationId)
    .where('file_id', '=', fileId)
    .select('paragraphs')
    .execute()
  return JSON.stringify(rows.flatMap(({ paragraphs }) => paragraphs as unknown[]))
}

const xml = (inside: string) => `<?xml version="1.0"?>${inside}`
const slides = zip([
  { name: 'ppt/presentation.xml', content: xml('<p/>') },
  {
    name: 'ppt/slides/slide1.xml',
    content: xml('<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:t>Hello</a:t></a:p></p:sld>'),
  },
  {
    name: 'ppt/slides/slide2.xml',
    content: xml('<p:sld xmlns:p="p" xmlns:a="a"><a:p><a:t>World</a:t></a:p></p:sld>'),
  },
])
const sheet = zip([
  { name: 'xl/workbook.xml', content: xml('<workbook/>') },
  { name: 'xl/sharedStrings.xml', content: xml('<sst><si><t>Rent</t></si></sst>') },
  {
    name: 'xl/worksheets/sheet1.xml',
    content: xml(
      '<worksheet><sheetData><row><c t="s"><v>0</v></c><c><v>12.5</v></c></row></sheetData></worksheet>',
    ),
  },
])
const mail = `From: Ana <ana@harbour.example>\r\nTo: bo@harbour.example\r\nSubject: The claim\r\nContent-Type: multipart/mixed; boundary=x\r\n
--x\r\nContent-Type: text/plain\r\n\r\nDear Bo\r\n--x\r\nContent-Disposition: attachment; filename=proof.pdf\r\n\r\nAAAA\r\n--x--\r\n`

test.each<[string, Buffer | string, string]>([
  ['a.txt', 'one\n\ntwo', '[["one",null,null],["two",null,null]]'],
  ['a.md', '# Title\n\ntext', '[["Title",null,1],["text",null,null]]'],
  ['a.csv', 'a,b\nc,d', '[["a,b",null,null],["c,d",null,null]]'],
  ['a.html', '<h2>Title</h2><script>x</script><p>text</p>', '[["Title",null,2],["text",null,null]]'],
  ['a.docx', docx(['one', 'two']), '[["one",null,null],["two",null,null]]'],
  ['a.pptx', slides, '[["Hello",1,null],["World",2,null]]'],
  ['a.xlsx', sheet, '[["Rent | 12.5",1,null]]'],
  [
    'a.eml',
    mail,
    '[["The claim",null,1],["Ana ana@harbour.example, bo@harbour.example",null,null],["Dear Bo",null,null],["proof.pdf",null,null]]',
  ],
  ['a.pdf', pdfOf(['First page', 'Second page']), '[["First page",1,null],["Second page",2,null]]'],
])('%s is read with its paragraphs, pages and headings [S-8]', async (name, content, text) => {
  const id = await add(name, content)
  await runFileJobs(parts.app)
  expect(await stateOf(id)).toEqual([
    { version: 1, state: 'Text', reason: null, complete: true, attempts: 0 },
  ])
  expect(await textOf(id)).toBe(text)
})

const mailOf = (type: string, body: string) =>
  `From: a@b.example\r\nMIME-Version: 1.0\r\nContent-Type: ${type}\r\n\r\n${body}`
const attributes = (count: number) => Array.from({ length: count }, (_, index) => `a${index}="1"`).join(' ')

test.each<[string, Buffer | string, string, RegExp | null]>([
  ['scan.pdf', pdfOf(['']), 'NoText', null],
  ['empty.txt', '', 'NoText', null],
  ['photo.png', Buffer.from('89504e470d0a1a0a', 'hex'), 'Unsupported', null],
  ['broken.pdf', '%PDF-1.7 nothing', 'Unreadable', /not a PDF|damaged/],
  ['broken.docx', Buffer.concat([docx(['a']).subarray(0, 200), Buffer.alloc(10)]), 'Unreadable', /damaged/],
  [
    'entity.docx',
    docx(['a'], { 'word/document.xml': '<!DOCTYPE x [<!ENTITY a "b">]><x>&a;</x>' }),
    'Unreadable',
    /document type/,
  ],
  ['deep.docx', docx(['a'], { 'word/document.xml': '<w:p>'.repeat(1_000) }), 'Unreadable', /nested/],
  ['tables.html', '<table>'.repeat(100_000), 'Unreadable', /nested more than 500 deep/],
  ['cells.html', '<table><tr><td>'.repeat(40_000), 'Unreadable', /nested more than 500 deep/],
  ['lists.html', '<ul><li>a'.repeat(70_000), 'Unreadable', /nested more than 500 deep/],
  ['quotes.html', '<blockquote>a'.repeat(100_000), 'Unreadable', /nested more than 500 deep/],
  ['page.eml', mailOf('text/html', '<div>'.repeat(300_000)), 'Unreadable', /nested more than 500 deep/],
  ['mails.eml', mailOf('message/rfc822', '').repeat(2_000), 'Unreadable', /more than 100 mails inside it/],
  [
    'lines.eml',
    `${mailOf('message/rfc822', '').repeat(50)}${'x\r\n'.repeat(150_000)}`,
    'Unreadable',
    /mails inside it that are too long/,
  ],
  [
    'attributes.docx',
    docx(['a'], { 'word/document.xml': `<w:p ${attributes(200_000)}/>` }),
    'Unreadable',
    /more than 1000 attributes/,
  ],
  [
    'string.xlsx',
    zip([
      { name: 'xl/workbook.xml', content: xml('<workbook/>') },
      { name: 'xl/worksheets/sheet1.xml', content: xml(`<c>${' '.repeat(40_000_000)}`) },
    ]),
    'Unreadable',
    /without an end/,
  ],
])('%s is said to be %s without text, for good [S-9, S-20]', async (name, content, state, reason) => {
  const id = await add(name, content)
  await runFileJobs(parts.app)
  const [row] = await stateOf(id)
  expect(row?.state).toBe(state)
  expect(row?.reason ?? '').toMatch(reason ?? /^$/)
  await indexFile(parts.app, { organisationId: world.organisationId, fileId: id })
  expect(await stateOf(id)).toEqual([row])
})

test('an archive that unpacks to far more than it is, is refused, and the process goes on [S-9]', async () => {
  const id = await add('bomb.docx', docx(['a'], { 'word/document.xml': 'x'.repeat(140 * 1024 * 1024) }))
  await runFileJobs(parts.app)
  expect(await stateOf(id)).toMatchObject([
    { state: 'Unreadable', reason: expect.stringMatching(/unpacked/) },
  ])
})

const wide = 3_000_000
const wordOf = (more: string) =>
  `<w:document xmlns:w="w"><w:p><w:r><w:t>First</w:t></w:r></w:p>${more}</w:document>`
const unpacking = [
  { name: 'paragraphs.docx', content: docx(['a'], { 'word/document.xml': wordOf('<w:p/>'.repeat(wide)) }) },
  {
    name: 'rows.xlsx',
    content: zip([
      { name: 'xl/workbook.xml', content: xml('<workbook/>') },
      {
        name: 'xl/worksheets/sheet1.xml',
        content: xml(`<worksheet><row><c><v>First</v></c></row>${'<row/>'.repeat(wide)}</worksheet>`),
      },
    ]),
  },
  { name: 'elements.html', content: `<p>First</p>${'<b></b>'.repeat(600_000)}` },
  { name: 'streams.pdf', content: pdfOf(['First', { deflated: 400 * 1024 * 1024 }]) },
  { name: 'twice.pdf', content: pdfOf(['First', { deflatedTwice: 400 * 1024 * 1024 }]) },
  {
    name: 'pages.pdf',
    content: pdfOf(['First', ...Array.from({ length: 40 }, () => ({ deflated: 16_000_000 }))]),
  },
]

test.each(unpacking)(
  'of $name what comes before its limit is read, and nothing after it [S-20]',
  async (file) => {
    const id = await add(file.name, file.content)
    await runFileJobs(parts.app)
    expect(await stateOf(id)).toMatchObject([{ state: 'Text', complete: false }])
    expect(await textOf(id)).toContain('First')
  },
)

test('a document of 700,000 words is found by those at its start, in its middle and at its end [S-30]', async () => {
  const words = Array.from({ length: 700_000 }, (_, at) => `w${(at % 60_000).toString(36)}`)
  words[0] = 'alphastart'
  words[350_000] = 'betamiddle'
  words[699_999] = 'gammaend'
  const id = await add('whole.txt', words.join(' '))
  await runFileJobs(parts.app)
  expect(await stateOf(id)).toMatchObject([{ state: 'Text', complete: true }])
  const found = async (word: string) =>
    (
      await sql<{ found: boolean }>`select words @@ to_tsquery('chancery', ${word}) as found from file_words
        where organisation_id = ${world.organisationId} and file_id = ${id}`.execute(parts.app.db)
    ).rows[0]?.found
  for (const word of ['alphastart', 'betamiddle', 'gammaend', 'w1', 'w9bc'])
    expect([word, await found(word)]).toEqual([word, true])
  expect(await found('deltanever')).toBe(false)
})

test('what is longer than the limit is read as far as it goes, and said to be incomplete [S-9]', async () => {
  const id = await add('long.txt', 'word '.repeat(1_300_000))
  await runFileJobs(parts.app)
  expect(await stateOf(id)).toMatchObject([{ state: 'Text', complete: false }])
})

test('each version is read once, replaced content again, and purging leaves nothing [S-10]', async () => {
  const id = await add('a.txt', 'first')
  await runFileJobs(parts.app)
  await add('a.txt', 'second')
  await runFileJobs(parts.app)
  expect((await stateOf(id)).map(({ version, state }) => [version, state])).toEqual([
    [1, 'Text'],
    [2, 'Text'],
  ])
  const { payload, headers } = form({ file: { name: 'a.txt', content: 'third', contentType: 'text/plain' } })
  const url = `/contract-apis/v1/contracts/${world.contractId}/files?conflictResolution=Replace`
  expect((await world.asOwner.post(url, payload, { headers })).statusCode).toBe(201)
  await runFileJobs(parts.app)
  expect(await textOf(id)).toBe('[["first",null,null],["third",null,null]]')
})

test('files whose job was lost are found and queued; reindexing changes nothing that is right [S-11]', async () => {
  const id = await add('a.txt', 'first')
  expect(await indexMissing(parts.app)).toBeGreaterThan(0)
  await runFileJobs(parts.app)
  expect(await stateOf(id)).toMatchObject([{ state: 'Text' }])
  expect(await indexMissing(parts.app)).toBe(0)
  let done = { files: 0, failed: 0 }
  for await (done of reindex(parts.app, { all: true }));
  expect(done.files).toBeGreaterThan(0)
  expect(done.failed).toBe(0)
  expect(await textOf(id)).toBe('[["first",null,null]]')
})
