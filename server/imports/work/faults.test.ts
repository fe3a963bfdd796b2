// Imports that are interrupted: whatever fails, wherever, each row is made once or not at all.
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { importsOf, zipOf } from '../../../test/fixtures/imports.ts'
import { cutAtPacket, failingAtStatement } from '../../../test/servers/failing-statements.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { importKinds } from '../../operations/process/import-kinds.ts'
import { jobs, runJob } from '../../operations/process/worker.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { storageFull } from '../../platform/storage/storage.ts'
import { carryOn } from './carry-on.ts'

const parts = useTestApp()
let organisationId: number
let caller: Awaited<ReturnType<typeof callerFor>>
let imports: ReturnType<typeof importsOf>

const documents = ['a.pdf', 'b/c.pdf', 'd.pdf']
const csv = ['Name,Type,Document', ...documents.map((path) => `${path},Mutual NDA,${path}`)].join('\n')
const files = Object.fromEntries(documents.map((path) => [path, `contents of ${path}`]))

beforeEach(async () => {
  organisationId = (await createOrganisation(parts.app)).id
  await createContractTemplate(parts.app, { organisationId })
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  imports = importsOf(parts.app, organisationId, caller)
})

const turn = (id: number, app: App = parts.app) => carryOn(app, { organisationId, id }, importKinds)

/** As if the time of a dead process were over. */
const endLease = (id: number) =>
  internalTransaction(parts.app, (tx) =>
    tx
      .updateTable('imports')
      .set({ leased_until: null })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  )

/** What an import leaves: its contracts, each with one document, and nothing else. */
async function expectWhole(id: number): Promise<void> {
  const { rows } = await sql<{ name: string; documents: number; versions: number }>`select c.name,
      (select count(*) from files f where f.organisation_id = c.organisation_id and f.contract_id = c.id)::int as documents,
      (select count(*) from files f join file_versions v on v.organisation_id = f.organisation_id and v.file_id = f.id
        where f.organisation_id = c.organisation_id and f.contract_id = c.id)::int as versions
    from contracts c where c.organisation_id = ${organisationId} order by c.name`.execute(parts.app.db)
  expect(rows).toEqual(documents.map((name) => ({ name, documents: 1, versions: 1 })))
  const { rows: left } = await sql`select number from import_rows where organisation_id = ${organisationId}
    and import_id = ${id} and (outcome is distinct from 'Made' or made_id is null)`.execute(parts.app.db)
  expect(left).toEqual([])
  const { rows: kept } = await sql`select path from import_files where organisation_id = ${organisationId}
    union all select name from import_archives where organisation_id = ${organisationId}`.execute(
    parts.app.db,
  )
  expect(kept).toEqual([])
}

async function begin(): Promise<number> {
  const { id } = await imports.send('contracts', csv)
  await imports.addZip(id, files)
  return id
}

async function clear(id: number): Promise<void> {
  expect(await imports.act(id, 'undo')).toMatchObject({ state: 'Undone', undone: documents.length })
  expect((await caller.delete(`/v2/imports/${id}`)).statusCode).toBe(204)
}

const phases = ['unpacking', 'checking', 'making', 'removing'] as const

/** An import that has come to where a kind of work begins. */
async function comeTo(phase: (typeof phases)[number]): Promise<number> {
  const id = await begin()
  if (phase === 'unpacking') return id
  await imports.work(id)
  if (phase === 'checking') {
    await imports.begin(id, 'check')
    return id
  }
  await imports.act(id, 'check')
  await imports.begin(id, 'run')
  if (phase === 'making') return id
  await imports.work(id)
  await imports.begin(id, 'undo')
  return id
}

/** Goes on with it to its end, and looks whether everything is there once. */
async function complete(id: number, phase: (typeof phases)[number]): Promise<void> {
  await endLease(id)
  await imports.work(id)
  if (phase === 'removing') {
    const { rows } = await sql`select id from contracts where organisation_id = ${organisationId}`.execute(
      parts.app.db,
    )
    expect(rows).toEqual([])
    return
  }
  if (phase === 'unpacking') await imports.begin(id, 'check')
  if (phase !== 'making') {
    expect(await imports.work(id)).toMatchObject({ state: 'Checked', wrong: 0 })
    await imports.begin(id, 'run')
  }
  expect(await imports.work(id)).toMatchObject({ state: 'Done', made: documents.length, skipped: 0 })
  await expectWhole(id)
  await clear(id)
}

test.each(phases)(
  'a statement that fails while %s leaves nothing half done: the next turn goes on [X-11]',
  async (phase) => {
    let places = 0
    for (let number = 1, wasReached = true; wasReached; number += 4) {
      const id = await comeTo(phase)
      wasReached = await failingAtStatement(parts.app, number, () => turn(id).catch(() => undefined))
      await complete(id, phase)
      places++
    }
    expect(places).toBeGreaterThan(3)
  },
)

