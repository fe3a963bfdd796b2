// What a Word document says besides its text: found, and taken out.
import { expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { markedDocx } from '../../../../test/documents/marked-docx.ts'
import { readStory } from '../redline/story-reader.ts'
import { isAfter, isBefore, plainText } from '../redline/story.ts'
import { readZip } from '../zip-archive.ts'
import { hiddenDocx } from '../../../../test/documents/hidden-docx.ts'
import { hiddenWords, readHidden, removeHidden } from './hidden-content.ts'

const textOf = async (document: Uint8Array, of = () => true) => plainText(await readStory(document), of)
const partsOf = (document: Uint8Array) =>
  new Map(
    readZip(Buffer.from(document), { entries: 1_000, bytes: 2 ** 26 }).map(({ name, content }) => [
      name,
      content.toString(),
    ]),
  )
const none = {
  changes: 0,
  comments: 0,
  hiddenTexts: 0,
  customProperties: 0,
  documentVariables: 0,
  customData: 0,
  documentProperties: [],
  authors: [],
}

test.each([
  ['Accept', isAfter],
  ['Reject', isBefore],
] as const)(
  '%s: neither changes nor comments are left, and the text is what was decided [F-200]',
  async (changes, of) => {
    const found = await readHidden(markedDocx)
    expect(found).toEqual({ ...none, changes: 10, comments: 3, authors: ['Tomas Berg', 'Ana Prior'] })
    expect(hiddenWords(found)).toBe('10 tracked changes, 3 comments and 2 names of authors')
    const clean = await removeHidden({ document: markedDocx, changes })
    expect(await readHidden(clean)).toEqual(none)
    expect(await textOf(clean)).toBe(plainText(await readStory(markedDocx), of))
    const parts = partsOf(clean)
    expect([...parts.keys()].filter((name) => name.includes('comment'))).toEqual([])
    expect([...parts.values()].join('')).not.toMatch(/comment|Tomas|Ana Prior/)
  },
)

test('names in the properties, identifiers of sittings and parts about people go; titles stay [F-200]', async () => {
  const office = 'http://schemas.openxmlformats.org'
  const w = `xmlns:w="${office}/wordprocessingml/2006/main"`
  const document = docx([], {
    'word/document.xml': `<w:document ${w}><w:body><w:p w:rsidR="00A1" w:rsidRDefault="00B2"><w:r w:rsidRPr="00C3"><w:t>Text</w:t></w:r></w:p></w:body></w:document>`,
    'word/_rels/document.xml.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/settings" Target="settings.xml"/><Relationship Id="rId9" Type="http://schemas.microsoft.com/office/2011/relationships/people" Target="people.xml"/></Relationships>`,
    'word/settings.xml': `<w:settings ${w}><w:zoom w:percent="90"/><w:rsids><w:rsidRoot w:val="00A1"/><w:rsid w:val="00A1"/></w:rsids></w:settings>`,
    'word/people.xml': '<w15:people xmlns:w15="x"><w15:person w15:author="Ana Prior"/></w15:people>',
    '_rels/.rels': `<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${office}/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/><Relationship Id="rId2" Type="${office}/package/2006/relationships/metadata/core-properties" Target="docProps/core.xml"/><Relationship Id="rId3" Type="${office}/officeDocument/2006/relationships/extended-properties" Target="/docProps/app.xml"/></Relationships>`,
    'docProps/core.xml': `<cp:coreProperties xmlns:cp="c" xmlns:dc="d"><dc:title>Deed</dc:title><dc:creator>Ana &amp; Prior</dc:creator><cp:lastModifiedBy>Tomas Berg</cp:lastModifiedBy><cp:keywords>secret</cp:keywords></cp:coreProperties>`,
    'docProps/app.xml':
      '<Properties><Company>Acme</Company><Manager>Eve</Manager><Pages>1</Pages></Properties>',
  })
  expect(await readHidden(document)).toEqual({
    ...none,
    documentProperties: ['Company', 'Manager', 'Keywords'],
    authors: ['Ana & Prior', 'Tomas Berg'],
  })
  const clean = await removeHidden({ document, changes: 'Accept' })
  expect(await readHidden(clean)).toEqual(none)
  const parts = partsOf(clean)
  expect(parts.has('word/people.xml')).toBe(false)
  const all = [...parts.values()].join('')
  expect(all).not.toMatch(/rsid|Prior|Tomas|secret|Acme|Eve|people/)
  expect(all).toMatch(/<dc:title>Deed<.*<Pages>1</s)
  expect(all).toContain('<w:zoom w:percent="90"/>')
  expect(await textOf(clean)).toBe('Text')
})

test('hidden text and custom properties are counted and taken out; what a field shows stays [F-200]', async () => {
  const found = await readHidden(hiddenDocx)
  expect(found).toEqual({ ...none, hiddenTexts: 3, customProperties: 2 })
  expect(hiddenWords(found)).toBe('3 passages of hidden text and 2 custom properties')
  const clean = await removeHidden({ document: hiddenDocx, changes: 'Keep' })
  expect(await readHidden(clean)).toEqual(none)
  expect((await textOf(clean)).split('\n')).toEqual(['The price is EUR 100.', 'M-7', 'Shown after all'])
  const parts = partsOf(clean)
  expect([...parts.values()].join('')).not.toMatch(/minimum|secret|Folder|Reviewer/)
  expect(parts.get('docProps/custom.xml')).toContain('M-7')
  // no field without its end
  expect(parts.get('word/document.xml')?.match(/fldCharType/g)).toHaveLength(3)
})

test('custom properties go with their part where no field shows one [F-200]', async () => {
  const parts = partsOf(hiddenDocx)
  const document = docx([], {
    ...Object.fromEntries(parts),
    'word/document.xml': `${parts.get('word/document.xml')}`.replace('DOCPROPERTY', 'PAGE'),
  })
  expect(await readHidden(document)).toMatchObject({ customProperties: 3 })
  const clean = partsOf(await removeHidden({ document, changes: 'Accept' }))
  expect(clean.has('docProps/custom.xml')).toBe(false)
  expect([...clean.values()].join('')).not.toMatch(/custom/)
})

test('text that was hidden before a change of its look counts, and goes if that is rejected [F-200]', async () => {
  const parts = partsOf(hiddenDocx)
  const run =
    '<w:r><w:rPr><w:rPrChange w:id="1" w:author="A"><w:rPr><w:vanish/></w:rPr></w:rPrChange></w:rPr><w:t>once</w:t></w:r>'
  const body = `${parts.get('word/document.xml')}`.replace(
    /<w:body>.*<\/w:body>/s,
    `<w:body><w:p>${run}</w:p></w:body>`,
  )
  const document = docx([], { ...Object.fromEntries(parts), 'word/document.xml': body })
  expect(await readHidden(document)).toMatchObject({ hiddenTexts: 1, changes: 1 })
  const texts = (['Accept', 'Reject', 'Keep'] as const).map(async (changes) =>
    textOf(await removeHidden({ document, changes })),
  )
  expect(await Promise.all(texts)).toEqual(['once', '', 'once'])
})
