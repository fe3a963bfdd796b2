// How the words of an edited paragraph look.
import { expect, test } from 'vitest'
import { editsFrom, listOf, writeLook, writeText } from './edits.ts'
import { type LookChange, lookedPieces, looksSo, shifted, stretchAt, withLook } from './looks.ts'

const bold = (from: number, to: number, on = true): LookChange => ({ from, to, look: 'Bold', on })
const paragraph = {
  pieces: [
    { text: 'Due in ', look: [] },
    { text: '30 days', look: ['Bold' as const] },
  ],
}

test('a change takes the place of what was changed there before [C-435]', () => {
  expect(withLook([bold(0, 10)], bold(4, 6, false))).toEqual([bold(0, 4), bold(6, 10), bold(4, 6, false)])
  expect(withLook([{ ...bold(0, 4), look: 'Italic' }], bold(0, 4))).toHaveLength(2)
})

test('looks stay with their words while the text is edited [C-435]', () => {
  expect(shifted([bold(4, 8)], 'Due soon.', 'Due very soon.')).toEqual([bold(9, 13)])
  expect(shifted([bold(4, 8)], 'Due soon.', 'Due sooner.')).toEqual([bold(4, 10)])
  expect(shifted([bold(4, 8)], 'Due soon.', 'Due.')).toEqual([])
  const edits = writeLook(editsFrom([]), { paragraph: 1 }, bold(0, 3))
  expect(listOf(writeText(edits, { paragraph: 1 }, { text: 'Now due', before: 'Due' }))).toMatchObject([
    { paragraph: 1, text: 'Now due' },
  ])
})

test('pieces say what changed and how each looks; what is typed looks like what is before it [C-435]', () => {
  const pieces = lookedPieces(paragraph, 'Due in 45 days', [{ from: 0, to: 3, look: 'Italic', on: true }])
  expect(pieces.map(({ kind, text, look, isRelooked }) => [kind, text, look.join(), isRelooked])).toEqual([
    ['same', 'Due', 'Italic', true],
    ['same', ' in ', '', false],
    ['removed', '30', '', false],
    ['added', '45', 'Bold', false],
    ['same', ' days', 'Bold', false],
  ])
  expect([looksSo(pieces, 7, 14, 'Bold'), looksSo(pieces, 6, 14, 'Bold')]).toEqual([true, false])
})

test('without a selection it is the word there [C-435]', () => {
  expect(stretchAt('Due in 30 days', 5, 5)).toEqual({ from: 4, to: 6 })
  expect(stretchAt('a  b', 2, 2)).toBeUndefined()
  expect(stretchAt('Due in', 1, 5)).toEqual({ from: 1, to: 5 })
})
