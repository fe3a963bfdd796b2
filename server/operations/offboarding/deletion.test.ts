// Leaving: exporting an organisation, and deleting it with everything in it.
import PizZip from 'pizzip'
import { expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { fingerprint } from '../../../test/servers/backups.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { organisationOfKey } from '../../platform/storage/storage-keys.ts'
import { matterKind } from '../../matters/matter-kind.ts'
import { setLegalHold } from '../../records/commands/set-legal-hold.ts'
import { deleteDueOrganisations } from './delete-organisation.ts'
import { getDeletionCertificate } from './deletion-certificate.ts'

const parts = useTestApp()

/**
 * An organisation with a matter, a contract, files, a team, a message, an integration and a law firm that works on its
 * matter.
 */
async function filled() {
  const { app } = parts
  const { id: organisationId, name } = await createOrganisation(app)
  const admin = await createUser(app, { organisationId, role: 'Administrator' })
  const person = await createUser(app, { organisationId, lastName: 'Featherstonehaugh' })
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const lawyer = await createUser(app, { organisationId: firm.id })
  const matterId = await insertMatter(app, { owner: admin, members: [person, lawyer] })
  const templateId = await createContractTemplate(app, { organisationId })
  await insertContract(app, { owner: person, templateId })
  await createTeam(app, { organisationId, members: [person] })
  const asAdmin = await callerFor(parts, admin)
  const asPerson = await callerFor(parts, person)
  await asPerson.post(`/v2/matters/${matterId}/conversation`, { text: 'The deed is in the safe.' })
  const upload = await asPerson.post(
    `/file-apis/v1/files/Matter/${matterId}?fileName=deed.txt`,
    'The deed itself',
    {
      headers: { 'content-type': 'text/plain' },
    },
  )
  expect(upload.statusCode, upload.body).toBeLessThan(300)
  const path = `/v2/organizations/${organisationId}`
  return { app, organisationId, name, admin, person, firm, lawyer, matterId, asAdmin, asPerson, path }
}

type Filled = Awaited<ReturnType<typeof filled>>
const reason = 'It moves to another system.'
const askIn = ({ asAdmin, path, name }: Filled) => asAdmin.put(`${path}/deletion`, { name, reason })

async function exported(world: Filled) {
  const archive = await world.asAdmin.get(`${world.path}/export`)
  expect(archive.statusCode, archive.body.slice(0, 200)).toBe(200)
  await expect
    .poll(async () =>
      parts.app.db
        .selectFrom('organisations')
        .where('id', '=', world.organisationId)
        .select('exported_at')
        .executeTakeFirst(),
    )
    .toMatchObject({ exported_at: expect.any(Date) })
  return new PizZip(archive.rawPayload)
}

const textIn = (zip: PizZip, name: string) => zip.file(name)?.asText() ?? ''

test('the export holds every row and every content, and no secret [O-90]', async () => {
  const world = await filled()
  const zip = await exported(world)
  const manifest = JSON.parse(textIn(zip, 'manifest.json')) as {
    contents: { rows: number }
    tables: { table: string; rows: number }[]
  }
  for (const { table, rows } of manifest.tables) {
    expect(textIn(zip, `rows/${table}.jsonl`).split('\n').length - 1, table).toBe(rows)
  }
  expect(textIn(zip, 'rows/matter_messages.jsonl')).toContain('The deed is in the safe.')
  expect(textIn(zip, 'rows/people.jsonl')).toContain(world.lawyer.email)
  expect(manifest).toMatchObject({ contents: { rows: 1 }, missing: [] })
  const contents = Object.keys(zip.files).filter((name) => name.startsWith('contents/'))
  expect(contents.map((name) => textIn(zip, name))).toEqual(['The deed itself'])
  const all = Object.keys(zip.files)
    .map((name) => textIn(zip, name))
    .join('\n')
  expect(all).not.toContain('password_hash')
  expect(all).not.toContain('$argon2')
})

test('an organisation is deleted after 30 days, with every row and content, and nothing else is [O-91]', async () => {
  const world = await filled()
  const { app, organisationId, asAdmin, path } = world
  const neighbour = await filled()
  await exported(world)
  const asked = await askIn(world)
  expect(asked.statusCode, asked.body).toBe(200)
  const due = new Date(parts.clock.now().getTime() + 30 * 86_400_000).toISOString()
  expect(asked.json()).toMatchObject({
    due: { dateUtc: due },
    reason,
    holds: 0,
    requested: { user: { id: world.admin.id } },
  })
  expect((await asAdmin.get(`${path}/deletion`)).json()).toEqual(asked.json())
  const mails = await app.db
    .selectFrom('outbox_mails')
    .where('organisation_id', '=', organisationId)
    .selectAll()
    .execute()
  expect(mails.map(({ recipient, subject }) => [recipient, subject])).toEqual([
    [world.admin.email, `${world.name} will be deleted on ${due.slice(0, 10)}`],
  ])
  parts.clock.advance({ days: 29 })
  expect(await deleteDueOrganisations(app)).toBe(0)
  const before = await rowsOf(neighbour.organisationId)

  parts.clock.advance({ days: 1 })
  expect(await deleteDueOrganisations(app)).toBe(1)
  const certificate = await getDeletionCertificate(app, organisationId)
  expect(certificate).toMatchObject({
    name: world.name,
    reason,
    contents: 1,
    removed: { matters: 1, contracts: 1, files: 1, matter_messages: 1, users: 2 },
    left: { rows: 0, contents: 0, formerMembers: 0 },
  })
  for await (const key of app.storage.keys()) expect(organisationOfKey(key)).not.toBe(organisationId)
  expect(await rowsOf(neighbour.organisationId)).toEqual(before)
  const asNeighbour = await callerFor(parts, neighbour.admin)
  expect((await asNeighbour.get(`/v2/matters/${neighbour.matterId}`)).statusCode).toBe(200)
  // the firm has nothing of it any more
  expect((await (await callerFor(parts, world.lawyer)).get(`/v2/matters/${world.matterId}`)).statusCode).toBe(
    404,
  )
})

test('people whom records of others name stay as former members of a former organisation', async () => {
  const { app, firm, lawyer, matterId, asAdmin } = await filled()
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('organisations')
      .set({ deletion_requested_at: now, deletion_due_at: now, deletion_reason: reason })
      .where('id', '=', firm.id)
      .execute(),
  )
  expect(await deleteDueOrganisations(app)).toBe(1)
  expect(await getDeletionCertificate(app, firm.id)).toMatchObject({
    left: { contents: 0, formerMembers: 1 },
  })
  const members = (await asAdmin.get(`/v2/matters/${matterId}/members`)).body
  expect(members).toContain(lawyer.id)
  expect(members).not.toContain(lawyer.email)
})

