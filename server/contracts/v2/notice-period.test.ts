// v2 of the notice period of a contract, through the server.
import { describe, expect, test } from 'vitest'
import { contractWorld } from '../../../test/fixtures/contracts.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

async function world() {
  const { organisationId, caller, insert } = await contractWorld(parts)
  const contractId = await insert()
  return { organisationId, contractId, caller, path: `/v2/contracts/${contractId}/keyDates` }
}

describe('a notice period', () => {
  const months = { amount: 3, unit: 'Months' } as const

  test('keeps the key date Notice in step with the expiry [C-188]', async () => {
    const { caller, contractId, path, organisationId } = await world()
    const own = `/v2/contracts/${contractId}/noticePeriod`
    expect((await caller.get(own)).statusCode).toBe(404)
    const set = await caller.put(own, months)
    expect(set.statusCode, set.body).toBe(200)
    expect(set.json()).toEqual({ ...months, noticeDate: null, keyDate: null })
    const expiring = async (expiry: string | null) => {
      const changed = await caller.patch(`/v2/contracts/${contractId}`, { expiry })
      expect(changed.statusCode, changed.body).toBe(204)
      return (await caller.get(own)).json<{ noticeDate: string | null; keyDate: { id: number } | null }>()
    }
    const first = await expiring('2027-05-31T17:00:00')
    expect(first).toMatchObject({ noticeDate: '2027-02-28', keyDate: { id: expect.any(Number) } })
    const keyDate = `${path}/${first.keyDate?.id}`
    const shown = { name: 'Notice', category: 'Notice', reminders: [30, 7], recurrence: null }
    expect((await caller.get(keyDate)).json()).toMatchObject({ ...shown, date: '2027-02-28' })
    expect((await caller.patch(keyDate, { done: true, reminders: [14] })).statusCode).toBe(204)
    // it is another date then, to be done again
    expect(await expiring('2028-05-31T17:00:00')).toEqual({ ...first, noticeDate: '2028-02-29' })
    expect((await caller.get(keyDate)).json()).toMatchObject({
      date: '2028-02-29',
      done: false,
      reminders: [14],
    })
    await caller.put(own, { amount: 10, unit: 'days' })
    expect((await caller.get(keyDate)).json()).toMatchObject({ date: '2028-05-21' })
    expect(await expiring(null)).toMatchObject({ noticeDate: null, keyDate: null })
    expect((await caller.get(keyDate)).statusCode).toBe(404)
    const again = await expiring('2029-01-01T00:00:00')
    expect(again.noticeDate).toBe('2028-12-22')
    expect((await caller.delete(own)).statusCode).toBe(204)
    expect((await caller.get(path)).json()).toEqual({ items: [] })
    expect((await caller.delete(own)).statusCode).toBe(204)
    const names = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
    expect(names.filter((name) => name.startsWith('contract.notice'))).toEqual([
      'contract.notice.set',
      'contract.notice.set',
      'contract.notice.removed',
    ])
  })

  test('its key date is neither moved nor deleted by itself, and a stale period is not overwritten [C-188]', async () => {
    const { caller, contractId, path } = await world()
    const own = `/v2/contracts/${contractId}/noticePeriod`
    await caller.patch(`/v2/contracts/${contractId}`, { expiry: '2027-05-31T17:00:00' })
    const set = await caller.put(own, months)
    const { id } = set.json<{ keyDate: { id: number } }>().keyDate
    expect((await caller.patch(`${path}/${id}`, { date: '2027-01-01' })).statusCode).toBe(409)
    expect((await caller.patch(`${path}/${id}`, { recurrence: 'FREQ=YEARLY' })).statusCode).toBe(409)
    expect((await caller.delete(`${path}/${id}`)).statusCode).toBe(409)
    expect((await caller.patch(`${path}/${id}`, { name: 'Last day for notice' })).statusCode).toBe(204)
    const read = { headers: { 'if-match': String(set.headers.etag) } }
    expect((await caller.put(own, { amount: 1, unit: 'Years' }, read)).statusCode).toBe(200)
    expect((await caller.put(own, months, read)).statusCode).toBe(412)
    expect((await caller.delete(own, read)).statusCode).toBe(412)
    for (const wrong of [
      {},
      { ...months, amount: 0 },
      { ...months, amount: 1.5 },
      { ...months, amount: '3' },
      { ...months, unit: 'Moons' },
      { ...months, more: 1 },
    ]) {
      expect((await caller.put(own, wrong)).statusCode, JSON.stringify(wrong)).toBe(400)
    }
    expect((await caller.get(own)).json()).toMatchObject({ amount: 1, unit: 'Years' })
  })
})
