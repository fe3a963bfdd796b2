// Mappings that are kept, changed by several administrators.
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { importWorld } from '../../../test/fixtures/import-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

async function withKept() {
  const world = await importWorld(parts)
  const { organisationId, caller, imports } = world
  const { id } = await imports.send('matters', 'Title,Type\nLease,Disputes')
  const { id: mappingId } = (
    await caller.post('/v2/importMappings', { import: { id }, name: 'Old system' })
  ).json<{ id: number }>()
  const other = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  return { ...world, id, path: `/v2/importMappings/${mappingId}`, mappingId, other }
}

test('a kept mapping that somebody else has changed is neither changed nor deleted as it was read [X-21]', async () => {
  const { caller, other, path, imports } = await withKept()
  const seen = { 'if-match': String((await caller.get(path)).headers['etag']) }
  expect(seen['if-match']).toMatch(/^"1-/)
  expect((await other.patch(path, { name: 'Old files' }, { headers: seen })).statusCode).toBe(204)
  const { id } = await imports.send('matters', 'Called,Kind\nRent,Disputes')
  const late = await caller.patch(path, { import: { id } }, { headers: seen })
  expect([late.statusCode, late.headers['etag']]).toEqual([412, '"2"'])
  expect((await caller.delete(path, { headers: seen })).statusCode).toBe(412)
  expect((await caller.get(path)).json()).toMatchObject({
    name: 'Old files',
    version: 2,
    columns: [
      { heading: 'Title', property: 'name' },
      { heading: 'Type', property: 'type' },
    ],
  })
  const now = { 'if-match': '"2"' }
  expect((await caller.patch(path, {}, { headers: now })).statusCode).toBe(204)
  expect((await caller.delete(path, { headers: now })).statusCode).toBe(204)
  expect((await caller.get(path)).statusCode).toBe(404)
})

test('keeping under a name that is there changes that mapping, and a name is there once [X-21]', async () => {
  const { caller, imports, path, mappingId } = await withKept()
  const { id } = await imports.send('matters', 'Subject,Type\nRent,Disputes')
  const again = await caller.post('/v2/importMappings', { import: { id }, name: 'Old system' })
  expect(again.json()).toEqual({ id: mappingId })
  expect((await caller.get(path)).json()).toMatchObject({ version: 2, headings: ['Subject', 'Type'] })
  await caller.post('/v2/importMappings', { import: { id }, name: 'Another' })
  const taken = await caller.patch(path, { name: 'Another' })
  expect([taken.statusCode, taken.body]).toEqual([
    409,
    expect.stringContaining('There is a mapping \\"Another\\" of this kind already.'),
  ])
  const parties = await imports.send('parties', 'Name\nAcme')
  expect((await caller.patch(path, { import: { id: parties.id } })).statusCode).toBe(409)
})
