// v2 of links between customers and law firms: created by the customer, or offered by one side and accepted by the
// other.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const tested = useTestApp()

interface Side {
  readonly organisationId: number
  readonly administrator: TestUser
  readonly caller: Caller
}

async function side(type: 'Customer' | 'ServiceProvider'): Promise<Side> {
  const { id: organisationId } = await createOrganisation(tested.app, { type })
  const administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  return { organisationId, administrator, caller: await callerFor(tested, administrator) }
}

let customer: Side
let firm: Side
beforeEach(async () => {
  customer = await side('Customer')
  firm = await side('ServiceProvider')
})

const mailsTo = async (organisationId: number, email: string) =>
  tested.app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .where('recipient', '=', email)
    .select('subject')
    .execute()
const offer = async (from: Side, to: Side) => {
  const answer = await from.caller.post('/v2/organizationLinkOffers', { email: to.administrator.email })
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json<{ id: number }>().id
}
const linked = async ({ caller }: Side) =>
  (await caller.get('/v2/organizationLinks'))
    .json<{ items: { organization: { id: number } }[] }>()
    .items.map(({ organization }) => organization.id)

describe.each(['customer', 'firm'] as const)('an offer of the %s', (who) => {
  const sides = () => (who === 'customer' ? ([customer, firm] as const) : ([firm, customer] as const))

  test('is mailed to the address, accepted there, and links the two [O-28]', async () => {
    const [from, to] = sides()
    const id = await offer(from, to)
    expect(await mailsTo(from.organisationId, to.administrator.email)).toHaveLength(1)
    expect(await linked(from)).toEqual([])
    expect((await from.caller.get('/v2/organizationLinkOffers')).json()).toMatchObject({
      items: [{ id, direction: 'Sent', email: to.administrator.email }],
    })
    expect((await to.caller.get('/v2/organizationLinkOffers')).json()).toMatchObject({
      items: [{ id, direction: 'Received', organization: { id: from.organisationId } }],
    })
    expect((await from.caller.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(403)
    expect((await to.caller.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(204)
    expect(await linked(from)).toEqual([to.organisationId])
    expect(await linked(to)).toEqual([from.organisationId])
    expect((await to.caller.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(404)
  })

  test('is withdrawn, declined, or expires [O-28]', async () => {
    const [from, to] = sides()
    for (const each of [from, to]) {
      const id = await offer(from, to)
      expect((await each.caller.delete(`/v2/organizationLinkOffers/${id}`)).statusCode).toBe(204)
      expect((await to.caller.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(404)
    }
    const id = await offer(from, to)
    tested.clock.advance({ days: 31 })
    const later = await callerFor(tested, to.administrator)
    expect((await later.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(404)
    expect(await linked({ ...to, caller: later })).toEqual([])
  })
})

test('an offer does not reveal whether the address belongs to anybody, and only one can be open [O-28]', async () => {
  const nobody = await customer.caller.post('/v2/organizationLinkOffers', { email: 'nobody@nowhere.example' })
  const somebody = await customer.caller.post('/v2/organizationLinkOffers', {
    email: firm.administrator.email,
  })
  expect([nobody.statusCode, somebody.statusCode]).toEqual([201, 201])
  const again = await customer.caller.post('/v2/organizationLinkOffers', { email: 'NOBODY@nowhere.example' })
  expect(again.statusCode).toBe(409)
  expect((await customer.caller.post('/v2/organizationLinkOffers', { email: 'x' })).statusCode).toBe(400)
})

test('people who are not administrators, or of the same type, find nothing to accept [O-29]', async () => {
  const other = await side('Customer')
  const id = await offer(customer, other)
  expect((await other.caller.get('/v2/organizationLinkOffers')).json()).toEqual({ items: [] })
  expect((await other.caller.post(`/v2/organizationLinkOffers/${id}/accept`)).statusCode).toBe(404)
})

test('either side can end a link; members stay on their records [O-30]', async () => {
  for (const from of ['customer', 'firm'] as const) {
    const id = await offer(customer, firm)
    await firm.caller.post(`/v2/organizationLinkOffers/${id}/accept`)
    const [ends, other] = from === 'customer' ? [customer, firm] : [firm, customer]
    const url = `/v2/organizationLinks/${other.organisationId}`
    expect((await ends.caller.delete(url)).statusCode).toBe(204)
    expect((await ends.caller.delete(url)).statusCode).toBe(404)
    expect(await linked(other)).toEqual([])
    const people = await customer.caller.get(
      `/account-apis/v1/users?filter.search=${firm.administrator.email}`,
    )
    expect(people.json()).toEqual([])
  }
})

test('a customer creates its law firm, whose administrator is invited; a firm cannot [O-31]', async () => {
  const email = `ana@${customer.organisationId}.example`
  const body = {
    name: 'Ashfield',
    timeZone: 'Pacific/Auckland',
    administrator: { email, firstName: 'Ana', lastName: 'Prior' },
  }
  expect((await firm.caller.post('/v2/organizations', body)).statusCode).toBe(403)
  const made = await customer.caller.post('/v2/organizations', body)
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  expect(await linked(customer)).toEqual([id])
  expect(await mailsTo(id, email)).toMatchObject([{ subject: 'You have been invited to Chancery' }])
  const people = await customer.caller.get(`/account-apis/v1/users?filter.search=${email}`)
  expect(people.json()).toMatchObject([{ email, organisationName: 'Ashfield' }])
  const organisations = () => tested.app.db.selectFrom('organisations').select('id').execute()
  const before = await organisations()
  expect((await customer.caller.post('/v2/organizations', body)).statusCode, 'the address is taken').toBe(409)
  expect(await organisations()).toEqual(before)
})
