// Who was disabled by a person, and what they made that acts without them.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { createProvider, type ScimUser } from '../../../../test/fixtures/provider.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor, createClient, grantTo } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

interface Shown extends ScimUser {
  readonly title?: string
}
const because = 'urn:chancery:scim:schemas:extension:2.0:User'

test('whom a person disables stays so for the provider, which learns why, until a person enables them [A-195]', async () => {
  const { add, call, patch, administrator, domain } = await createProvider(parts)
  const { id } = await add('jo')
  const path = `/Users/${id}`
  const disable = () => administrator.post(`/v2/users/${id}/disable`, {})
  const routine = { userName: `jo@${domain}`, active: true, title: 'Counsel' }
  expect((await disable()).statusCode).toBe(204)

  // the routine replacement of an unchanged resource goes through, and says what is
  const put = await call('PUT', path, routine)
  expect(put.statusCode).toBe(200)
  expect(put.json<Shown>()).toMatchObject({ active: false, title: 'Counsel' })
  expect(put.json()).toMatchObject({
    [because]: { inactiveBecause: expect.stringContaining('administrator') },
  })
  const activating = await patch(path, { op: 'replace', path: 'active', value: true })
  expect(activating.json()).toMatchObject({
    status: '409',
    detail: expect.stringContaining('stay so until an administrator enables them'),
  })
  // removed and added again is no way around
  expect((await call('DELETE', path)).statusCode).toBe(204)
  expect((await call('POST', '/Users', routine)).statusCode).toBe(409)
  expect((await call('GET', path)).statusCode).toBe(404)

  expect((await administrator.post(`/v2/users/${id}/enable`, {})).statusCode).toBe(204)
  // who is disabled by the provider comes back by it, unless a person disables them as well
  const active = async (value: boolean) =>
    (await patch(path, { op: 'replace', path: 'active', value })).json<Shown>().active
  expect(await active(false)).toBe(false)
  expect(await active(true)).toBe(true)
  expect(await active(false)).toBe(false)
  expect((await disable()).statusCode).toBe(204)
  expect(await active(true)).not.toBe(true)
})

test('the tokens of who is disabled end unless they are kept, and one that goes on never enables its maker [A-196]', async () => {
  const { admin, call, patch, organisationId, made } = await createProvider(parts)
  const other = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const others = await callerFor(parts, other)
  const acting = async () =>
    (await others.get(`/v2/users/${admin.id}/actingThings`)).json<{ items: object[] }>().items
  expect(await acting()).toEqual(
    expect.arrayContaining([
      { kind: 'ProvisioningToken', id: made.id, name: 'Directory', whenDisabled: 'Ends' },
      { kind: 'IntegrationGrant', id: expect.any(Number), name: 'Ledger Link', whenDisabled: 'Ends' },
    ]),
  )
  // the provider says that its administrator has left: it goes on, for another one
  expect(
    (await patch(`/Users/${admin.id}`, { op: 'replace', path: 'active', value: false })).statusCode,
  ).toBe(200)
  expect(await acting()).toEqual([])
  const [kept] = (await others.get('/v2/provisioningTokens')).json<{ items: object[] }>().items
  expect(kept).toMatchObject({ id: made.id, created: { user: { id: admin.id } }, keptBy: { id: other.id } })
  const back = await patch(`/Users/${admin.id}`, { op: 'replace', path: 'active', value: true })
  expect(back.json()).toMatchObject({ status: '409', detail: expect.stringContaining('made by this person') })

  const third = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const thirds = await callerFor(parts, third)
  const keeping = await thirds.post(`/v2/users/${other.id}/disable`, { keep: ['ProvisioningToken'] })
  expect(keeping.statusCode, keeping.body).toBe(204)
  expect((await call('GET', '/Users')).statusCode).toBe(200)
  const fourth = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const last = await callerFor(parts, fourth)
  expect((await last.post(`/v2/users/${third.id}/disable`, {})).statusCode).toBe(204)
  expect((await call('GET', '/Users')).statusCode).toBe(401)
})

test('what serves the organisation is looked after by who disables its maker [A-196]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const maker = await createUser(parts.app, { organisationId, permissions: ['ManageIntegrations'] })
  const admin = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const caller = await callerFor(parts, admin)
  const client = await createClient(parts.app, { organisationId })
  await internalTransaction(parts.app, (tx) =>
    tx.updateTable('oauth_clients').set({ created_by: maker.id }).where('id', '=', client.id).execute(),
  )
  await grantTo(parts.app, maker, client)
  const acting = await caller.get(`/v2/users/${maker.id}/actingThings`)
  expect(acting.json<{ items: object[] }>().items).toMatchObject([
    { kind: 'IntegrationGrant', whenDisabled: 'Ends' },
    { kind: 'IntegrationClient', id: client.id, name: 'Ledger Link', whenDisabled: 'Kept' },
  ])
  expect((await caller.post(`/v2/users/${maker.id}/disable`, {})).statusCode).toBe(204)
  const shown = await caller.get(`/v2/integrationClients/${client.id}`)
  expect([403, 200]).toContain(shown.statusCode)
  const row = await parts.app.db
    .selectFrom('oauth_clients')
    .where('id', '=', client.id)
    .select(['created_by', 'status'])
    .executeTakeFirst()
  expect(row).toEqual({ created_by: admin.id, status: 'Active' })
})
