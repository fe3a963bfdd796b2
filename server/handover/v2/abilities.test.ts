// What roles and people may do: the same as the calls allow, and where it comes from.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { recordRights, rightOf } from '../../records/rights/rights-table.ts'
import { rightToV2 } from '../../records/v2/rights.wire.ts'

const tested = useTestApp()
let organisationId: number
let administrator: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app)).id
  administrator = await createUser(tested.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(tested, administrator)
})

interface Records {
  readonly type: string
  readonly sees: readonly string[]
  readonly rights: readonly {
    readonly right: string
    readonly words: string
    readonly as: readonly string[]
    readonly because: readonly string[]
  }[]
}

const abilities = async (query: string) => {
  const answer = await caller.get(`/v2/abilities?${query}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{ records: readonly Records[] }>().records
}
const of = (records: readonly Records[], type: string) => records.find((each) => each.type === type)
const right = (records: readonly Records[], name: string, type = 'Matter') =>
  of(records, type)?.rights.find((each) => each.right === name)

test('a role may do what the table of rights says, by the part in the record [P-127]', async () => {
  const business = await abilities('role=Standard&permissions=CreateMatters')
  expect(of(business, 'Matter')?.sees).toEqual([])
  expect(right(business, 'contribute')).toMatchObject({ as: ['Member', 'Manager', 'Owner'], because: [] })
  expect(right(business, 'name')).toMatchObject({ words: 'the name', as: ['Manager', 'Owner'], because: [] })
  expect(right(business, 'hold')).toBeUndefined()
  expect(right(business, 'delete')).toBeUndefined()

  const lawyer = await abilities('role=InhouseLegal&permissions=ManageIntake,DeleteOwn')
  expect(of(lawyer, 'Matter')?.sees).toEqual(['Team', 'Intake'])
  expect(of(lawyer, 'Contract')?.sees).toEqual(['Team'])
  expect(right(lawyer, 'name')).toMatchObject({
    as: ['Reader', 'Intake', 'Member', 'Manager', 'Owner'],
    // without working in legal, they could still change what waits in the intake
    because: ['Role', 'ManageIntake'],
  })
  expect(right(lawyer, 'delete')?.because).toEqual(['Role', 'DeleteOwn'])
  expect(right(lawyer, 'approveInvoices')).toBeUndefined()

  const all = await abilities('role=Contributor&permissions=ManageInvoices&groups=MatterAdministrators')
  expect(of(all, 'Matter')?.sees).toEqual(['Everything'])
  expect(of(all, 'Contract')?.sees).toEqual(['Team'])
  expect(right(all, 'name')?.because).toEqual(['Role', 'MatterAdministrators'])
  expect(right(all, 'decideForApprovers', 'Contract')).toBeUndefined()
  expect(right(all, 'approveInvoices')?.because).toContain('ManageInvoices')

  const admin = await abilities('role=Administrator')
  expect(right(admin, 'hold')).toMatchObject({ because: ['Role'] })
  const known = recordRights.filter((name) => rightOf(name).kinds.includes('contract')).map(rightToV2)
  for (const { right: name } of of(admin, 'Contract')?.rights ?? []) expect(known).toContain(name)
})

test('people of a law firm may do on matters of clients what the table says of firms', async () => {
  const firm = await createOrganisation(tested.app, { type: 'ServiceProvider' })
  const theirs = await callerFor(
    tested,
    await createUser(tested.app, { organisationId: firm.id, role: 'Administrator' }),
  )
  const { records } = (await theirs.get('/v2/abilities?role=MatterManager')).json<{
    records: readonly Records[]
  }>()
  expect(of(records, 'Matter')?.sees).toEqual([])
  expect(right(records, 'name')).toBeUndefined()
  expect(right(records, 'changeTasks')?.as).toEqual(['Manager', 'Owner'])
  expect(right(records, 'createInvoices')?.because).toEqual(['Role'])
})

test('what is said of a person is what a matter allows them [P-127]', async () => {
  for (const role of ['Administrator', 'InhouseLegal', 'Standard', 'External'] as const) {
    const person = await createUser(tested.app, { organisationId, role })
    const own = await callerFor(tested, person)
    const matterId = await insertMatter(tested.app, { owner: administrator, members: [person] })
    const overview = await own.get(`/v2/matters/${matterId}/overview`)
    const { can } = overview.json<{ can: { rights: readonly string[] } }>()
    const { records } = (await own.get(`/v2/users/${person.id}/abilities`)).json<{
      records: readonly Records[]
    }>()
    const asMember = of(records, 'Matter')?.rights.filter(({ as }) => as.includes('Member')) ?? []
    const whileThere = asMember.filter(({ words }) => !/bin|nobody can open/.test(words))
    const names = (some: readonly string[]) => [...new Set(some)].filter((name) => name !== 'delete').sort()
    expect(names(whileThere.map((each) => each.right)), role).toEqual(names(can.rights))
  }
})

test('a person is told where each right comes from; colleagues are not [P-128]', async () => {
  const role = { name: 'Paralegal', role: 'Contributor', permissions: ['DeleteOwn'], groups: [] }
  const made = await caller.post('/v2/customRoles', { ...role, groups: ['ContractAdministrators'] })
  const { id } = made.json<{ id: number }>()
  const ana = await createUser(tested.app, { organisationId, role: 'Standard' })
  await caller.patch(`/v2/users/${ana.id}/rights`, { customRole: { id } })
  const origins = async (userId: string) =>
    (await caller.get(`/v2/users/${userId}/abilities`)).json<{ origins: unknown }>().origins
  const from = { from: 'CustomRole', name: 'Paralegal' }
  expect(await origins(ana.id)).toEqual([
    { right: 'Role', ...from },
    { right: 'DeleteOwn', ...from },
    { right: 'ContractAdministrators', ...from },
  ])
  const bo = await createUser(tested.app, { organisationId, role: 'Standard' })
  const given = { permissions: ['CreateMatters', 'DeleteAll'], groups: ['MatterAdministrators'] }
  await caller.patch(`/v2/users/${bo.id}/rights`, given)
  expect(await origins(bo.id)).toEqual([
    { right: 'Role', from: 'Person', name: null },
    { right: 'CreateMatters', from: 'Role', name: null },
    { right: 'DeleteAll', from: 'Person', name: null },
    { right: 'MatterAdministrators', from: 'Person', name: null },
  ])
  const own = await callerFor(tested, bo)
  expect((await own.get(`/v2/users/${bo.id}/abilities`)).statusCode).toBe(200)
  expect((await own.get(`/v2/users/${ana.id}/abilities`)).statusCode).toBe(403)
  expect((await own.get('/v2/abilities?role=Standard')).statusCode).toBe(403)
  for (const wrong of ['', 'role=King', 'role=Standard&permissions=Everything', 'role=Standard&groups=All'])
    expect((await caller.get(`/v2/abilities?${wrong}`)).statusCode, wrong).toBe(400)
})
