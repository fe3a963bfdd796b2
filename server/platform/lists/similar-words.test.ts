import fc from 'fast-check'
import { expect, test } from 'vitest'
import { keysOfTyped, keysOfWord, mistakesFrom, wordsIn } from './similar-words.ts'

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

const letters = ['a', 'b', 'c', 'd', 'e', 'é', 'ø']
const word = fc.string({ unit: fc.constantFrom(...letters), minLength: 4, maxLength: 12 })
const mistake = fc.record({
  place: fc.nat(11),
  letter: fc.constantFrom(...letters),
  how: fc.constantFrom('wrong', 'missing', 'extra', 'swapped'),
})

function mistyped(
  text: string,
  { place, letter, how }: typeof mistake extends fc.Arbitrary<infer Value> ? Value : never,
) {
  const at = place % text.length
  const [before, after] = [text.slice(0, at), text.slice(at + 1)]
  if (how === 'wrong') return before + letter + after
  if (how === 'missing') return before + after
  if (how === 'extra') return before + letter + text.slice(at)
  return before + after.slice(0, 1) + text.slice(at, at + 1) + after.slice(1)
}

test('a word is found by what it, or its beginning, is mistyped as with one mistake', () => {
  fc.assert(
    fc.property(word, fc.integer({ min: 4, max: 12 }), mistake, (meant, length, made) => {
      const typed = mistyped(meant.slice(0, length), made)
      fc.pre(typed.length >= 4)
      const keys = new Set(keysOfWord(meant))
      expect(keysOfTyped(typed).some((key) => keys.has(key))).toBe(true)
    }),
  )
})

test('words are letters only, and a few letters have no mistakes', () => {
  expect(wordsIn(name)).toEqual(['mutual', 'non', 'disclosure', 'agreement', 'zephyr', 'ltd', 'erp'])
  expect(keysOfTyped('lzd')).toEqual([])
  expect(keysOfTyped('erp-77')).toEqual([])
})
