// What a change makes stale.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { markStale, showing, thingsOf } from './stale.ts'

test('a change of a task concerns its record, the kinds, and itself', () => {
  expect(
    thingsOf({ topic: 'task.created', type: 'Matter', id: 17, resource: { type: 'task', id: 5 } }),
  ).toEqual(['Matter', 'Matter/17', 'task', 'task/5'])
  expect(thingsOf({ topic: 'something', type: null, id: null, resource: null })).toEqual([])
})

test('only queries that show it become stale', async () => {
  const queries = new QueryClient()
  for (const [name, thing] of [
    ['matter 17', 'Matter/17'],
    ['matter 18', 'Matter/18'],
    ['tasks', 'task'],
    ['badge', '*'],
  ] as const) {
    await queries.prefetchQuery({
      queryKey: [name],
      queryFn: () => name,
      staleTime: 60_000,
      ...showing(thing),
    })
  }
  await markStale(queries, thingsOf({ type: 'Matter', id: 17, resource: { type: 'task', id: 5 } }))
  const stale = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
  expect(stale.map(({ queryKey }) => queryKey[0])).toEqual(['matter 17', 'tasks', 'badge'])
})

test('queries of records and lists say by their keys what they show', async () => {
  const queries = new QueryClient()
  const keys = [
    ['matters', 17, 'overview'],
    ['matters', 18, 'overview'],
    ['matters', 'list', 'page', ''],
    ['contracts', 'list', 'page', ''],
    ['tasks', 'list', 'count', ''],
    ['files', 'of', 'Matter', 17, 'folders'],
    ['files', 'of', 'Matter', 18, 'folders'],
    ['fields', 'all'],
  ]
  for (const queryKey of keys) await queries.prefetchQuery({ queryKey, queryFn: () => 1, staleTime: 60_000 })
  await markStale(queries, thingsOf({ type: 'Matter', id: 17, resource: { type: 'task', id: 5 } }))
  const stale = queries
    .getQueryCache()
    .getAll()
    .filter(({ state }) => state.isInvalidated)
  expect(stale.map(({ queryKey }) => queryKey)).toEqual([keys[0], keys[2], keys[4], keys[5]])
})
