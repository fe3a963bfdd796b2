// Finding by the beginnings of words.
import { expect, test } from 'vitest'
import { matchesWords } from './words.ts'

test('each word begins a word of the text, in any order, without case and accents', () => {
  expect(matchesWords('Go to Key dates', 'dat key')).toBe(true)
  expect(matchesWords('Résumé of a hearing', 'resume')).toBe(true)
  expect(matchesWords('Key dates', 'ates')).toBe(false)
  expect(matchesWords('Key dates', '')).toBe(true)
})
