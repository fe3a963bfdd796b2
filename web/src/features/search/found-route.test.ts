// Where results lead, and what of a passage is marked.
import { expect, test } from 'vitest'
import { piecesOf, routeOfFound } from './found-route.ts'

const found = {
  id: 7,
  title: 'A title',
  record: { type: 'Contract', id: 17, name: 'Lease' } as const,
  version: null,
  currentVersion: null,
  page: null,
}

test('a file opens at the passage', () => {
  const passages = [{ text: 'The Supplier shall indemnify', marks: [[19, 28]] }]
  expect(routeOfFound({ ...found, type: 'File', version: 2, currentVersion: null, page: 3, passages })).toBe(
    '/files/7?version=2&page=3&find=indemnify',
  )
  expect(routeOfFound({ ...found, type: 'File', passages: [] })).toBe('/files/7')
})

test('what has no page of its own leads to its record', () => {
  expect(routeOfFound({ ...found, type: 'Message', passages: [] })).toBe('/contracts/17')
  expect(routeOfFound({ ...found, type: 'Matter', record: null, passages: [] })).toBe('/matters/7')
  expect(routeOfFound({ ...found, type: 'Mail', record: null, passages: [] })).toBeUndefined()
})

test('a passage falls into pieces', () => {
  expect(piecesOf({ text: 'shall indemnify them', marks: [[6, 15]] })).toEqual([
    { text: 'shall ', marked: false },
    { text: 'indemnify', marked: true },
    { text: ' them', marked: false },
  ])
})
