// Passages: texts of plain letters are read in a faster way than others, and give the same.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { passagesOf } from './passages.ts'

const parts = useTestApp()

const stems = [
  { stems: ['leas'], prefix: false },
  { stems: ['rent', 'leas'], prefix: false },
  { stems: ['te'], prefix: true },
]
const words = [
  'lease',
  'Leases',
  'release',
  'leasing',
  'rent',
  'RENT',
  'renting',
  'tenant’s',
  'x1',
  'the',
  'te',
]
const separators = [' ', ', ', '-', '\n', ' “', '§ ', ' ™ ', '. ']
const texts = fc
  .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(...separators)), { maxLength: 120 })
  .map((all) => all.flat().join(''))

test('a text with an accent has the same marks as the text without', async () => {
  const { db } = parts.app
  await fc.assert(
    fc.asyncProperty(texts, async (text) => {
      const [plain = [], other = []] = await passagesOf(db, stems, [[{ text }], [{ text: `${text} é` }]])
      const marked = (found: typeof plain) =>
        found.map((passage) => passage.marks.map(([from, to]) => passage.text.slice(from, to)))
      expect(marked(plain)).toEqual(marked(other))
    }),
    { numRuns: repetitions(100, 2_000) },
  )
})

test('marks whole words, phrases and beginnings, and shows each term', async () => {
  const text = `Releases are not meant. ${'x '.repeat(300)}The rent leases of “TENANTS” end. ${'y '.repeat(300)}Rent, the lease.`
  const [passages = []] = await passagesOf(parts.app.db, stems, [[{ text }]])
  expect(passages.map((passage) => passage.marks.map(([from, to]) => passage.text.slice(from, to)))).toEqual([
    ['rent leases', 'TENANTS'],
  ])
})

test('a word longer than a passage is shown and marked', async () => {
  const word = 'te'.repeat(400)
  const [passages = []] = await passagesOf(parts.app.db, stems, [[{ text: `a ${word} b` }]])
  expect(passages).toEqual([{ source: { text: `a ${word} b` }, text: `a ${word} b`, marks: [[2, 802]] }])
})
