// What is hidden from some of the people who may find a person: their rate, their rights, and matters that the caller
// may not see.
import { expect, test } from 'vitest'
import { createFirm, createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import { createMatter, insertMatter, matterWorld } from '../../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import { updateProfile } from '../commands/update-profile.ts'

const tested = useTestApp()
const operator = systemActor('operator')

interface Entry {
  readonly id: string
  readonly hourlyRate: number | null
  readonly liveMattersCount: number
}

/** What the caller is shown of the person: in v1's search and profile and in v2's profile. */
async function shownTo(caller: TestUser, person: TestUser) {
  const { get } = await callerFor(tested, caller)
  const [entry] = (await get(`/account-apis/v1/users?filter.search=${person.email}`)).json<Entry[]>()
  const profile = (await get(`/account-apis/v1/users/${person.id}/profile`)).json<Entry>()
  const inV2 = (await get(`/v2/users/${person.id}/profile`)).json<Entry>()
  return {
    rates: [entry?.hourlyRate, profile.hourlyRate, inV2.hourlyRate],
    liveMatters: entry?.liveMattersCount,
  }
}

async function bothSides() {
  const { id: organisationId } = await createOrganisation(tested.app)
  const { id: firmId } = await createFirm(tested.app, organisationId)
  const of = (role: 'Administrator' | 'InhouseLegal' | 'Standard', permissions?: 'ManageInvoices'[]) =>
    createUser(tested.app, { organisationId, role, ...(permissions ? { permissions } : {}) })
  const lawyer = await createUser(tested.app, {
    organisationId: firmId,
    role: 'MatterManager',
    permissions: ['ManageInvoices', 'CreateMatters'],
  })
  return { organisationId, firmId, of, lawyer }
}

test('an hourly rate is for the person, and for administrators and invoice managers of their organisation [P-50]', async () => {
  const { of, lawyer } = await bothSides()
  const counsel = await of('InhouseLegal')
  await updateProfile(tested.app, operator, counsel.id, { hourlyRate: 250 })
  await updateProfile(tested.app, operator, lawyer.id, { hourlyRate: 480 })
  const payer = await of('Standard', ['ManageInvoices'])
  const [administrator, clerk] = [await of('Administrator'), await of('Standard')]
  await insertMatter(tested.app, { owner: counsel, members: [lawyer, clerk] })
  for (const caller of [counsel, administrator, payer]) {
    expect((await shownTo(caller, counsel)).rates).toEqual([250, 250, 250])
  }
  for (const caller of [clerk, lawyer]) {
    expect((await shownTo(caller, counsel)).rates, caller.email).toEqual([null, null, null])
  }
  for (const caller of [administrator, payer, clerk]) {
    expect((await shownTo(caller, lawyer)).rates, 'of the other side').toEqual([null, null, null])
  }
  expect((await shownTo(lawyer, lawyer)).rates).toEqual([480, 480, 480])
})

test('the live matters of a person only count those that the caller may see [P-51]', async () => {
  const world = await matterWorld(tested)
  const { owner, organisationId } = world
  const clerk = await createUser(tested.app, { organisationId, role: 'Standard' })
  const administrator = await createUser(tested.app, { organisationId, groups: ['MatterAdministrators'] })
  await createMatter(world)
  await insertMatter(tested.app, { owner, members: [clerk] })
  await insertMatter(tested.app, { owner, values: { restricted: true } })
  expect((await shownTo(owner, owner)).liveMatters).toBe(3)
  expect((await shownTo(administrator, owner)).liveMatters).toBe(2)
  expect((await shownTo(clerk, owner)).liveMatters).toBe(1)
})

test('the rights of people of another organisation, and who added them, are hidden [P-51]', async () => {
  const { organisationId, lawyer, of } = await bothSides()
  const administrator = await of('Administrator')
  await internalTransaction(tested.app, async (tx) => {
    const added = { created_by: administrator.id }
    await tx.updateTable('users').set(added).where('id', 'in', [lawyer.id, administrator.id]).execute()
  })
  const { get } = await callerFor(tested, administrator)
  const found = await get('/account-apis/v1/users?filter.permission=CreateMatters')
  expect(found.json<Entry[]>().map(({ id }) => id)).toEqual([administrator.id])
  const created = async (person: TestUser) =>
    (await get(`/v2/users/${person.id}`)).json<{ created: { user?: unknown; name?: unknown } }>().created
  expect(JSON.stringify(await created(administrator))).toContain(administrator.name)
  expect(JSON.stringify(await created(lawyer))).not.toContain(administrator.name)
  expect(organisationId).not.toBe(lawyer.organisationId)
})
