import { expect, test } from 'vitest'
import { withoutDocuments } from './viewed-last.ts'

const contract = (id: number) => ({ type: 'Contract' as const, id, record: null })
const file = (id: number, on: number, type: 'Contract' | 'Matter' = 'Contract') => ({
  type: 'File' as const,
  id,
  record: { type, id: on },
})

test('a document is not listed beside the contract that it was viewed with', () => {
  const shown = withoutDocuments([
    file(4, 1),
    contract(1),
    contract(2),
    file(5, 2),
    file(6, 3),
    file(7, 1),
    file(8, 9, 'Matter'),
  ])
  expect(shown.map(({ type, id }) => `${type} ${id}`)).toEqual([
    'Contract 1',
    'Contract 2',
    'File 6',
    'File 7',
    'File 8',
  ])
})
