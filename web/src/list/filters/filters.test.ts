// Sentences as `$filter` texts and back.
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { UNREAD } from '../../lib/unread.ts'
import { addDays, dayOf, endOf, startOf } from './local-days.ts'
import { type FilterProperty, operatorsOf, valuesTaken } from './property.ts'
import { readFilter } from './read-filter.ts'
import { type Clause, fullPath, isCondition } from './sentence.ts'
import { type FilterContext, writeFilter } from './write-filter.ts'

const properties: readonly FilterProperty[] = [
  { path: 'Name', label: 'Name', kind: 'text' },
  { path: 'ExternalId', label: 'External ID', kind: 'text', nothing: 'ExternalId' },
  { path: 'Status', label: 'Status', kind: 'choice', choices: [] },
  { path: 'Urgent', label: 'Urgent', kind: 'flag' },
  { path: 'Owner/Id', label: 'Owner', kind: 'person', nothing: 'Owner' },
  { path: 'Type/Id', label: 'Type', kind: 'reference', picker: 'contractTypes', numeric: true },
  { path: 'Id', many: 'Tags', label: 'Tag', kind: 'reference', picker: 'tags', numeric: true },
  { path: 'Id', many: 'Members', label: 'Person', kind: 'person' },
  { path: 'Expiry', label: 'Expiry', kind: 'local', nothing: 'Expiry' },
  { path: 'Created/DateUtc', label: 'Created', kind: 'moment' },
  { path: 'Fields/rent', label: 'Rent', kind: 'number', nothing: 'Fields/rent' },
  { path: 'Fields/signed', label: 'Signed', kind: 'day', nothing: 'Fields/signed' },
  { path: 'Fields/law/Value', label: 'Law', kind: 'reference', nothing: 'Fields/law' },
  { path: 'Value', many: 'Fields/areas', label: 'Areas', kind: 'reference' },
]
const context: FilterContext = { properties, timeZone: 'Pacific/Auckland' }

const day = fc
  .integer({ min: 0, max: 20_000 })
  .map((days) => new Date(days * 86_400_000).toISOString().slice(0, 10))
const word = fc.string({ minLength: 1, maxLength: 12 })
const number = fc.integer({ min: -5_000, max: 5_000 }).map(String)
const id = fc.integer({ min: 1, max: 9_999 }).map(String)
const relative = fc.integer({ min: -400, max: 400 }).map((days) => `today(${days})`)

function valueOf({ kind, numeric }: FilterProperty): fc.Arbitrary<string> {
  switch (kind) {
    case 'number':
      return number
    case 'flag':
      return fc.constantFrom('true', 'false')
    case 'person':
      return fc.oneof(fc.constant('me()'), fc.uuid())
    case 'day':
    case 'local':
    case 'moment':
      return fc.oneof(day, relative)
    case 'reference':
      return numeric === true ? id : word
    default:
      return word
  }
}

const condition: fc.Arbitrary<Clause> = fc.constantFrom(...properties).chain((property) =>
  fc.constantFrom(...operatorsOf(property)).chain((operator): fc.Arbitrary<Clause> => {
    const path = fullPath(property)
    const taken = valuesTaken(operator, property)
    const value = valueOf(property)
    if (operator === 'next' || operator === 'last')
      return fc.integer({ min: 1, max: 900 }).map((days) => ({ path, operator, values: [String(days)] }))
    if (taken === 'none') return fc.constant({ path, operator, values: [] })
    if (operator === 'between' && property.kind !== 'number')
      return fc
        .tuple(day, fc.integer({ min: 1, max: 500 }))
        .map(([from, days]) => ({ path, operator, values: [from, addDays(from, days)] }))
    const [minLength, maxLength] = taken === 'two' ? [2, 2] : [1, taken === 'many' ? 4 : 1]
    return fc.array(value, { minLength, maxLength }).map((values) => ({ path, operator, values }))
  }),
)

test('every sentence is read back from its text', () => {
  fc.assert(
    fc.property(fc.array(condition, { maxLength: 6 }), (sentence) => {
      expect(readFilter(writeFilter(sentence, context), context)).toEqual(sentence)
    }),
    { numRuns: 2_000 },
  )
})

