// Groups of an identity provider: what membership gives, to whom it never does, and hostile patches.
import { describe, expect, test } from 'vitest'
import { createTeam, createUser } from '../../../../test/factories.ts'
import { createProvider, rightsOf, type ScimGroup } from '../../../../test/fixtures/provider.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { useTestApp } from '../../../../test/test-app.ts'

const parts = useTestApp()

describe('groups', () => {
  test('give a role, rights and a team, and take them back [A-165]', async () => {
    const { add, group, map, patch, call, organisationId } = await createProvider(parts)
    const [ann, bo] = [await add('ann'), await add('bo')]
    const teamId = await createTeam(parts.app, { organisationId })
    const counsel = await group('Counsel', ann.id)
    expect((await rightsOf(parts, ann.id)).role).toBe('Standard')
    const gives = { role: 'InhouseLegal', groups: ['MatterAdministrators'], team: { id: teamId } }
    expect((await map(counsel.id, gives)).statusCode).toBe(204)
    const teamMembers = async () =>
      (
        await parts.app.db
          .selectFrom('team_members')
          .where('organisation_id', '=', organisationId)
          .where('team_id', '=', teamId)
          .select('user_id')
          .execute()
      ).map(({ user_id: id }) => id)
    expect(await rightsOf(parts, ann.id)).toMatchObject({
      role: 'InhouseLegal',
      groups: ['MatterAdministrators'],
    })
    expect(await teamMembers()).toEqual([ann.id])
    const path = `/Groups/${counsel.id}`
    await patch(
      path,
      { op: 'add', path: 'members', value: [{ value: bo.id }] },
      { op: 'remove', path: `members[value eq "${ann.id}"]` },
    )
    expect((await call('GET', path)).json<ScimGroup>().members.map(({ value }) => value)).toEqual([bo.id])
    expect(await rightsOf(parts, ann.id)).toMatchObject({ role: 'Standard', groups: [] })
    expect(await rightsOf(parts, bo.id)).toMatchObject({
      role: 'InhouseLegal',
      groups: ['MatterAdministrators'],
    })
    expect(await teamMembers()).toEqual([bo.id])
    const partners = await group('Partners', bo.id)
    await map(partners.id, { role: 'Contributor' })
    // of several, the one with most rights
    expect((await rightsOf(parts, bo.id)).role).toBe('InhouseLegal')
    expect((await call('DELETE', path)).statusCode).toBe(204)
    expect(await rightsOf(parts, bo.id)).toMatchObject({ role: 'Contributor', groups: [] })
    expect((await call('GET', '/Groups')).json()).toMatchObject({ totalResults: 1 })
    expect((await call('GET', '/Groups?excludedAttributes=members')).body).not.toContain('"members"')
  })

  test('give a role of the organisation, with what it gives, and take it back [P-126]', async () => {
    const { add, group, map, administrator, call, admin } = await createProvider(parts)
    const make = async (body: object) =>
      (await administrator.post('/v2/customRoles', body)).json<{ id: number }>().id
    const paralegal = { name: 'Paralegal', role: 'Contributor', permissions: ['DeleteOwn'] }
    const id = await make({ ...paralegal, groups: ['ContractAdministrators'] })
    const ann = await add('ann')
    const clerks = await group('Clerks', ann.id)
    const all = await group('All matters', ann.id)
    expect((await map(clerks.id, { customRole: { id }, role: 'Standard' })).statusCode).toBe(400)
    expect((await map(clerks.id, { role: 'Standard' })).statusCode).toBe(204)
    expect((await map(clerks.id, { customRole: { id } })).statusCode).toBe(204)
    expect((await map(all.id, { groups: ['MatterAdministrators'] })).statusCode).toBe(204)
    const rights = async () => (await administrator.get(`/v2/users/${ann.id}/rights`)).json<unknown>()
    expect(await rights()).toEqual({
      role: 'Contributor',
      permissions: ['DeleteOwn'],
      groups: ['MatterAdministrators', 'ContractAdministrators'],
      customRole: { id, name: 'Paralegal' },
    })
    expect((await administrator.get('/v2/provisionedGroups')).json()).toMatchObject({
      items: [{ name: 'All matters' }, { role: null, customRole: { id, name: 'Paralegal' } }],
    })
    // what a group gives besides stays when the role changes
    await administrator.patch(`/v2/customRoles/${id}`, { groups: [], permissions: ['DeleteAll'] })
    expect(await rights()).toMatchObject({ permissions: ['DeleteAll'], groups: ['MatterAdministrators'] })
    const used = await administrator.delete(`/v2/customRoles/${id}`)
    expect(used.statusCode).toBe(409)
    const next = await make({ name: 'Clerk', role: 'Standard' })
    await administrator.post(`/v2/customRoles/${id}/replace`, { customRole: { id: next } })
    expect(await rights()).toMatchObject({ role: 'Standard', customRole: { id: next } })
    expect((await call('DELETE', `/Groups/${clerks.id}`)).statusCode).toBe(204)
    expect(await rights()).toEqual({
      role: 'Standard',
      permissions: ['CreateMatters'],
      groups: ['MatterAdministrators'],
      customRole: null,
    })
    // who says what a group gives gets nothing by it
    const heads = await make({ name: 'Heads', role: 'Administrator', groups: ['MatterAdministrators'] })
    const mine = await group('Mine', admin.id)
    expect((await map(mine.id, { customRole: { id: heads } })).statusCode).toBe(204)
    expect(await rightsOf(parts, admin.id)).toMatchObject({ role: 'Administrator', groups: [] })
  })

  test('never widen the rights of those who made the token or said what they give [A-166]', async () => {
    const { admin, group, map, patch } = await createProvider(parts)
    const own = await group('Mine', admin.id)
    expect((await map(own.id, { groups: ['MatterAdministrators'] })).statusCode).toBe(204)
    expect((await rightsOf(parts, admin.id)).groups).toEqual([])
    const later = await group('Later')
    await map(later.id, { groups: ['ContractAdministrators'] })
    expect(
      (await patch(`/Groups/${later.id}`, { op: 'add', path: 'members', value: [{ value: admin.id }] }))
        .statusCode,
    ).toBe(200)
    expect((await rightsOf(parts, admin.id)).groups).toEqual([])
    await map(own.id, { role: 'Standard' })
    expect((await rightsOf(parts, admin.id)).role).toBe('Administrator')
  })

  test('widen nobody by their own doing, also when others change their groups later, and whatever others decide counts [A-166]', async () => {
    const { admin, organisationId, group, map, patch, call } = await createProvider(parts)
    const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
    const others = await callerFor(parts, other)
    const { token } = (await others.post('/v2/provisioningTokens', { name: 'Other' })).json<{
      token: string
    }>()
    const teamId = await createTeam(parts.app, { organisationId })
    const inTeam = async () =>
      (await others.get(`/v2/teams/${teamId}/members`)).json<{ items: { id: string }[] }>().items.length
    const own = await group('Mine', admin.id)
    await map(own.id, { groups: ['MatterAdministrators'], team: { id: teamId } })
    const unrelated = await group('Unrelated')
    const members = [{ value: admin.id }]
    const body = { displayName: 'Unrelated', members }
    expect((await call('PUT', `/Groups/${unrelated.id}`, body, token)).statusCode).toBe(200)
    expect((await rightsOf(parts, admin.id)).groups).toEqual([])
    expect(await inTeam()).toBe(0)
    // another administrator decides what it gives, but the token by which they came into it is their own
    const gives = { groups: ['MatterAdministrators'] }
    expect((await others.patch(`/v2/provisionedGroups/${own.id}`, gives)).statusCode).toBe(204)
    expect((await rightsOf(parts, admin.id)).groups).toEqual([])
    await patch(`/Groups/${own.id}`, { op: 'remove', path: 'members' })
    expect((await call('PUT', `/Groups/${own.id}`, { displayName: 'Mine', members }, token)).statusCode).toBe(
      200,
    )
    expect((await rightsOf(parts, admin.id)).groups).toEqual(['MatterAdministrators'])
    expect(await inTeam()).toBe(1)
  })

  test('whose patch walks into prototypes change nothing [A-167]', async () => {
    const { add, patch, group } = await createProvider(parts)
    const { id } = await add('ann')
    const { id: groupId } = await group('Counsel')
    const tries = [
      { op: 'add', path: '__proto__.polluted', value: true },
      { op: 'add', path: 'constructor.prototype.polluted', value: true },
      { op: 'add', path: 'name.__proto__.polluted', value: true },
      { op: 'add', path: 'name.constructor.prototype.polluted', value: true },
      { op: 'add', value: { 'name.constructor.prototype.polluted': true } },
      { op: 'replace', path: 'name', value: JSON.parse('{"__proto__":{"polluted":true}}') as object },
      { op: 'add', value: { '__proto__.polluted': true } },
      { op: 'add', value: JSON.parse('{"name":{"constructor":{"prototype":{"polluted":true}}}}') as object },
      { op: 'add', path: 'members[value eq "x"].__proto__', value: { polluted: true } },
    ]
    for (const operation of tries) {
      for (const path of [`/Users/${id}`, `/Groups/${groupId}`]) {
        const answer = await patch(path, operation)
        expect([200, 400], JSON.stringify(operation)).toContain(answer.statusCode)
        expect(({} as { polluted?: boolean }).polluted, JSON.stringify(operation)).toBeUndefined()
      }
    }
  })
})
