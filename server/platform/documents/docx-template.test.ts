import { describe, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { zip } from './writing/zip.ts'
import { keyOfName } from './docx-names.ts'
import { type Answer, fillDocx, readDocxNames, type Scope } from './docx-template.ts'

const text = (value: string | null): Answer => ({
  text: value,
  parts: value === null ? [] : [new Map([['.', { text: value, parts: [] }]])],
})
const several = (...values: string[]): Answer => ({
  text: values.join(', '),
  parts: values.flatMap((value) => text(value).parts),
})
const scope = (answers: Readonly<Record<string, Answer>>): Scope =>
  new Map(Object.entries(answers).map(([name, answer]) => [keyOfName(name), answer]))

function filled(paragraphs: readonly string[], answers: Readonly<Record<string, Answer>>) {
  const outcome = fillDocx({ bytes: docx(paragraphs), input: 'document', answers: scope(answers) })
  if ('document' in outcome) return paragraphsOf(Buffer.from(outcome.document))
  return 'missing' in outcome ? { missing: outcome.missing } : outcome
}

const refusal = (bytes: Buffer) => {
  try {
    readDocxNames({ bytes, input: 'document' })
  } catch (error) {
    return error
  }
  return undefined
}

describe('filling', () => {
  test('inserts answers, matching names in any case and with any characters between', () => {
    expect(
      filled(['Between {Party} and { other party }'], { party: text('A'), otherParty: text('B') }),
    ).toEqual(['Between A and B'])
  })

  test('keeps anchors of signers as they are, also where Word has divided them [C-392]', () => {
    const paragraphs = [
      'Signed for {Party}: {{sign:1}} {{ Text : 12 ? }}',
      '{{si</w:t></w:r><w:r w:rsidR="00A1"><w:t>gn:2}</w:t></w:r><w:r><w:t>}',
    ]
    expect(filled(paragraphs, { party: text('A') })).toEqual([
      'Signed for A: {{sign:1}} {{ Text : 12 ? }}',
      '{{sign:2}}',
    ])
    expect(readDocxNames({ bytes: docx(paragraphs), input: 'document' }).names).toEqual(['Party'])
    expect(refusal(docx(['{{sing:1}}']))).toMatchObject({ code: 'bad_request' })
    // as much as is accepted, and made to be matched slowly
    const slow = '{{sign:<w:a/>'.repeat(4_000)
    expect(refusal(docx([slow]))).toMatchObject({ code: expect.stringMatching(/bad_request|too_large/) })
  })

  test('repeats a section for each part, and omits it without an answer', () => {
    const paragraphs = [
      '{#Sites}',
      'at {.}',
      '{/Sites}',
      '{^Sites}',
      'nowhere',
      '{/Sites}',
      '{#Fee}fee {Fee}{/Fee}',
    ]
    expect(filled(paragraphs, { sites: several('Oslo', 'Rome'), fee: text(null) })).toEqual([
      'at Oslo',
      'at Rome',
      '',
    ])
    expect(filled(paragraphs, { sites: several(), fee: text('5') })).toEqual(['nowhere', 'fee 5'])
  })

  test('compares, in any case, with one text or several', () => {
    const paragraphs = [
      '{#Law=New Zealand}NZ{/}{#Law=Norway}NO{/}{^Law=Norway}not NO{/}',
      '{#Sites=rome}Rome{/}',
    ]
    expect(filled(paragraphs, { law: text('new zealand'), sites: several('Oslo', 'Rome') })).toEqual([
      'NZnot NO',
      'Rome',
    ])
  })

  test('can access the enclosing scope from within a section', () => {
    expect(filled(['{#Sites}{Party}:{.};{/}'], { sites: several('a', 'b'), party: text('P') })).toEqual([
      'P:a;P:b;',
    ])
  })

  test('reports names without text, except in omitted sections', () => {
    expect(filled(['{A} {B} {A} {#C}{C}{/C}'], { a: text(null), b: text('x'), c: text(null) })).toEqual({
      missing: ['A'],
    })
  })

  test('treats answers as text: markup, line breaks, control characters, placeholders [C-15]', () => {
    const answer = '<w:p/> & "{B}"\nnext\u0001 </w:t>'
    expect(filled(['{A}'], { a: text(answer) })).toEqual([
      '&lt;w:p/&gt; &amp; &quot;{B}&quot;\nnext &lt;/w:t&gt;',
    ])
  })

  test('stops when nested sections repeat too much', () => {
    const many = several(...Array.from({ length: 300 }, (_, index) => String(index)))
    const nested = ['{#A}{#B}{#C}{.}{/}{/}{/}']
    expect(() => filled(nested, { a: many, b: many, c: many })).toThrow(/repeats too much/)
  })

  test.each(['constructor', '__proto__', 'toString', 'a.b', 'a+b', 'process.exit()'])(
    '%s is only a name',
    (name) => {
      expect(filled([`{${name}}`], {})).toEqual({ missing: [name] })
    },
  )
})

test('lists the names in a document without duplicates, including those in headers', () => {
  const header = `<w:hdr xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:p><w:r><w:t>{Reference}</w:t></w:r></w:p></w:hdr>`
  const types = `<?xml version="1.0" encoding="UTF-8"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">
    <Default Extension="xml" ContentType="application/xml"/>
    <Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/>
    <Override PartName="/word/header1.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml"/></Types>`
  const document = docx(['{Party} {#Sites}{.}{/Sites} {#Law=NZ}{party}{/}'], {
    'word/header1.xml': header,
    '[Content_Types].xml': types,
  })
  expect(readDocxNames({ bytes: document, input: 'document' }).names.map(keyOfName).toSorted()).toEqual([
    'law',
    'party',
    'reference',
    'sites',
  ])
})

describe('refuses', () => {
  const bad = { status: 400, errors: { document: expect.anything() } }
  test.each([
    ['an unclosed placeholder', docx(['{Party'])],
    ['an unclosed section', docx(['{#A}x'])],
    ['sections that cross', docx(['{#A}{#B}{/A}{/B}'])],
    ['raw markup', docx(['{@Party}'])],
    ['macros', docx(['x'], { 'word/vbaProject.bin': 'x' })],
    ['a document type', docx([], { 'word/document.xml': '<!DOCTYPE a [<!ENTITY b "c">]><w:document/>' })],
    ['another encoding', docx([], { 'word/styles.xml': '<\0?\0' })],
    ['a spreadsheet', zip([{ name: '[Content_Types].xml', content: '<Types/>' }])],
  ])('%s', (_, bytes) => {
    expect(refusal(bytes)).toMatchObject(bad)
  })

  test('a file that is not an archive', () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('%PDF-1.7'), docx(['x']).subarray(0, 300)]) {
      expect(refusal(bytes)).toMatchObject({ status: 400 })
    }
  })

  test('a file that unpacks to more than allowed', () => {
    const bomb = docx(['x'], { 'word/media/a.bin': 'a'.repeat(70 * 1_048_576) })
    expect(bomb.length).toBeLessThan(200_000)
    expect(refusal(bomb)).toMatchObject({ status: 413 })
    expect(refusal(docx(['x'.repeat(17 * 1_048_576)]))).toMatchObject({ status: 413 })
  })
})
