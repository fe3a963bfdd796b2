// What the address of a file says about what is shown.
import { expect, test } from 'vitest'
import { viewFrom, wordsOf } from './document-view.ts'

test.each([
  [{}, {}],
  [{ version: '2' }, { version: 2 }],
  [
    { version: '3', compare: '1' },
    { version: 3, compare: { fileId: 7, version: 1 } },
  ],
  [
    { version: '3', compare: '9.2' },
    { version: 3, compare: { fileId: 9, version: 2 } },
  ],
  [
    { page: '4', find: 'third party' },
    { page: 4, find: 'third party' },
  ],
  [
    { version: '2', clause: '12' },
    { version: 2, clause: 12 },
  ],
])('%j is read and written', (words, view) => {
  expect(viewFrom(7, words)).toEqual({
    version: undefined,
    compare: undefined,
    page: undefined,
    find: undefined,
    clause: undefined,
    ...view,
  })
  expect(wordsOf(7, view)).toEqual(words)
})

test.each(['0', '-1', 'x', '1e3', ''])('%j is no version', (version) => {
  expect(viewFrom(7, { version }).version).toBeUndefined()
})
