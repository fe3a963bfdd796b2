// Comparing versions of Word documents through v2: asked for, made in the background, read and downloaded.
import { expect, test } from 'vitest'
import { createWordToPdf } from '../../platform/documents/office/word-to-pdf.ts'
import { markedDocx } from '../../../test/documents/marked-docx.ts'
import { readHidden } from '../../platform/documents/markup/hidden-content.ts'
import { comparedDocuments } from '../../../test/documents/compared-docx.ts'
import { createFileWorld, upload } from '../../../test/fixtures/files.ts'
import { runJobs } from '../../../test/fixtures/jobs.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { plainText } from '../../platform/documents/redline/story.ts'
import { readStory } from '../../platform/documents/redline/story-reader.ts'
import { readZip } from '../../platform/documents/zip-archive.ts'

const parts = useTestApp()
const { first, second, moved } = comparedDocuments
const compareNow = () => runJobs(parts.app, 'compare-versions')

async function world() {
  const here = await createFileWorld(parts.app, parts.server)
  const add = async (name: string, content: Buffer | string) =>
    Number((await upload(here.asOwner, here.contractId, { name, content })).body)
  return { ...here, add }
}

test('versions are compared once: changes with their clauses, tables, moves, and a redline [F-160, F-176]', async () => {
  const { asMember, asOwner, asColleague, add } = await world()
  const id = await add('Agreement.docx', first)
  await add('Agreement.docx', second)
  const url = `/v2/files/${id}/versions/2/comparisons`
  const before = { fileId: id, version: 1 }
  const asked = await asMember.post(url, { before })
  expect(asked.statusCode, asked.body).toBe(202)
  const address = String(asked.headers['location'])
  const about = {
    before: { ...before, name: 'Agreement.docx' },
    after: { fileId: id, version: 2, name: 'Agreement.docx' },
  }
  const comparison = { id: asked.json().id, reason: null, canMakePdf: true, ...about }
  expect(asked.json()).toEqual({ ...comparison, state: 'Working', exact: null })
  expect((await asMember.get(`${address}/changes`)).statusCode).toBe(409)
  await compareNow()
  expect((await asMember.get(address)).json()).toEqual({ ...comparison, state: 'Done', exact: true })
  const again = await asOwner.post(url, { before })
  expect([again.statusCode, again.json().id]).toEqual([200, comparison.id])

  const { items } = (await asMember.get(`${address}/changes`)).json()
  const change = { part: 'Body', movedFrom: null, movedTo: null, before: '', after: '', classes: [] }
  const payment = { number: '1', heading: 'Payment' }
  const law = { number: '2', heading: 'Law' }
  const [notices, copies] = [
    { number: '3', heading: 'Notices' },
    { number: '5', heading: 'Copies' },
  ]
  expect(items).toEqual([
    {
      ...change,
      number: 1,
      kind: 'Replaced',
      clause: payment,
      before: '$10,000',
      after: '$12,000',
      classes: ['NumbersAndDates', 'Money', 'NotTracked'],
    },
    {
      ...change,
      number: 2,
      kind: 'Inserted',
      clause: payment,
      after: 'Training · 2',
      classes: ['NumbersAndDates', 'NotTracked'],
    },
    {
      ...change,
      number: 3,
      kind: 'Format',
      clause: law,
      before: expect.stringContaining('English law'),
      after: expect.stringContaining('English law'),
      classes: ['Formatting'],
    },
    {
      ...change,
      number: 4,
      kind: 'Moved',
      clause: notices,
      movedFrom: law,
      movedTo: copies,
      before: moved,
      after: moved,
      classes: ['NotTracked'],
    },
  ])
  const money = (await asMember.get(`${address}/changes?class=Money`)).json()
  expect(money.items.map(({ number }: { number: number }) => number)).toEqual([1])

  const { paragraphs } = (await asMember.get(`${address}/text`)).json()
  expect(paragraphs.find((each: { cell: unknown }) => each.cell !== null)).toEqual({
    part: 'Body',
    number: null,
    level: null,
    cell: { table: 1, row: 0, column: 0, span: 1, kind: 'Same' },
    pieces: [{ kind: 'Same', text: 'Service', change: null }],
  })

  const redline = await asMember.get(`${address}/redline`)
  expect(redline.headers['content-disposition']).toContain('Agreement (redline of versions 1 and 2).docx')
  const xml = readZip(redline.rawPayload, { entries: 100, bytes: 2 ** 22 })
    .find(({ name }) => name === 'word/document.xml')
    ?.content.toString('utf8')
  expect(xml).toContain('w:author="Bo Lind"')
  expect(xml).not.toContain('chancery')
  for (const each of ['', '/changes', '/text', '/redline'])
    expect((await asColleague.get(`${address}${each}`)).statusCode).toBe(404)

  const pdf = await asMember.get(`${address}/redline?format=Pdf`)
  expect(pdf.statusCode, pdf.body).toBe(200)
  expect(pdf.headers['content-type']).toBe('application/pdf')
  expect(pdf.headers['content-disposition']).toContain('Agreement (redline of versions 1 and 2).pdf')
  expect(pdf.rawPayload.toString('latin1', 0, 5)).toBe('%PDF-')
  expect((await asMember.get(`${address}/redline?format=Odt`)).statusCode).toBe(400)
  const { wordToPdf } = parts.app
  Object.assign(parts.app, { wordToPdf: createWordToPdf('off', { now: () => parts.app.clock.now() }) })
  try {
    expect((await asMember.get(address)).json()).toMatchObject({ canMakePdf: false })
    const none = await asMember.get(`${address}/redline?format=Pdf`)
    expect([none.statusCode, none.json().detail]).toEqual([409, expect.stringContaining('makes no PDFs')])
  } finally {
    Object.assign(parts.app, { wordToPdf })
  }
})

