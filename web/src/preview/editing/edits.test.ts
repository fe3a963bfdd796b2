// Edits of a document before they are saved, and their way into a later version.
import { expect, test } from 'vitest'
import {
  addAfter,
  carryOver,
  countOf,
  type Edits,
  editsFrom,
  listOf,
  remove,
  undo,
  writeText,
} from './edits.ts'
import { changesOf } from './shown-changes.ts'
import type { EditableParagraph } from './editing.ts'

const none: Edits = new Map()
const first = { paragraph: 1 }

test('a text that is as it was is no edit, and what was added stays beside it [F-174]', () => {
  const changed = writeText(none, first, { text: 'B', before: 'A' })
  expect(listOf(changed)).toEqual([{ paragraph: 1, text: 'B' }])
  expect(listOf(writeText(changed, first, { text: 'A', before: 'A' }))).toEqual([])
  const added = addAfter(addAfter(changed, first, 'one'), { paragraph: 1, added: 0 }, 'two')
  expect(listOf(added)).toEqual([{ paragraph: 1, text: 'B', added: ['one', 'two'] }])
  expect(countOf(added)).toBe(3)
  const rewritten = writeText(added, { paragraph: 1, added: 1 }, { text: 'three', before: '' })
  expect(listOf(undo(remove(rewritten, { paragraph: 1, added: 0 }), first))).toEqual([
    { paragraph: 1, added: ['three'] },
  ])
  expect(listOf(remove(none, first))).toEqual([{ paragraph: 1, text: null }])
})

test('what changed is shown by words [F-174]', () => {
  expect(changesOf('Due in 30 days.', 'Due in 45 days.').map(({ kind, text }) => [kind, text])).toEqual([
    ['same', 'Due in '],
    ['removed', '30'],
    ['added', '45'],
    ['same', ' days.'],
  ])
})

test('edits go with their paragraphs into a later version; those that changed are left with their texts [F-174]', () => {
  const version = (...texts: string[]) =>
    texts.map((text, at) => ({
      id: at + 1,
      part: 'Body',
      pieces: [{ text, look: [] }],
    })) as unknown as EditableParagraph[]
  const edits = listOf(
    editsFrom([
      { paragraph: 2, text: 'B!' },
      { paragraph: 3, text: null, added: ['D'] },
    ]),
  )
  expect(carryOver(edits, version('A', 'B', 'C'), version('New', 'A', 'B', 'Changed'))).toEqual({
    edits: [{ paragraph: 3, text: 'B!' }],
    left: [{ before: 'C', after: 'D' }],
  })
})
