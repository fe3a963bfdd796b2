// Guessing which property each heading of a table is.
import { expect, test } from 'vitest'
import type { ImportProperty } from './import-kind.ts'
import { guessMapping } from './mapping.ts'

const property = (name: string, label: string, also: readonly string[] = []): ImportProperty => ({
  name,
  label,
  also,
  type: 'text',
  required: false,
  help: '',
})

const properties = [
  property('name', 'Name', ['title', 'contract']),
  property('owner', 'Owner', ['responsible']),
  property('fields.settlement', 'Amount of the settlement', ['value', 'contract value']),
  property('fields.value', 'Contract value', ['value', 'contract value']),
  property('fields.responsible', 'Second lawyer', ['responsible']),
]
const guessed = (headings: readonly string[], saved?: Parameters<typeof guessMapping>[2]) => {
  const none = { patterns: [], ambiguous: false }
  const columns = headings.map((heading) => ({ heading, samples: [], filled: 1, dates: none, numbers: none }))
  const mapping = guessMapping(columns, properties, saved)
  return Object.fromEntries(mapping.columns.map(({ column, property: name }) => [headings[column - 1], name]))
}

test('the name of a property counts more than another word for one before it [X-8]', () => {
  expect(guessed(['Contract value', 'TITLE'])).toEqual({ 'Contract value': 'fields.value', TITLE: 'name' })
  // whichever column comes first
  expect(guessed(['Title', 'Name'])).toEqual({ Name: 'name' })
})

test('a word for several fields is the first of them, which most forms have, unless every record has what it means [X-8]', () => {
  expect(guessed(['Value'])).toEqual({ Value: 'fields.settlement' })
  expect(guessed(['Responsible'])).toEqual({ Responsible: 'owner' })
})

test('what was saved of a heading counts most [X-8]', () => {
  const saved = {
    columns: [{ heading: 'value', property: 'fields.settlement', pattern: null, values: [] }],
    always: [],
  }
  expect(guessed(['Value', 'Contract value'], saved)).toEqual({
    Value: 'fields.settlement',
    'Contract value': 'fields.value',
  })
})
