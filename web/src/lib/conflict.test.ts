// Two changes of one thing: what is put together, and what is asked.
import { expect, test } from 'vitest'
import { changedOnly, type Conflict, type Decision, saveMerged } from './conflict.ts'
import { Refusal } from './refusal.ts'

interface Matter {
  name: string
  owner: { id: string; firstName?: string } | null
  fields: Record<string, unknown>
}

const before: Matter = {
  name: 'Lease',
  owner: { id: 'ana', firstName: 'Ana' },
  fields: { court: 'High Court', amount: 5 },
}

/** A server that has another version, and counts what it was sent. */
function server(now: Matter) {
  const sent: [object, string | undefined][] = []
  const asked: (readonly Conflict[])[] = []
  const save = (changes: Partial<Matter>, decision?: Decision) =>
    saveMerged<Matter, Partial<Matter>>({
      before: { value: before, etag: '"1"' },
      changes,
      read: async () => ({ value: now, etag: '"2"' }),
      ask: async (conflicts) => {
        asked.push(conflicts)
        return decision
      },
      send: async (body, etag) => {
        sent.push([body, etag])
        if (etag === '"1"') throw new Refusal(412, {})
      },
    })
  return { save, sent, asked }
}

test('changes of different fields are put together without a question', async () => {
  const { save, sent, asked } = server({
    ...before,
    name: 'Lease of Harbour House',
    fields: { court: 'County Court', amount: 5 },
  })
  expect(await save({ fields: { amount: 7 } })).toBe(true)
  expect(sent).toEqual([
    [{ fields: { amount: 7 } }, '"1"'],
    [{ fields: { amount: 7 } }, '"2"'],
  ])
  expect(asked).toEqual([])
})

test('a field that both changed is asked about, and only that one', async () => {
  const { save, sent, asked } = server({ ...before, name: 'Theirs' })
  expect(await save({ name: 'Mine', owner: null }, new Map([['name', 'theirs']]))).toBe(true)
  expect(asked).toEqual([[{ field: 'name', before: 'Lease', mine: 'Mine', theirs: 'Theirs' }]])
  expect(sent[1]).toEqual([{ owner: null }, '"2"'])
})

test('giving up changes nothing', async () => {
  const { save, sent } = server({ ...before, name: 'Theirs' })
  expect(await save({ name: 'Mine' })).toBe(false)
  expect(sent.length).toBe(1)
})

test('what they set to the same value is not sent again', async () => {
  const { save, sent, asked } = server({ ...before, owner: { id: 'ben', firstName: 'Ben' } })
  expect(await save({ owner: { id: 'ben' } })).toBe(true)
  expect([sent.length, asked.length]).toEqual([1, 0])
})

test('only what differs is a change', () => {
  expect(
    changedOnly(before, { name: 'Lease', owner: { id: 'ana' }, fields: { court: '', amount: 5 } }),
  ).toEqual({
    fields: { court: '' },
  })
})
