// Finding by the beginnings of words, and titles of fields.
import { expect, test } from 'vitest'
import { matchesWords, titleOf } from './words.ts'

test('each word begins a word of the text, in any order, without case and accents', () => {
  expect(matchesWords('Go to Key dates', 'dat key')).toBe(true)
  expect(matchesWords('Résumé of a hearing', 'resume')).toBe(true)
  expect(matchesWords('Key dates', 'ates')).toBe(false)
  expect(matchesWords('Key dates', '')).toBe(true)
})

test('the field of the counterparty is called so, whatever version 1 of the API calls it', () => {
  expect(titleOf('Contract entity')).toBe('Counterparty')
  expect(titleOf('Region')).toBe('Region')
})
