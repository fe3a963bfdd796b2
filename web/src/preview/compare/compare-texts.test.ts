// Comparisons of texts: nothing is lost on either side, and what changed is marked as a reader would mark it.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareTexts } from './compare-texts.ts'
import type { Comparison } from './comparison.ts'

const paragraphs = (...texts: string[]) => texts.map((text) => ({ text, page: 1, level: null }))
const compare = (left: string[], right: string[]) => compareTexts(paragraphs(...left), paragraphs(...right))
const inline = ({ rows }: Comparison) =>
  rows.map(({ both }) =>
    both
      .map(({ kind, text }) => (kind === 'same' ? text : kind === 'deleted' ? `[-${text}-]` : `{+${text}+}`))
      .join(''),
  )

test('equal texts have no changes, whatever quotes, dashes and spaces their programs use', () => {
  const { changes, rows } = compare(
    ['The “Supplier” – as defined – shall deliver.', 'It’s agreed.'],
    ['The "Supplier" - as defined -  shall deliver.', "It's agreed."],
  )
  expect(changes).toEqual([])
  expect(rows).toHaveLength(2)
})

test('words are marked within their paragraph', () => {
  const compared = compare(
    ['Payment is due within 30 days of the invoice.'],
    ['Payment is due within 45 days of the invoice.'],
  )
  expect(inline(compared)).toEqual(['Payment is due within [-30 -]{+45 +}days of the invoice.'])
  expect(compared.changes).toMatchObject([{ kind: 'replaced', before: '30', after: '45', row: 0 }])
})

test('a paragraph that was added or removed is a row of its own, and one change', () => {
  const added = compare(['One is here.', 'Three is here.'], ['One is here.', 'Two is new.', 'Three is here.'])
  expect(inline(added)).toEqual(['One is here.', '{+Two is new.+}', 'Three is here.'])
  expect(added.rows[1]).toMatchObject({ left: null })
  const removed = compare(
    ['One is here.', 'Two is old.', 'Three is here.'],
    ['One is here.', 'Three is here.'],
  )
  expect(inline(removed)).toEqual(['One is here.', '[-Two is old.-]', 'Three is here.'])
  expect(removed.changes).toMatchObject([{ kind: 'deleted', row: 1 }])
})

test('a document whose paragraphs are divided differently, such as a PDF, is compared by its words', () => {
  const draft = [
    'The Supplier shall indemnify the Customer against all claims of third parties.',
    'This clause survives.',
  ]
  const signed = [
    'The Supplier shall indemnify',
    'the Customer against any claims',
    'of third parties.',
    'This clause survives.',
  ]
  const compared = compare(draft, signed)
  expect(compared.changes).toMatchObject([{ before: 'all', after: 'any' }])
  expect(inline(compared)).toHaveLength(2)
})

test('a sentence that was rewritten is one change, not a confetti of shared small words', () => {
  const { changes } = compare(
    ['Neither of the parties may assign any of its rights under the agreement without prior consent.'],
    ['Each party is free to transfer the whole benefit of this contract to its affiliates at any time.'],
  )
  expect(changes.length).toBeLessThanOrEqual(2)
})

test('beyond the limits paragraphs are marked as a whole, and the comparison says so', () => {
  const many = (word: string) =>
    Array.from({ length: 200 }, (_, at) => `${word}${at} of the contract`).join(' ')
  const compared = compareTexts(paragraphs(many('a')), paragraphs(many('b')), {
    paragraphEdits: 10,
    wordEdits: 20,
  })
  expect(compared.coarse).toBe(true)
  expect(compared.changes).toMatchObject([{ kind: 'replaced' }])
})

const text = fc.array(fc.constantFrom('the', 'party', 'shall', 'pay', '30', 'days', '.', ','), {
  maxLength: 12,
})
const texts = fc.array(
  text.map((words) => words.join(' ')),
  { maxLength: 8 },
)

test('both texts can be read from the rows, word by word, whatever they are', () => {
  const words = (all: readonly string[]) =>
    all.join(' ').split(/\s+/).filter(Boolean).join('').replaceAll(' ', '')
  fc.assert(
    fc.property(texts, texts, (left, right) => {
      const { rows, changes } = compare(left, right)
      const side = (name: 'left' | 'right') =>
        rows.map((row) => (row[name]?.pieces ?? []).map((piece) => piece.text).join(''))
      expect(words(side('left'))).toBe(words(left))
      expect(words(side('right'))).toBe(words(right))
      const kept = (kind: string) =>
        rows.map(({ both }) =>
          both
            .filter((piece) => piece.kind !== kind)
            .map((piece) => piece.text)
            .join(''),
        )
      expect(words(kept('inserted'))).toBe(words(left))
      expect(words(kept('deleted'))).toBe(words(right))
      changes.forEach(({ id, row }) => expect(rows[row]?.changes).toContain(id))
    }),
    { numRuns: 300 },
  )
})
