// Many rows changed in calls of a thousand.
import { expect, test } from 'vitest'
import type { BulkAsked, ListCalls, PageAsked } from '../definition.ts'
import { changeMany, selectedIds } from './bulk-change.ts'

interface Row {
  readonly id: number
}

function listOf(count: number) {
  const asked: BulkAsked[] = []
  const read: PageAsked[] = []
  const calls: ListCalls<Row> = {
    page: async (query) => {
      read.push(query)
      const from = Number(query.$skiptoken ?? 0)
      const top = query.$top ?? 30
      const items = Array.from({ length: Math.max(0, Math.min(top, count - from)) }, (_, index) => ({
        id: from + index + 1,
      }))
      const next = from + top < count ? { nextLink: `http://x/v2/y?%24skiptoken=${from + top}` } : {}
      return { items, ...next }
    },
    bulk: async (body) => {
      asked.push(body)
      return {
        changed: body.ids?.length ?? 0,
        unchanged: 1,
        differing: 2,
        skipped: [{ id: 9, because: 'no' }],
      }
    },
  }
  return { calls, asked, read }
}

test('all that match but some are read page by page, and changed a thousand at once', async () => {
  const { calls, asked, read } = listOf(2_350)
  const selection = { kind: 'all', but: new Set([1, 2_350]) } as const
  const done: number[] = []
  const wanted = {
    selection,
    filter: "Name eq 'x'",
    change: { restricted: true },
    onlyEmpty: false,
    checkOnly: true,
  }
  const outcome = await changeMany(calls, wanted, (count) => done.push(count))
  expect(read.length).toBe(12)
  expect(read.every(({ $filter }) => $filter === "Name eq 'x'")).toBe(true)
  expect(asked.map(({ ids }) => ids?.length)).toEqual([1_000, 1_000, 348])
  expect(done).toEqual([1_000, 2_000, 2_348])
  expect(outcome).toMatchObject({ changed: 2_348, unchanged: 3, differing: 6 })
  expect(outcome.skipped.length).toBe(3)
})

test('rows that were ticked are not read again', async () => {
  const { calls, read } = listOf(10)
  expect(await selectedIds(calls, { kind: 'some', ids: new Set([4, 2]) }, '')).toEqual([4, 2])
  expect(read).toEqual([])
})
