// v2 of people: what is shown, to whom, and every filter and order compared with a plain evaluation.
import { expect, test } from 'vitest'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { createOrganisation, createTeam, createUser, linkFirm } from '../../../../test/factories.ts'
import { allOfV2, expectOrders, expectPlainEvaluation } from '../../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'
import type { Filter } from '../../../platform/lists/list-query.ts'
import { listVisiblePeople, peopleListing } from '../list-people.ts'
import { userCollections, userProperties } from './users.wire.ts'

const parts = useTestApp()

const change = (id: string, values: object) =>
  internalTransaction(parts.app, (tx) => tx.updateTable('users').set(values).where('id', '=', id).execute())

async function department(organisationId: number, name: string): Promise<number> {
  return internalTransaction(parts.app, async (tx, now) => {
    const { id } = await tx
      .insertInto('departments')
      .values({ organisation_id: organisationId, name, created_at: now, updated_at: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}

test('a person has all their properties, for everyone who may find them and for nobody else [V-20]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, role: 'Standard', firstName: 'Ana', lastName: 'Prior' })
  const person = await createUser(app, { organisationId, firstName: 'Bo', lastName: 'Lind' })
  const departmentId = await department(organisationId, 'Legal')
  await change(person.id, { job_title: 'Counsel', department_id: departmentId, created_by: me.id })
  const teamId = await createTeam(app, { organisationId, name: 'Disputes', members: [person] })
  const caller = await callerFor(parts, me)
  const whole = {
    id: person.id,
    email: person.email,
    firstName: 'Bo',
    lastName: 'Lind',
    organizationId: organisationId,
    jobTitle: 'Counsel',
    role: 'InhouseLegal',
    status: 'Active',
    customRole: null,
    department: { id: departmentId, name: 'Legal' },
    teams: [{ id: teamId, name: 'Disputes' }],
    created: { dateUtc: expect.stringMatching(/Z$/), userName: 'Ana Prior' },
  }
  expect((await caller.get(`/v2/users/${person.id.toUpperCase()}`)).json()).toEqual(whole)
  expect((await caller.get(`/v2/users?$filter=Id eq ${person.id}&$count=true`)).json()).toEqual({
    items: [whole],
    count: 1,
  })
  const outsider = await createUser(app, { organisationId: (await createOrganisation(app)).id })
  const asOutsider = await callerFor(parts, outsider)
  for (const id of [person.id, '7', 'x', '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10']) {
    expect((await asOutsider.get(`/v2/users/${id}`)).statusCode, id).toBe(404)
  }
})

test('the teams of a law firm are hidden from its customers [V-20]', async () => {
  const { app } = parts
  const [customer, firm] = [
    await createOrganisation(app),
    await createOrganisation(app, { type: 'ServiceProvider' }),
  ]
  await linkFirm(app, customer.id, firm.id)
  const lawyer = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  await createTeam(app, { organisationId: firm.id, name: 'Litigation', members: [lawyer] })
  const caller = await callerFor(parts, await createUser(app, { organisationId: customer.id }))
  expect((await caller.get(`/v2/users/${lawyer.id}`)).json()).toMatchObject({ teams: [] })
  for (const filter of ['Teams/any()', "Teams/any(t: t/name eq 'Litigation')"]) {
    expect((await caller.get(`/v2/users?$filter=${filter}`)).json()).toEqual({ items: [] })
  }
})

test('every property and operator of people and their teams filters and sorts like a plain evaluation [V-23]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const names = ['Ana', "O'Hara", '100%', 'under_score', 'back\\slash', 'Ünï', '日本', '🙂', 'ANA']
  const me = await createUser(app, { organisationId, role: 'Administrator' })
  const departments = [
    await department(organisationId, "it's Legal"),
    await department(organisationId, 'Ünï_%'),
  ]
  const statuses = ['Active', 'Invited', 'Disabled', 'LockedOut'] as const
  const people = [me]
  for (const [index, firstName] of [...names, ...names].entries()) {
    const status = statuses[index % 4] ?? 'Active'
    const lastName = names[(index * 4) % names.length] ?? ''
    const role = index % 3 === 0 ? 'Standard' : 'Contributor'
    const person = await createUser(app, { organisationId, firstName, lastName, status, role })
    people.push(person)
    await change(person.id, {
      job_title: index % 3 === 0 ? null : names[(index * 7) % names.length],
      department_id: departments[index % 3] ?? null,
      created_by: index % 2 === 0 ? me.id : null,
      created_at: new Date(Date.UTC(2026, 1, 26 + (index % 5), index % 2, 59, 59, 999)),
    })
  }
  await createTeam(app, { organisationId, name: "Team's_%", members: people.slice(0, 6) })
  await createTeam(app, { organisationId, name: 'ALPHA', members: people.slice(3, 12) })
  const caller = await callerFor(parts, me)
  const actor = await actorFor(app, me)
  const ids = (await allOfV2(caller, '/v2/users', { $select: 'id' })).map(({ id }) => id as string)
  const shown = await Promise.all(
    ids.map(async (id) => (await caller.get(`/v2/users/${id}`)).json<Record<string, unknown>>()),
  )
  expect(shown).toHaveLength(people.length)
  const list = {
    resource: {
      ...peopleListing(actor),
      properties: userProperties,
      collectionProperties: userCollections,
    },
    shown,
    find: (filter: Filter) =>
      listVisiblePeople(app, actor, { query: { filter, sort: [], skip: 0, take: 200 }, columns: ['id'] }),
    caller,
    path: '/v2/users',
  }
  await expectPlainEvaluation(list)
  await expectOrders(list)
})
