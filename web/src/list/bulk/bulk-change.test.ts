// Which calls the change of many rows takes, and what came of them together.
import { expect, test } from 'vitest'
import type { BulkAsked, ListCalls } from '../definition.ts'
import { callsFor, changeMany } from './bulk-change.ts'

interface Row {
  readonly id: number
}

function listOf() {
  const asked: BulkAsked[] = []
  const calls: ListCalls<Row> = {
    page: async () => ({ items: [] }),
    bulk: async (body) => {
      asked.push(body)
      return {
        changed: body.ids?.length ?? 0,
        unchanged: 1,
        differing: 2,
        skipped: [{ id: 9, because: 'no' }],
        jobId: asked.length,
      }
    },
  }
  return { calls, asked }
}

test('what a filter finds is one call, without those that were taken out', () => {
  const but = new Set(Array.from({ length: 150 }, (_, index) => index + 1))
  expect(callsFor({ kind: 'all', but: new Set() }, "Name eq 'x'")).toEqual([{ filter: "Name eq 'x'" }])
  expect(callsFor({ kind: 'all', but: new Set() }, '')).toEqual([{ filter: 'Id gt 0' }])
  expect(callsFor({ kind: 'all', but: new Set([7, 8]) }, "Name eq 'x' or Id eq 2")).toEqual([
    { filter: "(Name eq 'x' or Id eq 2) and not (Id in (7,8))" },
  ])
  expect(callsFor({ kind: 'all', but }, '')?.[0]?.filter?.match(/not \(Id in/g)).toHaveLength(2)
  const many = new Set(Array.from({ length: 900 }, (_, index) => index + 10_000))
  expect(callsFor({ kind: 'all', but: many }, '')).toBeUndefined()
})

test('rows that are named are changed a thousand at once', async () => {
  const { calls, asked } = listOf()
  const ids = new Set(Array.from({ length: 2_348 }, (_, index) => index + 1))
  const done: number[] = []
  const wanted = {
    selection: { kind: 'some', ids } as const,
    filter: '',
    change: { restricted: true },
    onlyEmpty: false,
  }
  const outcome = await changeMany(calls, wanted, { onProgress: (progress) => done.push(progress.done) })
  expect(asked.map((each) => each.ids?.length)).toEqual([1_000, 1_000, 348])
  expect(done).toEqual([1_000, 2_000, 2_348])
  expect(outcome).toMatchObject({ changed: 2_348, unchanged: 3, differing: 6, skipped: 3, jobIds: [1, 2, 3] })
})