test('a process that dies while rows are made makes none twice and leaves none out [X-11]', async () => {
  let places = 0
  for (const when of ['before', 'while under way'] as const) {
    for (let number = 2, reached: string | undefined = ''; reached !== undefined; number += 3) {
      const id = await begin()
      await imports.work(id)
      await imports.act(id, 'check')
      await imports.begin(id, 'run')
      reached = await cutAtPacket(parts.app, { number, when }, () => turn(id).catch(() => undefined))
      await endLease(id)
      expect(await imports.work(id)).toMatchObject({ state: 'Done', made: documents.length })
      await expectWhole(id)
      await clear(id)
      places++
    }
  }
  expect(places).toBeGreaterThan(10)
})

test('two processes at the same import make no row twice [X-11]', async () => {
  const id = await begin()
  await imports.work(id)
  await imports.act(id, 'check')
  await imports.begin(id, 'run')
  await Promise.all([turn(id), turn(id), turn(id)])
  expect(await imports.work(id)).toMatchObject({ state: 'Done', made: documents.length })
  await expectWhole(id)
})

test('what a dead process left is taken up by the job that looks for it [X-11]', async () => {
  const id = await begin()
  const dying: App = {
    ...parts.app,
    stopping: () => {
      throw new Error('the power is gone')
    },
  }
  await turn(id, dying)
  await endLease(id)
  const resume = jobs.find(({ name }) => name === 'resume-imports')
  if (!resume) throw new Error('There is no such job')
  await runJob(parts.app, resume, {})
  const { rows } = await parts.app.database.pool.query(
    'select key from graphile_worker.jobs where key = $1',
    [`carry-on-import ${organisationId} ${id}`],
  )
  expect(rows).toHaveLength(1)
})

test('a full disk ends the unpacking with the reason; what is unpacked stays, and sending it again completes it [X-12]', async () => {
  const id = await begin()
  let stored = 0
  const full: App = {
    ...parts.app,
    storage: {
      ...parts.app.storage,
      open: (...asked) => parts.app.storage.open(...asked),
      put: (...given) => {
        if (++stored > 1) return Promise.reject(storageFull(undefined))
        return parts.app.storage.put(...given)
      },
    },
  }
  const shown = await imports.work(id, full)
  expect(shown.files).toMatchObject({
    count: 1,
    archives: 0,
    failure: expect.stringMatching(/no space left/),
  })
  await imports.addZip(id, files)
  expect(await imports.work(id)).toMatchObject({ files: { count: 3 } })
  await imports.act(id, 'check')
  await imports.act(id, 'run')
  await expectWhole(id)
})

test('a file that is changed after the check has the import checked again [X-13]', async () => {
  const id = await begin()
  await imports.work(id)
  expect(await imports.act(id, 'check')).toMatchObject({ state: 'Checked' })
  const changed = await caller.post(`/v2/imports/${id}/files?path=a.pdf`, 'other contents', {
    headers: { 'content-type': 'application/pdf' },
  })
  expect(changed.statusCode).toBe(201)
  expect((await caller.post(`/v2/imports/${id}/run`, {})).statusCode).toBe(409)
  await imports.act(id, 'check')
  await imports.begin(id, 'run')
  const late = await caller.post(`/v2/imports/${id}/files?path=a.pdf`, 'too late', {
    headers: { 'content-type': 'application/pdf' },
  })
  expect(late.statusCode).toBe(409)
  await imports.work(id)
  await expectWhole(id)
})

test.each([
  ['no archive', Buffer.from('this is none'), /is not a zip archive/],
  ['a path that leads outside', 'evil', /leads outside|invalid relative path|damaged/],
])('%s is refused with the reason, and unpacks nothing [X-12]', async (_, sent, reason) => {
  const { id } = await imports.send('contracts', csv)
  const zip = sent === 'evil' ? await evilZip() : (sent as Buffer)
  const url = `/v2/imports/${id}/files?unpack=true&path=files.zip`
  await caller.post(url, zip, { headers: { 'content-type': 'application/zip' } })
  const shown = await imports.work(id)
  expect(shown.files).toMatchObject({ count: 0, archives: 0, failure: expect.stringMatching(reason) })
})

/** An archive whose only path was changed to one that leads outside. */
async function evilZip(): Promise<Buffer> {
  const zip = await zipOf({ 'aa/evil.pdf': 'x' })
  return Buffer.from(zip.toString('latin1').replaceAll('aa/evil.pdf', '../evil.pdf'), 'latin1')
}
