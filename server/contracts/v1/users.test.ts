import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

/** A contract with its owner, people who could join it and people who could not. */
async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { name: 'Ashfield', type: 'ServiceProvider' })
  const otherFirm = await createOrganisation(app, { type: 'ServiceProvider' })
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('organisation_links')
      .values({ customer_id: organisationId, provider_id: firm.id, created_at: now })
      .execute(),
  )
  const owner = await createUser(app, { organisationId, firstName: 'Ana', lastName: 'Prior' })
  const id = await insertContract(app, {
    owner,
    templateId: await createContractTemplate(app, { organisationId }),
  })
  return {
    id,
    organisationId,
    owner,
    lawyer: await createUser(app, { organisationId, firstName: 'Ben', lastName: 'Quill' }),
    business: await createUser(app, { organisationId, role: 'Standard' }),
    off: await createUser(app, { organisationId, status: 'Disabled' }),
    partner: await createUser(app, {
      organisationId: firm.id,
      role: 'MatterManager',
      firstName: 'Cy',
      lastName: 'Rowe',
    }),
    outsider: await createUser(app, { organisationId: otherFirm.id, role: 'MatterManager' }),
    users: `${contracts}/${id}/users`,
    caller: await callerFor(parts, owner),
  }
}

describe('the people on a contract', () => {
  test('are its owner at first and everybody added later; adding somebody twice raises no second event [C-70]', async () => {
    const { caller, users, lawyer, partner, id, organisationId } = await world()
    expect((await caller.post(users, { UserId: lawyer.id })).statusCode).toBe(204)
    expect(
      (await caller.post(users, { userId: lawyer.id.toUpperCase(), target: 'Contract' })).statusCode,
    ).toBe(204)
    expect((await caller.post(users, { userId: partner.id })).statusCode).toBe(204)
    const page = (await caller.get(users)).json<{ total: number; data: object[] }>()
    expect(page.total).toBe(3)
    expect(page.data).toMatchObject([
      { userFullName: 'Ana Prior' },
      { userFullName: 'Ben Quill', userInitials: 'BQ', userOrganisationId: organisationId },
      { userFullName: 'Cy Rowe', userOrganisationName: 'Ashfield' },
    ])
    const events = await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('subject_id', '=', id)
      .select('name')
      .execute()
    expect(events).toEqual([{ name: 'contract.member.added' }, { name: 'contract.member.added' }])
  })

  test('see it from then on, also from another organisation [C-71]', async () => {
    const { caller, users, partner, id } = await world()
    const them = await callerFor(parts, partner)
    expect((await them.get(`${contracts}/${id}`)).statusCode).toBe(404)
    await caller.post(users, { userId: partner.id })
    expect((await them.get(`${contracts}/${id}`)).json()).toMatchObject({ id, onContract: true })
  })

  test('can be given the contract as owners, when they are of its organisation [C-72]', async () => {
    const { caller, users, lawyer, partner, owner, id } = await world()
    const refused = await caller.post(users, { userId: partner.id, target: 'ContractOwner' })
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['userId'])
    expect((await caller.post(users, { userId: lawyer.id, target: 'ContractOwner' })).statusCode).toBe(204)
    expect((await caller.get(`${contracts}/${id}`)).json()).toMatchObject({ ownerId: lawyer.id })
    const members = (await caller.get(users))
      .json<{ data: { userId: string }[] }>()
      .data.map(({ userId }) => userId)
    expect(members).toEqual([owner.id, lawyer.id])
  })

  test('are neither disabled nor from organisations that have nothing to do with it [C-73]', async () => {
    const { caller, users, off, outsider } = await world()
    for (const userId of [off.id, outsider.id, '00000000-0000-4000-8000-000000000000', 'me']) {
      expect((await caller.post(users, { userId })).statusCode).toBe(400)
    }
    expect((await caller.post(users, {})).statusCode).toBe(400)
    expect((await caller.get(users)).json()).toMatchObject({ total: 1 })
  })

  test('may look but not add people when they only contribute [C-74]', async () => {
    const { caller, users, business, lawyer } = await world()
    await caller.post(users, { userId: business.id })
    const them = await callerFor(parts, business)
    expect((await them.get(users)).statusCode).toBe(200)
    expect((await them.post(users, { userId: lawyer.id })).statusCode).toBe(403)
    expect((await (await callerFor(parts, lawyer)).get(users)).statusCode).toBe(404)
  })

  test('can be filtered, sorted and paged [C-70]', async () => {
    const { caller, users, lawyer, partner, organisationId } = await world()
    for (const { id } of [lawyer, partner]) await caller.post(users, { userId: id })
    const names = async (query: string) => {
      const answer = await caller.get(`${users}?${query}`)
      expect(answer.statusCode, answer.body).toBe(200)
      const page = answer.json<{ total: number; data: { userLastname: string }[] }>()
      return [page.total, ...page.data.map(({ userLastname }) => userLastname)]
    }
    const filter = (field: string, operator: string, value: string) =>
      names(`filtering.field=${field}&filtering.operator=${operator}&filtering.value=${value}`)
    expect(await filter('userLastname', 'startswith', 'qu')).toEqual([1, 'Quill'])
    expect(await filter('userOrganisationId', 'neq', String(organisationId))).toEqual([1, 'Rowe'])
    expect(await filter('userId', 'eq', lawyer.id)).toEqual([1, 'Quill'])
    expect(await names('sorting.field=userFullName&sorting.direction=desc&take=2')).toEqual([
      3,
      'Rowe',
      'Quill',
    ])
    expect(await names('skip=2')).toEqual([3, 'Rowe'])
    expect((await caller.get(`${users}?sorting.field=passwordHash`)).statusCode).toBe(400)
  })
})