test('what the sentence has no words for stays as it was written', () => {
  const other = fc.constantFrom(
    "(Name eq 'a' or Urgent)",
    "not contains(Name,'x and y')",
    "Members/any(m: m/Email eq 'ana@example.com')",
    "tolower(Name) eq 'lease'",
    'Created/DateUtc ge 2026-01-01T05:00:00Z',
    "Teams/any(t: t/name eq 'It''s (here) and there')",
    "endswith(Name,'.')",
    'Restricted',
  )
  fc.assert(
    fc.property(fc.array(fc.oneof(condition, other), { maxLength: 6 }), (parts) => {
      const texts = parts.map((part) => (typeof part === 'string' ? part : writeFilter([part], context)))
      const sentence = readFilter(texts.join(' and '), context)
      expect(sentence.length).toBe(texts.length)
      expect(writeFilter(sentence, context)).toBe(texts.join(' and '))
      expect(sentence.map((clause) => !isCondition(clause))).toEqual(
        parts.map((part) => typeof part === 'string'),
      )
    }),
    { numRuns: 1_000 },
  )
})

test.each([
  ["Status eq 'Active'", [{ path: 'Status', operator: 'is', values: ['Active'] }]],
  [
    "status in ('Active', 'Late') and OWNER/id eq me()",
    [
      { path: 'Status', operator: 'is', values: ['Active', 'Late'] },
      { path: 'Owner/Id', operator: 'is', values: ['me()'] },
    ],
  ],
  ['Expiry le today(90)', [{ path: 'Expiry', operator: 'atMost', values: ['today(90)'] }]],
  ['not Tags/any(t: t/id in (1,2))', [{ path: 'Tags/Id', operator: 'isNot', values: ['1', '2'] }]],
  ['Owner ne null', [{ path: 'Owner/Id', operator: 'filled', values: [] }]],
  [
    "(Status ne 'Draft' and Status ne 'Void') and ((Urgent eq true))",
    [
      { path: 'Status', operator: 'isNot', values: ['Draft'] },
      { path: 'Status', operator: 'isNot', values: ['Void'] },
      { path: 'Urgent', operator: 'is', values: ['true'] },
    ],
  ],
  [
    "(Urgent eq true) and (Name eq 'a' or Other eq 2)",
    [{ path: 'Urgent', operator: 'is', values: ['true'] }, { text: "(Name eq 'a' or Other eq 2)" }],
  ],
  ["Name eq 'a' or Name eq 'b'", [{ text: "(Name eq 'a' or Name eq 'b')" }]],
  ["Name eq 'open", [{ text: "Name eq 'open" }]],
  ["Name eq 'null'", [{ path: 'Name', operator: 'is', values: ['null'] }]],
  ['', []],
])('%s', (text, sentence) => {
  expect(readFilter(text, context)).toEqual(sentence)
})

test('days are those of the time zone, also when the clocks change', () => {
  expect(startOf('2026-09-27', 'moment', 'Pacific/Auckland')).toBe('2026-09-26T12:00:00Z')
  expect(endOf('2026-09-27', 'moment', 'Pacific/Auckland')).toBe('2026-09-27T10:59:59.999999Z')
  fc.assert(
    fc.property(
      day,
      fc.constantFrom('Pacific/Auckland', 'Europe/Berlin', 'UTC', 'America/New_York'),
      (each, zone) => {
        expect(dayOf(startOf(each, 'moment', zone), 'moment', zone)).toBe(each)
        expect(dayOf(endOf(each, 'moment', zone), 'moment', zone)).toBe(each)
      },
    ),
  )
})

test('a number that cannot be read is in no filter [C-533]', () => {
  const rent = { path: 'Fields/rent', operator: 'between' as const }
  expect(writeFilter([{ ...rent, values: ['5', UNREAD] }], context)).toBe('')
  expect(writeFilter([{ ...rent, values: ['5', '10'] }], context)).toBe(
    '(Fields/rent ge 5 and Fields/rent le 10)',
  )
})
