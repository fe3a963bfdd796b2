// The expiry of an agreement follows its amendments, with what depends on it, and goes back when one ends.
import { beforeEach, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { followAmendments } from '../key-facts/follow-amendments.ts'

const parts = useTestApp()

let owner: Awaited<ReturnType<typeof createUser>>
let counsel: Caller
let [agreements, amendments] = [0, 0]
beforeEach(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  owner = await createUser(app, { organisationId, role: 'InhouseLegal' })
  counsel = await callerFor(parts, owner)
  agreements = await createContractTemplate(app, { organisationId })
  amendments = await createContractTemplate(app, { organisationId, amends: true })
})

const year = () => parts.app.clock.now().getUTCFullYear()
const endOf = (years: number) => `${year() + years}-12-31`
const follow = () => followAmendments(parts.app)

interface Made {
  readonly parent?: number
  readonly facts: object
  readonly status?: string
}

async function make({ parent, facts, status = 'Executed' }: Made): Promise<number> {
  const id = await insertContract(parts.app, { owner, templateId: parent ? amendments : agreements })
  const path = `/v2/contracts/${id}`
  if (parent) expect((await counsel.put(`${path}/parent`, { id: parent })).statusCode).toBe(204)
  expect((await counsel.patch(`${path}/keyFacts`, facts)).statusCode).toBe(204)
  expect((await counsel.patch(path, { status })).statusCode).toBe(204)
  parts.clock.advance({ minutes: 1 })
  return id
}

/** An agreement of two years with three months of notice, renewed for a year. */
async function agreed(): Promise<number> {
  const id = await make({ facts: { expiry: endOf(2) } })
  await counsel.put(`/v2/contracts/${id}/noticePeriod`, { amount: 3, unit: 'Months' })
  await counsel.put(`/v2/contracts/${id}/renewal`, { amount: 1, unit: 'Years' })
  return id
}

/** What the record, its key dates, its renewal and the lists say. */
async function datesOf(id: number) {
  const path = `/v2/contracts/${id}`
  const read = async <Body>(url: string) => (await counsel.get(url)).json<Body>()
  const { expiry } = await read<{ expiry: string }>(path)
  const { items } = await read<{ items: { name: string; date: string }[] }>(`${path}/keyDates`)
  const renewal = await read<{ renewedUntil: string }>(`${path}/renewal`)
  const day = expiry.slice(0, 10)
  const found = await read<{ items: { id: number }[] }>(
    `/v2/contracts?$filter=${encodeURIComponent(`Id eq ${id} and Expiry ge ${day} and Expiry le ${day}T23:59:59Z`)}`,
  )
  return {
    expiry: day,
    notice: items.find(({ name }) => name === 'Notice')?.date,
    renewedUntil: renewal.renewedUntil,
    listed: found.items.length,
  }
}

const inForce = async (id: number) => (await counsel.get(`/v2/contracts/${id}/inForce`)).json<object>()

test('an executed amendment moves expiry, notice, renewal and lists, and says where they come from [C-433]', async () => {
  const agreement = await agreed()
  const amendment = await make({ parent: agreement, facts: { expiry: endOf(4) } })
  const before = { expiry: endOf(2), notice: `${year() + 2}-09-30`, renewedUntil: endOf(3), listed: 1 }
  expect(await datesOf(agreement)).toEqual(before)
  // what is in force is known at once, and moved by the job
  const said = {
    expiry: { value: endOf(4), from: amendment },
    noticeDate: { value: `${year() + 4}-09-30`, from: amendment },
    renewedUntil: { value: endOf(5), from: amendment },
  }
  expect(await inForce(agreement)).toMatchObject({ ...said, ownExpiry: null })
  expect([await follow(), await follow()]).toEqual([1, 0])
  const moved = { expiry: endOf(4), notice: `${year() + 4}-09-30`, renewedUntil: endOf(5), listed: 1 }
  expect(await datesOf(agreement)).toEqual(moved)
  expect(await inForce(amendment)).toMatchObject({ ...said, ownExpiry: endOf(2) })
  const history = await counsel.get(`/v2/contracts/${agreement}/history`)
  expect(history.body).toContain('contract.expiry.amended')
  expect((await eventsOf(parts.app, owner.organisationId)).map(([name]) => name)).toContain(
    'contract.expiry.amended',
  )
})

test('it goes back when the amendment is voided or deleted, whichever came first [C-434]', async () => {
  const agreement = await agreed()
  const first = await make({ parent: agreement, facts: { expiry: endOf(4) } })
  await follow()
  const second = await make({ parent: first, facts: { expiry: endOf(6) } })
  await follow()
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(6) })
  expect((await counsel.patch(`/v2/contracts/${first}`, { status: 'Void' })).statusCode).toBe(204)
  await follow()
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(6), notice: `${year() + 6}-09-30` })
  expect((await counsel.patch(`/v2/contracts/${second}`, { status: 'Void' })).statusCode).toBe(204)
  expect([await follow(), await follow()]).toEqual([1, 0])
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(2), notice: `${year() + 2}-09-30` })
  expect(await inForce(agreement)).toMatchObject({
    expiry: { value: endOf(2), from: agreement },
    ownExpiry: null,
  })
})

test('one that takes effect later counts from its day on; drafts and other contracts below never do [C-433]', async () => {
  const agreement = await agreed()
  const day = `${year() + 1}-06-01`
  await make({ parent: agreement, facts: { expiry: endOf(4), effectiveDate: day } })
  await make({ parent: agreement, facts: { expiry: endOf(7) }, status: 'Signing' })
  const work = await make({ facts: { expiry: endOf(9) } })
  expect((await counsel.put(`/v2/contracts/${work}/parent`, { id: agreement })).statusCode).toBe(204)
  expect(await follow()).toBe(0)
  const days = (Date.parse(`${day}T12:00:00Z`) - parts.app.clock.now().getTime()) / 86_400_000
  parts.clock.advance({ days })
  expect(await follow()).toBe(1)
  counsel = await callerFor(parts, owner)
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(3) })
})

test('a renewal starts from the expiry that was amended, and is not undone by the amendment [C-434]', async () => {
  const agreement = await agreed()
  const amendment = await make({ parent: agreement, facts: { expiry: endOf(4) } })
  await follow()
  const decision = { decision: 'Renew', expiry: endOf(4) }
  const renewed = await counsel.post(`/v2/contracts/${agreement}/renewal/decisions`, decision)
  expect(renewed.statusCode, renewed.body).toBe(200)
  expect(await follow()).toBe(0)
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(5) })
  expect(await inForce(agreement)).toMatchObject({ expiry: { value: endOf(5), from: agreement } })
  expect((await counsel.patch(`/v2/contracts/${amendment}`, { status: 'Void' })).statusCode).toBe(204)
  expect(await follow()).toBe(0)
  expect(await datesOf(agreement)).toMatchObject({ expiry: endOf(5) })
})
