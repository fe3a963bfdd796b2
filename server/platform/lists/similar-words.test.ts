import { expect, test } from 'vitest'
import { mistakesFrom } from './similar-words.ts'

const name = 'mutual non-disclosure agreement - zephyr (uk) ltd erp-77'

test.each([
  ['a letter wrong', 'zephir'],
  ['a letter missing', 'zephr'],
  ['a letter too many', 'zepphyr'],
  ['two letters in the wrong order', 'zepyhr'],
  ['two mistakes in a long word', 'agremnet'],
  ['a mistake in the beginning of a word', 'dosclosu'],
  ['another case', 'ZEPHIR'],
])('%s is accepted', (_, typed) => expect(mistakesFrom([typed])(name)).toBeGreaterThan(0))

test.each([
  ['two mistakes in a short word', 'zaphir'],
  ['three in a long one', 'agrimnet'],
  ['one in three letters', 'lzd'],
  ['another word', 'lease'],
])('%s is not', (_, typed) => expect(mistakesFrom([typed])(name)).toBe(undefined))

test('every word must match', () => {
  expect(mistakesFrom(['zephir', 'mutul', 'ltd'])(name)).toBe(2)
  expect(mistakesFrom(['zephir', 'lease'])(name)).toBe(undefined)
})