test('only Word documents that the caller may see are compared, and a damaged one says so [F-161]', async () => {
  const { asOwner, add } = await world()
  const other = await world()
  const [id, text, strange] = [
    await add('a.docx', first),
    await add('a.txt', 'text'),
    await other.add('b.docx', first),
  ]
  const broken = await add('broken.docx', 'not a zip archive')
  const compare = (before: object, url = `/v2/files/${id}/versions/1/comparisons`) =>
    asOwner.post(url, { before })
  expect((await compare({ fileId: id, version: 1 })).json().errors).toEqual({
    before: ['before must be another version.'],
  })
  expect((await compare({ fileId: text, version: 1 })).statusCode).toBe(409)
  expect((await compare({ fileId: strange, version: 1 })).statusCode).toBe(400)
  expect((await compare({ fileId: id, version: 7 })).statusCode).toBe(400)
  const asked = await compare({ fileId: broken, version: 1 })
  expect(asked.statusCode).toBe(202)
  await compareNow()
  expect((await asOwner.get(String(asked.headers['location']))).json()).toMatchObject({
    state: 'Failed',
    reason: 'The file is not a zip archive, is damaged, or is encrypted.',
    exact: null,
  })
})

test('a clean copy has all tracked changes accepted, and no comments or names [F-162]', async () => {
  const { asMember, asColleague, add } = await world()
  const id = await add('Agreement.docx', comparedDocuments.redline)
  await add('Agreement.docx', second)
  const url = (version: number) => `/v2/files/${id}/versions/${version}/cleanCopy`
  const clean = await asMember.get(url(1))
  expect(clean.headers['content-disposition']).toContain('Agreement (clean copy).docx')
  const [made, wanted] = [await readStory(clean.rawPayload), await readStory(second)]
  expect(plainText(made, () => true)).toBe(plainText(wanted, () => true))
  const same = await readStory((await asMember.get(url(2))).rawPayload)
  expect(plainText(same, () => true)).toBe(plainText(wanted, () => true))
  await add('Agreement.docx', markedDocx)
  expect(await readHidden((await asMember.get(url(3))).rawPayload)).toEqual({
    changes: 0,
    comments: 0,
    hiddenTexts: 0,
    customProperties: 0,
    documentVariables: 0,
    customData: 0,
    documentProperties: [],
    authors: [],
  })
  expect((await asColleague.get(url(1))).statusCode).toBe(404)
  const text = await add('notes.txt', 'no document')
  expect((await asMember.get(`/v2/files/${text}/versions/1/cleanCopy`)).statusCode).toBe(409)
})
