import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()
const account = '/account-apis/v1'

/** A customer with departments and regions, a firm linked to it, and a customer that shares nothing. */
async function world() {
  const { app } = parts
  const customer = await createOrganisation(app, { name: 'Harbour' })
  const firm = await createOrganisation(app, { name: 'Ashfield', type: 'ServiceProvider' })
  const unrelated = await createOrganisation(app, { name: 'Meridian' })
  await internalTransaction(app, async (tx, now) => {
    await tx
      .insertInto('organisation_links')
      .values({ customer_id: customer.id, provider_id: firm.id, created_at: now })
      .execute()
    const base = { organisation_id: customer.id, created_at: now, updated_at: now }
    const { id: parent } = await tx
      .insertInto('departments')
      .values({ ...base, name: 'Operations' })
      .returning('id')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('departments')
      .values({ ...base, name: 'Cranes', parent_id: parent })
      .execute()
    await tx
      .insertInto('departments')
      .values({ ...base, name: 'Whaling', deleted_at: now })
      .execute()
    await tx
      .insertInto('regions')
      .values([
        { ...base, name: 'South' },
        { ...base, name: 'North' },
      ])
      .execute()
    await tx
      .insertInto('regions')
      .values({ ...base, name: 'Gone', deleted_at: now })
      .execute()
  })
  return {
    customer,
    firm,
    lawyer: await createUser(app, { organisationId: customer.id }),
    partner: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    outsider: await createUser(app, { organisationId: unrelated.id, role: 'Administrator' }),
  }
}

describe('the organisations of a person', () => {
  test('are their own and those linked to it, seen from both sides [O-1]', async () => {
    const { lawyer, partner, outsider, customer, firm } = await world()
    const both = [
      { id: firm.id, name: 'Ashfield' },
      { id: customer.id, name: 'Harbour' },
    ]
    expect((await (await callerFor(parts, lawyer)).get(`${account}/organisations`)).json()).toEqual(both)
    expect((await (await callerFor(parts, partner)).get(`${account}/organisations`)).json()).toEqual(both)
    expect((await (await callerFor(parts, outsider)).get(`${account}/organisations`)).json()).toMatchObject([
      { name: 'Meridian' },
    ])
  })

  test('have departments as a tree, deleted ones marked, and regions [O-2, O-3]', async () => {
    const { lawyer, partner, outsider, customer } = await world()
    const departments = `${account}/organisations/${customer.id}/departments`
    const regions = `${account}/organisations/${customer.id}/regions`
    for (const person of [lawyer, partner]) {
      const caller = await callerFor(parts, person)
      const tree = (await caller.get(departments)).json<{ id: number; name: string }[]>()
      const operations = tree.find(({ name }) => name === 'Operations')
      expect(tree).toEqual([
        { id: expect.any(Number), name: 'Cranes', parentId: operations?.id, deletedDateUtc: null },
        { id: operations?.id, name: 'Operations', parentId: null, deletedDateUtc: null },
        {
          id: expect.any(Number),
          name: 'Whaling',
          parentId: null,
          deletedDateUtc: '2026-03-02T09:00:00.000',
        },
      ])
      expect((await caller.get(regions)).json()).toMatchObject([{ name: 'North' }, { name: 'South' }])
    }
    const asOutsider = await callerFor(parts, outsider)
    expect((await asOutsider.get(departments)).statusCode).toBe(404)
    expect((await asOutsider.get(regions)).statusCode).toBe(404)
    expect((await asOutsider.get(`${account}/organisations/abc/regions`)).statusCode).toBe(404)
  })

  test('are clients to a firm, and their own client to a legal department [O-4]', async () => {
    const { lawyer, partner, customer } = await world()
    const client = { id: customer.id, name: 'Harbour', type: 'Customer' }
    expect((await (await callerFor(parts, lawyer)).get(`${account}/organisations/clients`)).json()).toEqual([
      { ...client, permissions: [1, 2, 3, 6] },
    ])
    expect((await (await callerFor(parts, partner)).get(`${account}/organisations/clients`)).json()).toEqual([
      { ...client, permissions: [6] },
    ])
  })

  test('have financial settings: the default until they set their own [O-5]', async () => {
    const { lawyer, customer } = await world()
    const caller = await callerFor(parts, lawyer)
    const settings = () => caller.get(`${account}/organisations/financialsettings`)
    const base = { id: customer.id, currency: 'USD', currencyName: 'US Dollar', currencySymbol: '$' }
    expect((await settings()).json()).toEqual({
      ...base,
      yearEndDay: 31,
      yearEndMonth: 12,
      accountsPayableContacts: null,
    })
    await internalTransaction(parts.app, (tx, now) =>
      tx
        .insertInto('financial_settings')
        .values({
          organisation_id: customer.id,
          year_end_day: 31,
          year_end_month: 3,
          accounts_payable_contacts: 'ap@harbour.example',
          updated_at: now,
        })
        .execute(),
    )
    expect((await settings()).json()).toEqual({
      ...base,
      yearEndDay: 31,
      yearEndMonth: 3,
      accountsPayableContacts: 'ap@harbour.example',
    })
  })

  test('have features: as switched, otherwise the default; an unknown code is 404 [O-6]', async () => {
    const { lawyer, outsider, customer } = await world()
    await internalTransaction(parts.app, (tx, now) =>
      tx
        .insertInto('organisation_features')
        .values({ organisation_id: customer.id, code: 'TASKS', enabled: false, updated_at: now })
        .execute(),
    )
    const caller = await callerFor(parts, lawyer)
    expect((await caller.get(`${account}/features/tasks`)).json()).toEqual({
      isEnabled: false,
      featureCode: 'TASKS',
    })
    expect((await caller.get(`${account}/features/CONTRACTS`)).json()).toEqual({
      isEnabled: true,
      featureCode: 'CONTRACTS',
    })
    expect((await (await callerFor(parts, outsider)).get(`${account}/features/TASKS`)).json()).toMatchObject({
      isEnabled: true,
    })
    expect((await caller.get(`${account}/features/NOPE`)).statusCode).toBe(404)
  })
})

