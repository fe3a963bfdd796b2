// What an export of an organisation holds when things change or break while it is made, and how one that is not whole
// is found.
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import PizZip from 'pizzip'
import { expect, test } from 'vitest'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import type { App } from '../../platform/app.ts'
import { storageUnavailable } from '../../platform/storage/storage.ts'
import type { ExportManifest } from './export-manifest.ts'
import { exportOrganisation } from './export-organisation.ts'
import { ExportIncomplete, verifyExport } from './verify-export.ts'

const parts = useTestApp()
const operator = systemActor('test')

/** An organisation with a matter and three files of 100 to 102 letters. */
async function filled() {
  const { app } = parts
  const { id } = await createOrganisation(app)
  const admin = await createUser(app, { organisationId: id, role: 'Administrator' })
  const matterId = await insertMatter(app, { owner: admin })
  const asAdmin = await callerFor(parts, admin)
  for (const [place, letter] of ['a', 'b', 'c'].entries()) {
    const path = `/file-apis/v1/files/Matter/${matterId}?fileName=${letter}.txt`
    const sent = await asAdmin.post(path, letter.repeat(100 + place), {
      headers: { 'content-type': 'text/plain' },
    })
    expect(sent.statusCode, sent.body).toBeLessThan(300)
  }
  const rows = await app.db
    .selectFrom('file_versions')
    .where('organisation_id', '=', id)
    .select('storage_key as key')
    .orderBy('storage_key')
    .execute()
  return { app, id, asAdmin, matterId, keys: rows.map(({ key }) => key) }
}

async function exportedAt(app: App, id: number) {
  const row = await app.db
    .selectFrom('organisations')
    .where('id', '=', id)
    .select('exported_at')
    .executeTakeFirst()
  return row?.exported_at ?? null
}

const manifestIn = (zip: PizZip) => JSON.parse(zip.file('manifest.json')?.asText() ?? '') as ExportManifest

/** A storage that does something before it opens a content. */
const withOpening = (app: App, before: (key: string) => Promise<void>): App => ({
  ...app,
  storage: {
    ...app.storage,
    async open(key, range, size) {
      await before(key)
      return app.storage.open(key, range, size)
    },
  },
})

test('rows and the list of contents are of one moment: what comes and goes later changes neither [O-90]', async () => {
  const { app, id, asAdmin, matterId, keys } = await filled()
  const [, , last = ''] = keys
  let first = true
  const changing = withOpening(app, async (key) => {
    if (!first) return
    first = false
    // a new file, and one that is deleted for good, while the first content is being read
    await asAdmin.post(`/file-apis/v1/files/Matter/${matterId}?fileName=late.txt`, 'Too late', {
      headers: { 'content-type': 'text/plain' },
    })
    expect(key).not.toBe(last)
    await internalTransaction(app, async (tx) => {
      await tx
        .deleteFrom('file_versions')
        .where('organisation_id', '=', id)
        .where('storage_key', '=', last)
        .execute()
    })
    await app.storage.remove(last)
  })
  const { stream, recorded } = await exportOrganisation(changing, operator, id)
  const archive = await buffer(stream)
  expect(await recorded).toBe(true)
  const zip = new PizZip(archive)
  const manifest = manifestIn(zip)
  expect(manifest.contents.rows).toBe(3)
  expect(manifest.missing).toEqual([{ key: last, reason: 'deleted' }])
  const versions = zip.file('rows/file_versions.jsonl')?.asText() ?? ''
  expect(keys.map((key) => versions.includes(key))).toEqual([true, true, true])
  expect(versions.trim().split('\n')).toHaveLength(3)
  const path = join(await temporaryFolder(), 'export.zip')
  await writeFile(path, archive)
  expect(await verifyExport(path)).toMatchObject({ contents: 2, missing: manifest.missing })
})

test('a content that is lost is named, and the export counts', async () => {
  const { app, id, keys } = await filled()
  const [lost = ''] = keys
  await app.storage.remove(lost)
  const { stream, recorded } = await exportOrganisation(app, operator, id)
  const zip = new PizZip(await buffer(stream))
  expect(manifestIn(zip).missing).toEqual([{ key: lost, reason: 'lost' }])
  expect(zip.file(`contents/${lost}`)).toBeNull()
  expect(await recorded).toBe(true)
  expect(await exportedAt(app, id)).not.toBeNull()
})

test('a storage that cannot be reached breaks the export off, which does not count and can be started again', async () => {
  const { app, id, keys } = await filled()
  const broken = withOpening(app, async (key) => {
    if (key !== keys[0]) throw storageUnavailable(new Error('connect ECONNREFUSED'))
  })
  const { stream, recorded } = await exportOrganisation(broken, operator, id)
  await expect(buffer(stream)).rejects.toThrow('The file storage cannot be reached')
  expect(await recorded).toBe(false)
  expect(await exportedAt(app, id)).toBeNull()

  const gone: App = {
    ...app,
    storage: { ...app.storage, readClaimFile: () => Promise.reject(new Error('connect ECONNREFUSED')) },
  }
  await expect(exportOrganisation(gone, operator, id)).rejects.toMatchObject({ code: 'unavailable' })

  const again = await exportOrganisation(app, operator, id)
  expect(manifestIn(new PizZip(await buffer(again.stream))).missing).toEqual([])
  expect(await again.recorded).toBe(true)
})

test('an export that is cut off, altered, or has more or less in it, is not verified', async () => {
  const { app, id, keys } = await filled()
  const folder = await temporaryFolder()
  const { stream } = await exportOrganisation(app, operator, id)
  const whole = join(folder, 'whole.zip')
  const bytes = await buffer(stream)
  await writeFile(whole, bytes)
  expect(await verifyExport(whole)).toMatchObject({ organisationId: id, contents: 3, missing: [] })

  const refused = async (name: string, altered: Buffer) => {
    const path = join(folder, `${name}.zip`)
    await writeFile(path, altered)
    await expect(verifyExport(path), name).rejects.toThrow(ExportIncomplete)
  }
  for (const part of [0, 1, 100, bytes.length / 2, bytes.length - 1]) {
    await refused('cut', bytes.subarray(0, part))
  }
  const change = (alter: (zip: PizZip) => void) => {
    const zip = new PizZip(bytes)
    alter(zip)
    return zip.generate({ type: 'nodebuffer' })
  }
  await refused(
    'without-manifest',
    change((zip) => zip.remove('manifest.json')),
  )
  await refused(
    'without-content',
    change((zip) => zip.remove(`contents/${keys[1]}`)),
  )
  await refused(
    'without-last',
    change((zip) => zip.remove(`contents/${keys[2]}`)),
  )
  await refused(
    'without-table',
    change((zip) => zip.remove('rows/matters.jsonl')),
  )
  await refused(
    'other-content',
    change((zip) => zip.file(`contents/${keys[1]}`, 'x'.repeat(101))),
  )
  await refused(
    'other-rows',
    change((zip) => zip.file('rows/matters.jsonl', '')),
  )
  await refused(
    'more',
    change((zip) => zip.file('contents/more', 'more')),
  )
  expect(await readFile(whole)).toEqual(bytes)
})
