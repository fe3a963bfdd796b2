// v2 of the bin: what administrators list, restore and purge.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function world({ restricted = false } = {}) {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId, permissions: ['DeleteOwn'] })
  const admin = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators'],
  })
  const matterId = await insertMatter(parts.app, { owner, values: { restricted } })
  const [asOwner, asAdmin] = [await callerFor(parts, owner), await callerFor(parts, admin)]
  return { owner, admin, matterId, asOwner, asAdmin }
}

async function deleted(by: Caller, matterId: number, name: string): Promise<number> {
  const { payload, headers } = form({ file: { name, content: 'text', contentType: 'text/plain' } })
  const added = await by.post(`/matter-apis/v1/matters/${matterId}/files`, payload, { headers })
  expect(added.statusCode, added.body).toBe(201)
  const id = Number(added.body)
  expect((await by.delete(`/v2/files/${id}`)).statusCode).toBe(204)
  return id
}

const names = async (by: Caller, query = '') =>
  (await by.get(`/v2/bin${query}`)).json<{ items: { name: string }[] }>().items.map(({ name }) => name)

test('deleted files are listed with who deleted them and when they are purged, and restored to their folder [F-110]', async () => {
  const { asOwner, asAdmin, owner, matterId } = await world()
  const id = await deleted(asOwner, matterId, 'a.txt')
  await deleted(asOwner, matterId, 'b.txt')
  expect(await names(asAdmin, `?$filter=${encodeURIComponent("startswith(Name, 'A')")}`)).toEqual(['a.txt'])
  expect(await names(asAdmin, '?$orderby=Name desc')).toEqual(['b.txt', 'a.txt'])
  expect((await asAdmin.get(`/v2/bin/${id}`)).json()).toMatchObject({
    id,
    name: 'a.txt',
    type: 'File',
    size: 4,
    resource: { type: 'Matter', id: matterId },
    deleted: { user: { id: owner.id }, userName: owner.name },
    purged: { dateUtc: expect.stringMatching(/Z$/) },
  })
  const restored = await asAdmin.post(`/v2/bin/${id}/restore`)
  expect(restored.json()).toEqual({ id, name: 'a.txt' })
  expect((await asOwner.get(`/v2/files/${id}`)).statusCode).toBe(200)
  expect((await asAdmin.post(`/v2/bin/${id}/restore`)).statusCode).toBe(404)
  expect(await names(asAdmin)).toEqual(['b.txt'])
})

test('purged files are deleted permanently [F-110]', async () => {
  const { asOwner, asAdmin, matterId } = await world()
  const id = await deleted(asOwner, matterId, 'a.txt')
  expect((await asOwner.delete(`/v2/bin/${id}`)).statusCode).toBe(403)
  expect((await asAdmin.delete(`/v2/bin/${id}`)).statusCode).toBe(204)
  for (const answer of [await asAdmin.delete(`/v2/bin/${id}`), await asAdmin.post(`/v2/bin/${id}/restore`)]) {
    expect(answer.statusCode).toBe(404)
  }
  expect(await names(asAdmin)).toEqual([])
})

test('an administrator finds nothing in the bin of a restricted matter that they are not a member of [F-110]', async () => {
  const { asOwner, asAdmin, matterId } = await world({ restricted: true })
  const id = await deleted(asOwner, matterId, 'secret.txt')
  expect(await names(asAdmin)).toEqual([])
  for (const answer of [
    await asAdmin.get(`/v2/bin/${id}`),
    await asAdmin.post(`/v2/bin/${id}/restore`),
    await asAdmin.delete(`/v2/bin/${id}`),
  ]) {
    expect(answer.statusCode).toBe(404)
  }
})

test('who deleted a file finds it for a day, and nobody else but administrators does [F-110]', async () => {
  const { asOwner, owner, admin, matterId } = await world()
  const colleague = await createUser(parts.app, { organisationId: owner.organisationId })
  const asColleague = await callerFor(parts, colleague)
  const member = await asOwner.put(`/v2/matters/${matterId}/members/${colleague.id}`, { roles: ['Member'] })
  expect(member.statusCode, member.body).toBeLessThan(300)
  const id = await deleted(asOwner, matterId, 'a.txt')
  expect(await names(asOwner)).toEqual(['a.txt'])
  expect((await asOwner.get(`/v2/bin/${id}`)).json()).toMatchObject({ id, name: 'a.txt' })
  expect(await names(asColleague)).toEqual([])
  expect((await asColleague.get(`/v2/bin/${id}`)).statusCode).toBe(404)
  parts.clock.advance({ days: 1, seconds: 1 })
  // the tokens of before have expired
  expect(await names(await callerFor(parts, owner))).toEqual([])
  expect(await names(await callerFor(parts, admin))).toEqual(['a.txt'])
})