describe('the directory', () => {
  test('finds own people, firms that work for us and people we share a record with, and nobody else [O-7]', async () => {
    const { lawyer, partner, outsider } = await world()
    const ids = async (user: TestUser) => {
      const people = (await (await callerFor(parts, user)).get(`${account}/users`)).json<{ id: string }[]>()
      return people.map(({ id }) => id).sort()
    }
    expect(await ids(lawyer)).toEqual([lawyer.id, partner.id].sort())
    expect(await ids(partner)).toEqual([partner.id])
    expect(await ids(outsider)).toEqual([outsider.id])
  })

  test('searches by words of names and parts of addresses, permission, status and organisation [O-8]', async () => {
    const { app } = parts
    const { customer, firm, partner } = await world()
    const ana = await createUser(app, {
      organisationId: customer.id,
      firstName: 'Ana',
      lastName: 'Prior-Quinn',
    })
    const off = await createUser(app, {
      organisationId: customer.id,
      firstName: 'Ana',
      lastName: 'Gone',
      status: 'Disabled',
    })
    const invited = await createUser(app, {
      organisationId: customer.id,
      firstName: 'Ana',
      lastName: 'Soon',
      status: 'Invited',
      role: 'Standard',
    })
    const caller = await callerFor(parts, ana)
    const found = async (query: string) => {
      const answer = await caller.get(`${account}/users?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      return answer.json<{ id: string }[]>().map(({ id }) => id)
    }
    expect(await found('filter.search=ana')).toEqual([off.id, ana.id, invited.id])
    expect(await found('filter.search=pri+AN')).toEqual([ana.id])
    expect(await found('filter.search=%25')).toEqual([])
    expect(await found('filter.search=ana&filter.activeusersonly=true')).toEqual([ana.id])
    expect(await found('filter.search=ana&filter.activeandinvitedusersonly=true')).toEqual([
      ana.id,
      invited.id,
    ])
    expect(await found('filter.search=ana&filter.permission=ContractCreator')).toEqual([off.id, ana.id])
    expect(await found(`filter.primaryorganisationid=${firm.id}`)).toEqual([partner.id])
    expect((await caller.get(`${account}/users?filter.permission=Fly`)).statusCode).toBe(400)
  })

  test('shows a full profile to those who may find the person [O-9]', async () => {
    const { app } = parts
    const { lawyer, outsider, customer } = await world()
    const { id: department } = await app.db
      .selectFrom('departments')
      .where('organisation_id', '=', customer.id)
      .where('name', '=', 'Cranes')
      .select('id')
      .executeTakeFirstOrThrow()
    await internalTransaction(app, (tx) =>
      tx
        .updateTable('users')
        .set({
          department_id: department,
          job_title: 'Counsel',
          direct_phone: '+64 9 555 0100',
          biography: 'Ships.',
          speciality_ids: [3, 9],
          hourly_rate: '410.50',
          linkedin_url: 'https://people.example/rm',
        })
        .where('id', '=', lawyer.id)
        .execute(),
    )
    const profile = `${account}/users/${lawyer.id}/profile`
    expect((await (await callerFor(parts, lawyer)).get(profile)).json()).toEqual({
      id: lawyer.id,
      firstName: 'Robin',
      lastName: 'Marsh',
      email: lawyer.email,
      mobilePhone: null,
      directPhone: '+64 9 555 0100',
      jobTitle: 'Counsel',
      departmentId: department,
      specialityIds: [3, 9],
      biography: 'Ships.',
      hourlyRate: 410.5,
      linkedInUrl: 'https://people.example/rm',
      organisationId: customer.id,
      organisationName: 'Harbour',
      organisationType: 'Customer',
      role: 'InhouseLegal',
      departmentName: 'Cranes',
      hasPicture: false,
      pictureCacheId: 0,
      invitationSentUtc: null,
      status: 'Active',
    })
    const asOutsider = await callerFor(parts, outsider)
    expect((await asOutsider.get(profile)).statusCode).toBe(404)
    expect((await asOutsider.get(`${account}/users/not-an-id/profile`)).statusCode).toBe(404)
  })

  test('lists the teams of the organisation, or only those that records can be assigned to [O-10]', async () => {
    const { app } = parts
    const { lawyer, outsider, customer } = await world()
    const teamId = await createTeam(app, { organisationId: customer.id, name: 'Contracts' })
    const social = await createTeam(app, { organisationId: customer.id, name: 'Book club' })
    await internalTransaction(app, (tx) =>
      tx
        .updateTable('teams')
        .set({ allow_assignment: false })
        .where('organisation_id', '=', customer.id)
        .where('id', '=', social)
        .execute(),
    )
    const caller = await callerFor(parts, lawyer)
    const contracts = { id: teamId, name: 'Contracts' }
    expect((await caller.get(`${account}/teams`)).json()).toEqual([
      { id: social, name: 'Book club' },
      contracts,
    ])
    expect((await caller.get(`${account}/teams?allowAssigment=true`)).json()).toEqual([contracts])
    expect((await (await callerFor(parts, outsider)).get(`${account}/teams`)).json()).toEqual([])
  })
})
