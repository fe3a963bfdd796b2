import { expect, test } from 'vitest'
import { createTeam, createUser } from '../../test/factories.ts'
import { insertMatter, matterWorld, mattersPath as matters } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { callerFor } from '../../test/tokens.ts'

const parts = useTestApp()

async function world() {
  const here = await matterWorld(parts)
  const { owner, categoryId } = here
  const add = (name: string, options: Partial<Parameters<typeof insertMatter>[1]> = {}) => {
    parts.clock.advance({ minutes: 1 })
    return insertMatter(parts.app, {
      owner,
      categoryId,
      ...options,
      values: { name, ...options.values },
    })
  }
  const find = async (term: string, who = here.caller, more = '') => {
    const answer = await who.get(`${matters}/quickfind?term=${encodeURIComponent(term)}${more}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ id: number; matterNumber: string }[]>()
  }
  const ids = async (...how: Parameters<typeof find>) => (await find(...how)).map(({ id }) => id)
  return { ...here, add, find, ids }
}

test('shows what matters are known by', async () => {
  const { add, find, organisationId } = await world()
  const above = await add('Above')
  const references = { reference: 'CLM-1', manager_reference: 'AL/1', purchase_order_number: 'PO-1' }
  const id = await add('Cargo claim', { values: { ...references, parent_id: above } })
  const prefix = `LW${String(organisationId).padStart(4, '0')}`
  expect(await find('cargo')).toEqual([
    {
      id,
      matterNumber: `${prefix}-0002`,
      name: 'Cargo claim',
      organisationName: 'Harbour',
      reference: 'CLM-1',
      managerReference: 'AL/1',
      purchaseOrderNumber: 'PO-1',
      parentId: above,
      organisationId,
    },
  ])
})

test('finds by name, number, references, external id, id and organisation, with a mistake as well [M-22]', async () => {
  const { add, find, ids } = await world()
  const id = await add('Lease of the warehouse', {
    values: {
      external_id: 'ERP-99',
      reference: 'Quay/14',
      manager_reference: 'ASH-4471',
      purchase_order_number: 'PO-88012',
    },
  })
  const other = await add('Dismissal')
  const number = (await find('warehouse'))[0]?.matterNumber ?? ''
  const terms = [
    'ware',
    'warehuose',
    'erp-99',
    'ERP-9',
    'quay/14',
    'ash-4471',
    '88012',
    number,
    number.toLowerCase(),
  ]
  for (const term of [...terms, number.slice(2), number.replace('-0', '-')]) {
    expect(await ids(term), term).toEqual([id])
  }
  expect((await ids(String(other)))[0]).toBe(other)
  expect(await ids('2')).toContain(other)
  expect(await ids('harbour')).toEqual([other, id])
  expect(await ids('lease dismissal')).toEqual([])
})

test('finds only what the caller sees: theirs, their teams, intake, and all for matter administrators [M-23]', async () => {
  const { add, ids, organisationId } = await world()
  const { app } = parts
  const colleague = await createUser(app, { organisationId, role: 'Contributor' })
  const teamId = await createTeam(app, { organisationId, members: [colleague] })
  const theirs = await add('Zephyr one', { members: [colleague] })
  const teams = await add('Zephyr two', { values: { team_id: teamId } })
  const hidden = await add('Zephyr three')
  const waiting = await add('Zephyr four', { values: { in_intake: true, reference: 'four' } })
  const restricted = await add('Zephyr five', {
    values: { team_id: teamId, restricted: true, in_intake: true },
  })
  const intake = await createUser(app, { organisationId, role: 'Standard', permissions: ['ManageIntake'] })
  const administrator = await createUser(app, { organisationId, groups: ['MatterAdministrators'] })
  expect(await ids('zephyr', await callerFor(parts, colleague))).toEqual([teams, theirs])
  expect(await ids('zephyr', await callerFor(parts, intake))).toEqual([waiting])
  expect(await ids('four', await callerFor(parts, intake))).toEqual([waiting])
  const all = await ids('zephyr', await callerFor(parts, administrator), '&includeRestricted=true')
  expect(all).toEqual([waiting, hidden, teams, theirs])
  expect(all).not.toContain(restricted)
})

test('leaves restricted ones out unless they are asked for [M-23]', async () => {
  const { add, ids, caller } = await world()
  const open = await add('Settlement with Arbour')
  const restricted = await add('Settlement with Zephyr', { values: { restricted: true } })
  expect(await ids('settlement')).toEqual([open])
  expect(await ids('settlement', caller, '&includeRestricted=true')).toEqual([restricted, open])
  expect(await ids('')).toEqual([open])
})

test('takes from 1 to 1000, and words of 255 letters [M-22]', async () => {
  const { add, ids, caller } = await world()
  await add('Settlement one')
  const last = await add('Settlement two')
  expect(await ids('settlement', caller, '&take=1')).toEqual([last])
  for (const query of ['take=0', 'take=1001', 'includeRestricted=maybe', `term=${'x'.repeat(256)}`]) {
    expect((await caller.get(`${matters}/quickfind?${query}`)).statusCode, query).toBe(400)
  }
})
