// Exports that are made in the background: who may do what, and downloads in ranges.
import PizZip from 'pizzip'
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import {
  exportEventsOf,
  exportingOrganisation,
  pieceBytes,
  piecesOf,
  sha256Of,
} from '../../../../test/fixtures/exports.ts'
import { mailsTo } from '../../../../test/fixtures/mails.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { accessTokenFor, callerFor } from '../../../../test/tokens.ts'
import { internalTransaction } from '../../../platform/events/change.ts'

const parts = useTestApp()

const exportedAt = async (organisationId: number) =>
  (
    await parts.app.db
      .selectFrom('organisations')
      .where('id', '=', organisationId)
      .select('exported_at')
      .executeTakeFirstOrThrow()
  ).exported_at

test('an export is made in the background, and downloaded whole and in ranges; the history says by whom [O-94]', async () => {
  const { organisationId, admin, caller, path, start, get, make, name, deed } =
    await exportingOrganisation(parts)
  const id = await start()
  expect(await get(id)).toMatchObject({ state: 'Waiting', size: 0, sha256: null, expires: null })
  expect((await caller.get(`${path}/${id}/content`)).statusCode).toBe(409)
  expect((await caller.post(path)).statusCode).toBe(409)
  await make(id)
  const done = await get(id)
  expect(done).toMatchObject({
    state: 'Done',
    created: { user: { id: admin.id, name: 'Ana Prior' } },
    files: { done: 1, total: 1 },
    expires: { dateUtc: '2026-03-09T09:00:00.000Z' },
    failure: null,
  })
  expect(await mailsTo(parts.app, { organisationId })).toMatchObject([
    { recipient: admin.email, subject: 'Your export is ready', body: expect.stringContaining('2026-03-09') },
  ])
  expect((await piecesOf(parts.app, organisationId)).length).toBe(Math.ceil(done.size / pieceBytes))
  expect(await exportedAt(organisationId)).toBeNull()

  const content = `${path}/${id}/content`
  const before = await exportEventsOf(parts.app, organisationId)
  const bearer = `Bearer ${await accessTokenFor(parts.app, admin)}`
  const head = (url: string) =>
    parts.server.inject({ method: 'HEAD', url, headers: { authorization: bearer } })
  const asked = await head(content)
  expect([asked.statusCode, asked.headers['content-length'], asked.body]).toEqual([200, `${done.size}`, ''])
  expect((await caller.get(content, { headers: { range: 'bytes=0-0' } })).body).toBe('P')
  expect((await head(`/v2/organizations/${organisationId}/export`)).statusCode).toBe(200)
  expect(await exportEventsOf(parts.app, organisationId)).toEqual(before)

  const half = Math.floor(done.size / 2)
  const first = await caller.get(content, { headers: { range: `bytes=0-${half - 1}` } })
  expect([first.statusCode, first.headers['content-range']]).toEqual([
    206,
    `bytes 0-${half - 1}/${done.size}`,
  ])
  // half a download does not count for a deletion
  expect(await exportedAt(organisationId)).toBeNull()
  const etag = String(first.headers.etag)
  const rest = await caller.get(content, { headers: { range: `bytes=${half}-`, 'if-range': etag } })
  expect(rest.statusCode).toBe(206)
  const archive = Buffer.concat([first.rawPayload, rest.rawPayload])
  expect(archive.length).toBe(done.size)
  expect(sha256Of(archive)).toBe(done.sha256)
  const zip = new PizZip(archive)
  expect(zip.file(/^contents\//)[0]?.asText()).toBe(deed)
  expect(Object.keys(zip.files).some((entry) => entry.includes('organisation_export'))).toBe(false)
  expect(await exportedAt(organisationId)).toEqual(new Date('2026-03-02T09:00:00.000Z'))

  const whole = await caller.get(content, { headers: { range: 'bytes=5-', 'if-range': '"another"' } })
  expect([whole.statusCode, whole.rawPayload.equals(archive)]).toEqual([200, true])
  expect(whole.headers['content-disposition']).toContain(`${name} 2026-03-02.zip`)
  expect((await caller.get(content, { headers: { range: `bytes=${done.size}-` } })).statusCode).toBe(416)
  expect((await caller.get(content, { headers: { 'if-none-match': etag } })).statusCode).toBe(304)
  expect(await exportEventsOf(parts.app, organisationId)).toEqual([
    ['export.started', admin.id],
    ['export.finished', null],
    ['export.downloaded', admin.id],
    ['exported', admin.id],
  ])
})

test('ranges begin and end anywhere, also at the edges of pieces [O-94]', async () => {
  const { caller, path, made, get } = await exportingOrganisation(parts)
  const id = await made()
  const { size } = await get(id)
  const archive = (await caller.get(`${path}/${id}/content`)).rawPayload
  for (const [from, to] of [
    [0, 0],
    [pieceBytes - 1, pieceBytes],
    [pieceBytes, 2 * pieceBytes - 1],
    [pieceBytes, 3 * pieceBytes],
    [size - 1, size - 1],
    [17, size - 1],
  ] as const) {
    const answer = await caller.get(`${path}/${id}/content`, { headers: { range: `bytes=${from}-${to}` } })
    expect(answer.rawPayload.equals(archive.subarray(from, to + 1)), `${from}-${to}`).toBe(true)
  }
})

test('an export that is removed while its download begins is 404, and does not count [O-94]', async () => {
  const { app, organisationId, caller, path, made } = await exportingOrganisation(parts)
  const id = await made()
  // between its row and its pieces
  await internalTransaction(app, (tx) =>
    tx.deleteFrom('organisation_export_pieces').where('organisation_id', '=', organisationId).execute(),
  )
  expect((await caller.get(`${path}/${id}/content`)).statusCode).toBe(404)
  expect(await exportedAt(organisationId)).toBeNull()
})

test('only administrators of the organisation see, start, download and delete exports [O-95]', async () => {
  const { app, organisationId, path, made, get } = await exportingOrganisation(parts)
  const id = await made()
  const colleague = await callerFor(parts, await createUser(app, { organisationId }))
  const other = await createOrganisation(app)
  const outsider = await callerFor(
    parts,
    await createUser(app, { organisationId: other.id, role: 'Administrator' }),
  )
  for (const [caller, status] of [
    [colleague, 403],
    [outsider, 404],
  ] as const) {
    for (const url of [path, `${path}/${id}`, `${path}/${id}/content`])
      expect((await caller.get(url)).statusCode, url).toBe(status)
    expect((await caller.post(path)).statusCode).toBe(status)
    expect((await caller.delete(`${path}/${id}`)).statusCode).toBe(status)
  }
  // not below one's own organisation either
  for (const url of [
    `/v2/organizations/${other.id}/exports/${id}`,
    `/v2/organizations/${other.id}/exports/${id}/content`,
  ])
    expect((await outsider.get(url)).statusCode).toBe(404)
  expect((await outsider.get(`/v2/organizations/${other.id}/exports`)).json()).toEqual({ items: [] })
  expect((await get(id)).state).toBe('Done')
})

test('who is no administrator any more gets no export [O-95]', async () => {
  const { app, admin, organisationId, start, make } = await exportingOrganisation(parts)
  const other = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  const id = await start()
  await internalTransaction(app, (tx) =>
    tx.updateTable('users').set({ role: 'Standard' }).where('id', '=', admin.id).execute(),
  )
  await make(id)
  expect((await other.get(`/v2/organizations/${organisationId}/exports/${id}`)).json()).toMatchObject({
    state: 'Failed',
    failure: expect.stringContaining('no administrator'),
  })
})