test('a deletion needs an export, the name and a reason, and is refused under a legal hold [O-92]', async () => {
  const world = await filled()
  const { app, asAdmin, asPerson, path, name, matterId } = world
  expect((await askIn(world)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining('Export'),
  })
  await exported(world)
  for (const body of [
    {},
    { name, reason: '' },
    { name: 'Another', reason },
    { name, reason, more: 1 },
    { reason },
  ]) {
    expect((await asAdmin.put(`${path}/deletion`, body)).statusCode, JSON.stringify(body)).toBe(400)
  }
  expect((await asPerson.put(`${path}/deletion`, { name, reason })).statusCode).toBe(403)
  const admin = await actorFor(app, world.admin)
  await setLegalHold(matterKind, app, admin, { id: matterId, reason: 'A dispute' })
  expect((await askIn(world)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining('legal hold'),
  })
  expect((await asAdmin.get(`${path}/deletion`)).statusCode).toBe(404)
})

test('a hold that is placed later keeps everything, and a deletion can be cancelled [O-92]', async () => {
  const world = await filled()
  const { app, path, matterId, organisationId } = world
  await exported(world)
  expect((await askIn(world)).statusCode).toBe(200)
  expect((await askIn(world)).statusCode).toBe(409)
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('matters')
      .set({ legal_hold_at: now, legal_hold_by: world.admin.id, legal_hold_reason: 'A dispute' })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', matterId)
      .execute(),
  )
  parts.clock.advance({ days: 31 })
  expect(await deleteDueOrganisations(app)).toBe(0)
  const asAdmin = await callerFor(parts, world.admin)
  expect((await asAdmin.get(`${path}/deletion`)).json()).toMatchObject({ holds: 1 })
  expect((await asAdmin.delete(`${path}/deletion`)).statusCode).toBe(204)
  expect((await asAdmin.delete(`${path}/deletion`)).statusCode).toBe(404)
  expect((await asAdmin.get(`/v2/matters/${matterId}`)).statusCode).toBe(200)
})

async function rowsOf(organisationId: number): Promise<Record<string, number>> {
  const all = await fingerprint(parts.app.database.pool.options)
  const counts: Record<string, number> = {}
  for (const table of all.keys()) {
    const { rows: columns } = await parts.app.database.pool.query(
      `select 1 from information_schema.columns where table_name = $1 and column_name = 'organisation_id'`,
      [table],
    )
    if (columns.length === 0) continue
    const { rows } = await parts.app.database.pool.query<{ count: number }>(
      `select count(*)::int as count from "${table}" where organisation_id = $1`,
      [organisationId],
    )
    counts[table] = rows[0]?.count ?? 0
  }
  return counts
}
