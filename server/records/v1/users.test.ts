// v1 of the people on records: joining, becoming its owner or manager, and the list of them.
import { describe, expect, test } from 'vitest'
import { mailsTo } from '../../../test/fixtures/mails.ts'
import { createFirm, createUser } from '../../../test/factories.ts'
import { type TestKind, eventsOf, kindsOf, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

const kinds = kindsOf(parts)

/** A record with its owner, and people who could join it. */
async function world(of: TestKind, values: object = {}) {
  const { v1, member } = of
  const { app } = parts
  const here = await worldOf(parts, of)
  const { organisationId, caller } = here
  const firm = await createFirm(app, organisationId, 'Ashfield')
  const id = await here.insert(values)
  const users = `${v1}/${id}/users`
  const namesOf = async (query = '') => {
    const answer = await caller.get(`${users}?${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    const page = answer.json<{ total: number; data: { userLastname: string }[] }>()
    return [page.total, ...page.data.map(({ userLastname }) => userLastname)]
  }
  return {
    ...here,
    id,
    users,
    lawyer: await createUser(app, { organisationId, firstName: 'Ben', lastName: 'Quill' }),
    partner: await createUser(app, {
      organisationId: firm.id,
      role: 'MatterManager',
      firstName: 'Cy',
      lastName: 'Rowe',
    }),
    namesOf,
    details: async () => (await caller.get(`${v1}/${id}`)).json<object>(),
    assign: async (body: object) => (await caller.post(users, { target: member.target, ...body })).statusCode,
  }
}

describe.each(kinds)('the people on a $one', (of) => {
  const { one, v1, member } = of
  const isMatter = one === 'matter'

  test('are its owner at first and everybody added later; adding somebody twice raises no second event [C-70, M-70]', async () => {
    const { caller, users, assign, lawyer, partner, id, organisationId } = await world(of)
    const first = { UserId: lawyer.id, ...(isMatter && { Target: member.target }) }
    expect((await caller.post(users, first)).statusCode).toBe(member.answer)
    expect(await assign({ userId: lawyer.id.toUpperCase() })).toBe(member.answer)
    expect(await assign({ userId: partner.id })).toBe(member.answer)
    const page = (await caller.get(users)).json<{ total: number; data: object[] }>()
    expect(page.total).toBe(3)
    expect(page.data).toMatchObject([
      { userFullName: 'Ana Prior', ...(isMatter && { permissions: [1, 2, 3, 6] }) },
      {
        userFullName: 'Ben Quill',
        userInitials: 'BQ',
        userOrganisationId: organisationId,
        ...(isMatter && { isDelegateOwner: false, isDelegateManager: false }),
      },
      {
        userFullName: 'Cy Rowe',
        userOrganisationName: 'Ashfield',
        ...(isMatter && { permissions: [6] }),
      },
    ])
    const events = await eventsOf(parts, organisationId, id, one)
    expect(events.map(({ name }) => name)).toEqual([`${one}.member.added`, `${one}.member.added`])
  })

  test('see it from then on, also from another organisation [C-71, M-71]', async () => {
    const { assign, partner, id, organisationId } = await world(of)
    const them = await callerFor(parts, partner)
    expect((await them.get(`${v1}/${id}`)).statusCode).toBe(404)
    await assign({ userId: partner.id })
    const seen = isMatter ? { organisationName: 'Harbour' } : { onContract: true }
    expect((await them.get(`${v1}/${id}`)).json()).toMatchObject({ id, ...seen })
    const personal = (await them.get(v1)).json<object>()
    expect(personal).toMatchObject({ total: 1, data: [{ id, ...(isMatter && { organisationId }) }] })
  })

  test('are given it as owners, when they are of its organisation [C-72, M-72]', async () => {
    const { caller, users, assign, details, namesOf, lawyer, partner, topics, id } = await world(of)
    const target = `${member.target}Owner`
    const refused = await caller.post(users, { userId: partner.id, target })
    expect(refused.statusCode).toBe(400)
    expect(Object.keys(refused.json<{ errors: object }>().errors)).toEqual(['userId'])
    expect(await assign({ userId: lawyer.id, target })).toBe(member.answer)
    expect(of.ownerIn(await details())).toBe(lawyer.id)
    expect(await namesOf()).toEqual([2, 'Prior', 'Quill'])
    expect(await topics(id)).toEqual([`${one}.updated`])
  })

  test('are neither disabled nor from organisations that have nothing to do with it [C-73, M-74]', async () => {
    const { organisationId, assign, caller, users, namesOf, lawyer } = await world(of)
    const { app } = parts
    const off = await createUser(app, { organisationId, status: 'Disabled' })
    const outsider = (await worldOf(parts, of)).owner
    const targets = ['', 'Owner', ...(isMatter ? ['Manager'] : [])]
    for (const userId of [off.id, outsider.id, '00000000-0000-4000-8000-000000000000', 'me']) {
      for (const as of targets) {
        const body = { userId, target: `${member.target}${as}`, ...(isMatter && { note: 'x' }) }
        expect(await assign(body)).toBe(400)
      }
    }
    for (const body of [
      {},
      { userId: lawyer.id, target: 'Boss' },
      ...(one === 'matter'
        ? [{ userId: lawyer.id }, { userId: lawyer.id, target: 'Matter', note: 'x'.repeat(4_001) }]
        : []),
    ]) {
      expect((await caller.post(users, body)).statusCode).toBe(400)
    }
    expect(await namesOf()).toEqual([1, 'Prior'])
    expect(await mailsTo(app, { organisationId })).toEqual([])
  })

  test('look but add nobody when they only contribute [C-74]', async () => {
    const { assign, users, lawyer, organisationId } = await world(of)
    const business = await createUser(parts.app, { organisationId, role: 'Standard' })
    await assign({ userId: business.id })
    const them = await callerFor(parts, business)
    expect((await them.get(users)).statusCode).toBe(200)
    const added = await them.post(users, { userId: lawyer.id, target: member.target })
    expect(added.statusCode).toBe(403)
    expect((await (await callerFor(parts, lawyer)).get(users)).statusCode).toBe(404)
  })

  test('can be filtered, sorted and paged [C-70, M-70]', async () => {
    const { caller, assign, users, namesOf, lawyer, partner, organisationId } = await world(of)
    for (const { id: userId } of [lawyer, partner]) await assign({ userId })
    const filter = (field: string, operator: string, value: string) =>
      namesOf(`filtering.field=${field}&filtering.operator=${operator}&filtering.value=${value}`)
    expect(await filter('userLastname', 'startswith', 'qu')).toEqual([1, 'Quill'])
    expect(await filter('userOrganisationId', 'neq', String(organisationId))).toEqual([1, 'Rowe'])
    expect(await filter('userOrganisationName', 'eq', 'ashfield')).toEqual([1, 'Rowe'])
    expect(await filter('userId', 'eq', lawyer.id)).toEqual([1, 'Quill'])
    if (isMatter) expect(await filter('isDelegateManager', 'eq', 'true')).toEqual([0])
    const sorted = await namesOf('sorting.field=userFullName&sorting.direction=desc&take=2')
    expect(sorted).toEqual([3, 'Rowe', 'Quill'])
    expect(await namesOf('skip=2')).toEqual([3, 'Rowe'])
    for (const query of [
      'sorting.field=passwordHash',
      'filtering.field=permissions&filtering.operator=eq&filtering.value=1',
    ]) {
      expect((await caller.get(`${users}?${query}`)).statusCode).toBe(400)
    }
  })
})

describe('the people on a matter', () => {
  test('are its managers, who may be of a law firm [M-72]', async () => {
    const { assign, details, namesOf, partner, caller, id, topics } = await world(kinds[0], {
      in_intake: true,
    })
    expect(await assign({ userId: partner.id, target: 'MatterManager' })).toBe(200)
    expect(await details()).toMatchObject({
      manager: { userId: partner.id },
      managerOrganisationId: partner.organisationId,
    })
    expect(await namesOf()).toEqual([2, 'Prior', 'Rowe'])
    expect(await topics(id)).toEqual(['matter.updated'])
    expect((await caller.get(`${kinds[0].v1}?context=Intake`)).json()).toMatchObject({ total: 0 })
  })

  test('get the note that comes with it by mail, once each [M-73]', async () => {
    const { assign, partner, owner, organisationId, id } = await world(kinds[0])
    const sent = () => mailsTo(parts.app, { organisationId: partner.organisationId })
    await assign({ userId: partner.id, target: 'MatterManager', note: ' Please call Ana first. ' })
    expect(await sent()).toEqual([
      expect.objectContaining({
        recipient: partner.email,
        subject: expect.stringMatching(/^LW\d{4}-0001: /) as string,
        body: expect.stringContaining('Please call Ana first.') as string,
      }),
    ])
    const kept = await parts.app.db
      .selectFrom('matter_members')
      .where('organisation_id', '=', organisationId)
      .where('matter_id', '=', id)
      .where('user_id', '=', partner.id)
      .select(['note', 'added_by'])
      .executeTakeFirst()
    expect(kept).toEqual({ note: 'Please call Ana first.', added_by: owner.id })
    await assign({ userId: partner.id, note: null })
    expect(await sent()).toHaveLength(1)
  })
})
