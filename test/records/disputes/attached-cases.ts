// What is attached to records and what happens to them without a call of their own, for a third kind.
import { beforeAll, expect, test } from 'vitest'
import { purgedKinds, recordKinds } from '../../../server/operations/process/record-kinds.ts'
import { purgeRecords } from '../../../server/records/commands/purge-record.ts'
import { recount } from '../../../server/records/lists/record-counts.ts'
import { addFolder, addText } from '../../fixtures/files.ts'
import { useTestApp } from '../../test-app.ts'
import { createDisputeTables } from './insert-dispute.ts'
import { createDispute, disputeWorld } from './world.ts'

const parts = useTestApp()
beforeAll(() => createDisputeTables(parts.app))

test('files are added to it in every way, listed, moved to another one, and deleted with their record', async () => {
  const { asOwner, asColleague, id } = await disputeWorld(parts)
  const other = await createDispute(asOwner, 'Harbour')
  const target = `Dispute/${id}`
  const fileId = await addText(asOwner, target, 'Claim.txt')
  const folderId = await addFolder(asOwner, target, 'Drafts')
  const resource = { type: 'Dispute', id }
  const link = { name: 'Reply.docx', externalWebUri: 'https://documents.example/reply', resource }
  const linked = await asOwner.post('/v2/fileLinks', link)
  expect(linked.statusCode, linked.body).toBe(201)
  const refused = await asColleague.post('/v2/fileLinks', link)
  expect(refused.statusCode, refused.body).toBe(400)
  const filter = encodeURIComponent(`Resource/Type eq 'Dispute' and Resource/Id eq ${id}`)
  const files = async () =>
    (await asOwner.get(`/v2/files?$filter=${filter}`)).json<{ items: readonly { id: number }[] }>().items
  expect(await files()).toContainEqual(expect.objectContaining({ id: fileId, resource }))
  const listed = await asOwner.get(`/file-apis/v1/files?recordType=Dispute&recordId=${id}`)
  expect(listed.json()).toMatchObject({ total: 3 })
  expect((await asOwner.get(`/v2/files/archive?record=${target}`)).statusCode).toBe(200)
  expect((await asColleague.get(`/v2/files/archive?record=${target}`)).statusCode).toBe(404)
  const folder = { id: await addFolder(asOwner, `Dispute/${other}`, 'Exhibits') }
  const moved = await asOwner.post('/v2/files/move', { ids: [fileId, folderId], folder })
  expect(moved.statusCode, moved.body).toBe(200)
  expect((await asOwner.get(`/v2/disputes/${other}/files/${fileId}`)).statusCode).toBe(200)
  expect((await asOwner.delete(`/v2/files/${fileId}`)).statusCode).toBe(204)
  expect((await asOwner.get(`/v2/disputes/${other}/files/${fileId}`)).statusCode).toBe(404)
})

test('a legal hold keeps what is on it', async () => {
  const { asOwner, asAdministrator, id } = await disputeWorld(parts)
  const fileId = await addText(asOwner, `Dispute/${id}`, 'Claim.txt')
  const hold = `/v2/disputes/${id}/hold`
  expect((await asAdministrator.put(hold, { reason: 'Investigation' })).statusCode).toBe(204)
  expect((await asOwner.delete(`/v2/files/${fileId}`)).statusCode).toBe(409)
  expect((await asOwner.delete(`/v2/disputes/${id}`)).statusCode).toBe(409)
  expect((await asAdministrator.delete(hold)).statusCode).toBe(204)
  expect((await asOwner.delete(`/v2/files/${fileId}`)).statusCode).toBe(204)
})

test('it is purged when its time in the bin is over, with everything on it, and was counted all the while', async () => {
  const { asOwner, organisationId, id } = await disputeWorld(parts)
  await addText(asOwner, `Dispute/${id}`, 'Claim.txt')
  expect((await asOwner.post(`/v2/disputes/${id}/conversation`, { text: 'Dear all' })).statusCode).toBe(201)
  expect((await asOwner.delete(`/v2/disputes/${id}`)).statusCode).toBe(204)
  expect(await recount(parts.app, recordKinds, organisationId)).toBe(0)
  parts.clock.advance({ days: parts.app.config.binDays + 1 })
  expect(await purgeRecords(parts.app, purgedKinds)).toBe(1)
  const { rows } = await parts.app.database.pool.query(
    'select (select count(*) from disputes where id = $1) + (select count(*) from files where dispute_id = $1) as left',
    [id],
  )
  expect(rows).toEqual([{ left: 0 }])
})

test('who is disabled as the last on it names a successor', async () => {
  const { asOwner, asAdministrator, asColleague, owner, colleague, id } = await disputeWorld(parts)
  expect((await asOwner.patch(`/v2/disputes/${id}`, { restricted: true })).statusCode).toBe(204)
  const sole = await asAdministrator.get(`/v2/users/${owner.id}/soleRecords`)
  expect(sole.statusCode, sole.body).toBe(200)
  expect(sole.json()).toMatchObject({ items: [{ type: 'Dispute', id }] })
  const disabled = await asAdministrator.post(`/v2/users/${owner.id}/disable`, {
    successor: { id: colleague.id },
  })
  expect(disabled.statusCode, disabled.body).toBeLessThan(300)
  expect((await asColleague.get(`/v2/disputes/${id}`)).json()).toMatchObject({ owner: { id: colleague.id } })
})
