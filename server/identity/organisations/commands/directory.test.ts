// What belongs to an organisation: departments, regions, financial settings, features, and the profiles of its people.
import { beforeEach, describe, expect, test } from 'vitest'
import { createOrganisation, createUser, type TestUser } from '../../../../test/factories.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { setFeature } from '../../features/commands/set-feature.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { updateProfile } from '../../users/commands/update-profile.ts'
import { createDepartment } from './create-department.ts'
import { createRegion } from './create-region.ts'
import { deleteDepartment } from './delete-department.ts'
import { setFinancialSettings } from './set-financial-settings.ts'

const tested = useTestApp()
const operator = systemActor('operator')
let organisationId: number
let person: TestUser
let caller: Caller
beforeEach(async () => {
  organisationId = (await createOrganisation(tested.app)).id
  person = await createUser(tested.app, { organisationId })
  caller = await callerFor(tested, person)
})

describe('departments', () => {
  const department = (name: string, parentId?: number) =>
    createDepartment(tested.app, operator, {
      organisationId,
      name,
      ...(parentId === undefined ? {} : { parentId }),
    })
  const list = async () =>
    (await caller.get(`/account-apis/v1/organisations/${organisationId}/departments`)).json<
      readonly { id: number; name: string; parentId: number | null; deletedDateUtc: string | null }[]
    >()

  test('form a tree, in which a name may occur under several parents [O-15]', async () => {
    const sales = await department('Sales')
    const north = await department('North', sales)
    const alone = await department('North')
    expect(await list()).toEqual([
      { id: north, name: 'North', parentId: sales, deletedDateUtc: null },
      { id: alone, name: 'North', parentId: null, deletedDateUtc: null },
      { id: sales, name: 'Sales', parentId: null, deletedDateUtc: null },
    ])
  })

  test('are rejected without a name, twice under one parent, and under a parent that does not exist', async () => {
    await department('Sales')
    const foreign = await createDepartment(tested.app, operator, {
      organisationId: (await createOrganisation(tested.app)).id,
      name: 'Elsewhere',
    })
    const before = await list()
    await expect(department(' ')).rejects.toThrow('needs a name')
    await expect(department('SALES')).rejects.toThrow('already a department "SALES"')
    await expect(department('North', foreign)).rejects.toThrow('parentId must be the id')
    expect(await list()).toEqual(before)
  })

  test('are deleted from the bottom up, and still shown [O-15]', async () => {
    const sales = await department('Sales')
    const north = await department('North', sales)
    const remove = (id: number) => deleteDepartment(tested.app, operator, { organisationId, id })
    await expect(remove(sales)).rejects.toThrow('has a subdepartment "North"')
    await remove(north)
    await remove(sales)
    await expect(remove(sales)).rejects.toMatchObject({ code: 'not_found' })
    expect((await list()).map(({ name, deletedDateUtc }) => [name, deletedDateUtc !== null])).toEqual([
      ['North', true],
      ['Sales', true],
    ])
    expect(await department('Sales')).toBeGreaterThan(sales)
  })
})

test('regions have unique names', async () => {
  const id = await createRegion(tested.app, operator, { organisationId, name: ' Pacific ' })
  await expect(createRegion(tested.app, operator, { organisationId, name: 'pacific' })).rejects.toThrow(
    'already a region',
  )
  await expect(createRegion(tested.app, operator, { organisationId, name: '' })).rejects.toThrow(
    'needs a name',
  )
  const answer = await caller.get(`/account-apis/v1/organisations/${organisationId}/regions`)
  expect(answer.json()).toEqual([{ id, name: 'Pacific' }])
})

test('financial settings are set together, and invalid ones change nothing [O-5]', async () => {
  const settings = {
    organisationId,
    yearEndDay: 30,
    yearEndMonth: 6,
    accountsPayableContacts: 'payables@people.example',
    currency: 'NZD',
  }
  const set = (changes: object) => setFinancialSettings(tested.app, operator, { ...settings, ...changes })
  await set({})
  await expect((async () => set({ yearEndDay: 31 }))()).rejects.toThrow(
    'yearEndDay must be a day from 1 to 30',
  )
  await expect((async () => set({ yearEndMonth: 13 }))()).rejects.toThrow('yearEndMonth')
  await expect((async () => set({ currency: 'dollars' }))()).rejects.toThrow('is not a currency')
  const answer = await caller.get('/account-apis/v1/organisations/financialsettings')
  expect(answer.json()).toEqual({
    id: organisationId,
    yearEndDay: 30,
    yearEndMonth: 6,
    accountsPayableContacts: 'payables@people.example',
    currency: 'NZD',
    currencyName: 'New Zealand Dollar',
    currencySymbol: '$',
  })
})

test('a feature is switched on and off [O-6]', async () => {
  const ask = async () => (await caller.get('/account-apis/v1/features/tasks')).json<{ isEnabled: boolean }>()
  const set = (enabled: boolean) =>
    setFeature(tested.app, operator, { organisationId, code: 'Tasks', enabled })
  expect(await ask()).toEqual({ isEnabled: true, featureCode: 'TASKS' })
  await set(false)
  expect(await ask()).toEqual({ isEnabled: false, featureCode: 'TASKS' })
  await set(true)
  expect(await ask()).toEqual({ isEnabled: true, featureCode: 'TASKS' })
  expect(() => setFeature(tested.app, operator, { organisationId, code: 'nothing', enabled: true })).toThrow(
    expect.objectContaining({ code: 'not_found' }),
  )
})

test('a profile is updated with given properties, and cleared by null [O-16]', async () => {
  const departmentId = await createDepartment(tested.app, operator, { organisationId, name: 'Legal' })
  const profile = async () =>
    (await caller.get(`/account-apis/v1/users/${person.id}/profile`)).json<Record<string, unknown>>()
  await updateProfile(tested.app, operator, person.id, {
    jobTitle: 'Counsel',
    hourlyRate: 312.5,
    departmentId,
    specialityIds: [3, 8],
    biography: 'Reads leases.',
    linkedInUrl: 'https://people.example/robin',
  })
  await updateProfile(tested.app, operator, person.id, { biography: null, mobilePhone: '+64 21 555 0100' })
  expect(await profile()).toMatchObject({
    jobTitle: 'Counsel',
    hourlyRate: 312.5,
    departmentId,
    departmentName: 'Legal',
    specialityIds: [3, 8],
    biography: null,
    mobilePhone: '+64 21 555 0100',
    linkedInUrl: 'https://people.example/robin',
  })
  const before = await profile()
  const change = async (changes: object) => updateProfile(tested.app, operator, person.id, changes)
  await expect(change({ hourlyRate: -1 })).rejects.toThrow('hourlyRate')
  await expect(change({ departmentId: departmentId + 1 })).rejects.toThrow('departmentId must be')
  await expect(change({ linkedInUrl: 'javascript:alert(1)' })).rejects.toThrow('linkedInUrl')
  expect(await profile()).toEqual(before)
})
