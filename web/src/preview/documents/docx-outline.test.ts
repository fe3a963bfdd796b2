// The outline of documents with headings and without.
import { expect, test } from 'vitest'
import { headingsOf, markHeadings, type Paragraph, type ParsedParagraph } from './docx-outline.ts'

const plain = (text: string): Paragraph => ({ text, level: undefined, isBold: false })
const texts = (paragraphs: readonly Paragraph[]) => headingsOf(paragraphs).map(({ text }) => text)

test('declared headings are the outline, whatever else is bold or numbered', () => {
  const outline = headingsOf([
    { text: 'Agreement', level: 0, isBold: true },
    { text: '1. not a heading', level: undefined, isBold: true },
    { text: '  Term\nand  end ', level: 1, isBold: false },
    { text: '', level: 1, isBold: false },
  ])
  expect(outline).toEqual([
    { text: 'Agreement', level: 0, index: 0 },
    { text: 'Term and end', level: 1, index: 2 },
  ])
})

test('without headings, short lines that are bold, numbered or in capitals stand for them', () => {
  expect(
    texts([
      { text: 'Cloud Service Agreement', level: undefined, isBold: true },
      plain('1. Service'),
      plain('1. Access and Use.  During the period Customer may use the service.'),
      plain('1. Restrictions on Customer.'),
      plain('SCHEDULE OF FEES'),
      plain('Article IV Payment'),
      plain('A line like any other'),
    ]),
  ).toEqual(['Cloud Service Agreement', '1. Service', 'SCHEDULE OF FEES', 'Article IV Payment'])
})

test('where clauses begin with their title, the titles are the outline', () => {
  expect(
    texts([
      plain('1. Introduction. This agreement allows each party to disclose.'),
      plain('2. Use and Protection. The receiving party shall keep it.'),
      plain('It goes on. And on.'),
      plain('3. Exceptions. The obligations do not apply.'),
    ]),
  ).toEqual(['1. Introduction', '2. Use and Protection', '3. Exceptions'])
})

test('a document without any structure has no outline', () => {
  expect(headingsOf([plain('Dear Ana,'), plain('Thank you.'), plain('1. Only one. There is one.')])).toEqual(
    [],
  )
})

test('the level of a style comes from itself, its name, or the style that it is based on', () => {
  const paragraph = (styleName: string): ParsedParagraph => ({ type: 'paragraph', styleName })
  const all = [paragraph('berschrift2'), paragraph('Clause'), paragraph('Plain'), paragraph('Loop')]
  markHeadings(
    { type: 'document', children: [...all.slice(0, 1), { type: 'table', children: all.slice(1) }] },
    [
      { id: 'berschrift2', name: 'heading 2' },
      { id: 'Clause', name: 'Clause', basedOn: 'Level' },
      { id: 'Level', name: 'Level', paragraphProps: { outlineLevel: 3 } },
      { id: 'Plain', name: 'Plain', paragraphProps: { outlineLevel: 9 } },
      { id: 'Loop', name: 'Loop', basedOn: 'Loop' },
    ],
  )
  expect(all.map(({ className = '' }) => className.trim())).toEqual([
    'docx-outline-1',
    'docx-outline-3',
    '',
    '',
  ])
})
