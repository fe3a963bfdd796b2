// Places of answers in later versions of a document.
import { expect, test } from 'vitest'
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import { findPlaces } from './find-places.ts'

const paragraphs = (amount: string) => [
  'SERVICES AGREEMENT',
  'This agreement is made between Quay Ltd and Birch and Rowan LLP.',
  '1. The Consultant advises Quay on freight.',
  `2. If the Consultant breaches clause 7, it pays liquidated damages of NZD ${amount} within thirty days of a demand.`,
  '3. This agreement is governed by the law of New Zealand.',
  'Amount',
  amount,
  'Term',
  'three years',
]

/** The place of the text in the paragraphs, as it is kept when a document is drafted. */
function placeOf(text: string, all: readonly string[], nth = 0): AnswerPlace {
  const whole = all.join('\n')
  let at = -1
  for (let count = 0; count <= nth; count++) at = whole.indexOf(text, at + 1)
  const after = at + text.length
  return {
    field: 1,
    before: whole.slice(Math.max(0, at - 240), at),
    answer: text,
    after: whole.slice(after, after + 240),
  }
}

const drafted = paragraphs('250,000.00')
const inClause = placeOf('250,000.00', drafted)
const inTable = placeOf('250,000.00', drafted, 1)
const found = (now: readonly string[], place = inClause) =>
  findPlaces({ paragraphs: now, places: [place] })[0]

test('an answer is found where it was, and where its paragraph has moved', () => {
  expect(found(drafted)).toMatchObject({ paragraph: 3, text: '250,000.00' })
  expect(found(drafted, inTable)).toMatchObject({ paragraph: 6, text: '250,000.00' })
  const [title = '', ...others] = drafted
  const moved = [title, 'Preamble', 'A. Quay ships goods.', ...others]
  expect(found(moved)).toMatchObject({ paragraph: 5, text: '250,000.00' })
})

test.each([
  ['the amount alone', paragraphs('100,000.00'), '100,000.00'],
  [
    'the amount and the words around it',
    paragraphs('x').map((text) =>
      text.replace('pays liquidated damages of NZD x', 'owes agreed damages of USD 100,000'),
    ),
    '100,000',
  ],
  [
    'the clause around it is shortened',
    paragraphs('x').map((text) =>
      text.startsWith('2.') ? '2. It pays liquidated damages of NZD 75,000 within ten days.' : text,
    ),
    '75,000',
  ],
])('edited: %s', (_, now, text) => {
  expect(found(now)?.text).toContain(text)
})

test('an amount that was taken out is an empty text, and a clause that was taken out is no place', () => {
  const without = drafted.map((text) => text.replace('NZD 250,000.00 within', 'NZD within'))
  expect(found(without)).toMatchObject({ paragraph: 3, text: '' })
  expect(found(['Something else altogether.', 'Nothing of it is left here.'])).toBeUndefined()
})

test('a table with nothing but the answer in its cell is found by the cells around it', () => {
  expect(found(paragraphs('90,000'), inTable)).toMatchObject({ paragraph: 6, text: '90,000' })
})
