import { expect, test } from 'vitest'
import { missingIn, setText } from './set-text.ts'

/** What is shown, from left to right. */
const shown = (text: string) =>
  setText(text, 'Regular')
    .map((glyph) => glyph.text)
    .join('')

test('text of two directions is set in the order in which it is read [C-540]', () => {
  expect(shown('Ltd. אבג')).toBe('Ltd. גבא')
  expect(shown('אבג Ltd. דה')).toBe('הד .Ltd גבא')
  expect(shown('אב 12 גד')).toBe('דג 12 בא')
})

test('letters are joined, and marks belong to their letters [C-540]', () => {
  const alone = setText('ه', 'Regular')[0]?.id
  expect(setText('ههه', 'Regular').some(({ id }) => id === alone)).toBe(false)
  expect(setText('कि', 'Regular').map(({ text }) => text)).toContain('कि')
})

test('a Japanese text is set in Japanese letters, a Chinese one in Chinese letters [C-540]', () => {
  const [japanese, chinese] = ['直の', '直们'].map((text) => setText(text, 'Regular')[0]?.face)
  expect(japanese).not.toBe(chinese)
})

test('what no font has is named [C-541]', () => {
  expect(missingIn('Zoë 山田 ꦗꦮꦗ 😀')).toEqual(['ꦗ', 'ꦮ', '😀'])
  expect(missingIn('José مرحبا สวัสดี')).toEqual([])
})
