// Pictures of people and logos of organisations, and where they are shown.
import { expect, test } from 'vitest'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { pngOf } from '../../../sandbox/demo/documents/png.ts'
import { setLogo } from '../../organisations/commands/set-logo.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { setPicture } from './set-picture.ts'

const parts = useTestApp()
const system = systemActor('test')

async function makeWorld() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const me = await createUser(parts.app, { organisationId })
  const caller = await callerFor(parts, me)
  const shown = async () => {
    const [row] = (await caller.get('/account-apis/v1/users')).json<Record<string, unknown>[]>()
    const profile = (await caller.get(`/account-apis/v1/users/${me.id}/profile`)).json<
      Record<string, unknown>
    >()
    expect([profile['hasPicture'], profile['pictureCacheId']]).toEqual([
      row?.['hasPicture'],
      row?.['pictureCacheId'],
    ])
    return {
      hasPicture: row?.['hasPicture'],
      picture: row?.['pictureCacheId'],
      logo: row?.['organisationPictureCacheId'],
    }
  }
  return { organisationId, me, caller, shown }
}

const eventNames = async (organisationId: number) =>
  (
    await parts.app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .orderBy('id')
      .select(['name', 'facts'])
      .execute()
  ).map(({ name }) => name)

test('a picture is shown, gets a new id when it is replaced, and can be removed', async () => {
  const { me, shown, organisationId } = await makeWorld()
  expect(await shown()).toEqual({ hasPicture: false, picture: 0, logo: 0 })
  await setPicture(parts.app, system, me.id, pngOf('a'))
  const first = await shown()
  expect(first).toEqual({ hasPicture: true, picture: expect.any(Number) as number, logo: 0 })
  await setPicture(parts.app, system, me.id, pngOf('a'))
  expect(await shown()).toEqual(first)
  await setPicture(parts.app, system, me.id, pngOf('b'))
  expect((await shown()).picture).not.toBe(first.picture)
  await setPicture(parts.app, system, me.id, null)
  await setPicture(parts.app, system, me.id, null)
  expect(await shown()).toEqual({ hasPicture: false, picture: 0, logo: 0 })
  expect(await eventNames(organisationId)).toEqual(Array.from({ length: 3 }, () => 'user.picture.updated'))
})

test('a logo is shown with the people of the organisation, and with their messages on a contract', async () => {
  const { me, caller, shown, organisationId } = await makeWorld()
  await setLogo(parts.app, system, organisationId, pngOf('logo'))
  await setPicture(parts.app, system, me.id, pngOf('me'))
  const { logo, picture } = await shown()
  expect(logo).toBeGreaterThan(0)
  expect(logo).not.toBe(picture)
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const contract = `/contract-apis/v1/contracts/${await insertContract(parts.app, { owner: me, templateId })}`
  await caller.post(`${contract}/statusMessages`, { statusMessage: 'Signed' })
  const person = { userHasPicture: true, userPictureCacheId: picture }
  expect((await caller.get(contract)).json()).toMatchObject({
    owner: person,
    lastStatusMessage: { ...person, userOrganisationHasLogo: true, userOrganisationPictureCacheId: logo },
  })
  expect((await caller.get(`${contract}/users`)).json()).toMatchObject({ data: [person] })
  expect(await eventNames(organisationId)).toContain('organisation.logo.updated')
})

test.each([
  ['text', Buffer.from('<svg/>'), /must be a PNG, JPEG or WebP image/],
  ['nothing', Buffer.alloc(0), /must be a PNG, JPEG or WebP image/],
  ['too much', Buffer.concat([pngOf('a'), Buffer.alloc(1024 * 1024)]), /at most 1 MiB/],
])('%s is not an image, and the current picture stays', async (_, bytes, message) => {
  const { me, shown } = await makeWorld()
  await setPicture(parts.app, system, me.id, pngOf('a'))
  const before = await shown()
  await expect(setPicture(parts.app, system, me.id, bytes)).rejects.toThrow(message)
  expect(await shown()).toEqual(before)
})

test('somebody unknown gets no picture', async () => {
  await expect(
    setPicture(parts.app, system, '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', pngOf('a')),
  ).rejects.toMatchObject({ code: 'not_found' })
})
