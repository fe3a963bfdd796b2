// Texts of documents as values of fields.
import { expect, test } from 'vitest'
import { isSameValue, saidIn } from './compared.ts'

const field = (type: 'Currency' | 'Date' | 'ShortText' | 'Checkbox' | 'Dropdown') => ({
  type,
  multiple: false,
  options: [{ id: 7, value: 'nz', label: 'New Zealand', position: 0 }],
})

test.each([
  ['Currency', 'USD 100,000', { text: '100,000', meant: { json: 100_000 } }],
  ['Currency', 'EUR 1.25 million', { text: '1.25 million', meant: { json: 1_250_000 } }],
  ['Currency', '10 of 20', { text: '10 of 20', meant: undefined }],
  ['Date', 'the 6th of May 2027', { meant: { json: '2027-05-06' } }],
  ['Dropdown', 'new  Zealand', { meant: { option: 7 } }],
  ['Dropdown', 'Australia', { meant: undefined }],
  ['Checkbox', 'No', { meant: { json: false } }],
  ['ShortText', '“Harbour”', { text: 'Harbour', meant: { json: 'Harbour' } }],
] as const)('%s: %s', (type, text, said) => {
  expect(saidIn(field(type), text)).toMatchObject(said)
})

test.each([
  ['Currency', 'NZD 250,000.00', '250,000.00', true],
  ['Currency', '100,000', '250,000.00', false],
  ['Date', '6th of May 2027', '6 May 2027', true],
  ['ShortText', 'harbour', 'Harbour', true],
] as const)('%s: %s and %s', (type, one, other, same) => {
  expect(isSameValue(field(type), one, other)).toBe(same)
})
