// A generated organisation that leaves with its export and comes to an empty installation, where every row and every
// byte is compared; `npm run export-figures` prints what that takes, for 20,000 records without a number.
import { randomBytes } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { expect, test } from 'vitest'
import { createUser } from '../../../test/factories.ts'
import { emptyInstallation } from '../../../test/fixtures/empty-installation.ts'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { systemActor } from '../../platform/events/change.ts'
import { seedLarge } from '../../sandbox/demo/large/seed-large.ts'
import { importFrom } from '../cli/actions/organisation-actions.ts'
import { compareExport } from './compare-export.ts'
import { exportOrganisation } from './export-organisation.ts'

const parts = useTestApp()
const asked = process.env['CHANCERY_TEST_EXPORT_RECORDS']
const records = Number(asked ?? 120)

/** Says how long the work took, and the processor time of this process in it; the database has its own. */
async function measured<Result>(name: string, work: () => Promise<Result>): Promise<Result> {
  const [began, before] = [performance.now(), process.cpuUsage()]
  const result = await work()
  const { user, system } = process.cpuUsage(before)
  const [seconds, processor] = [(performance.now() - began) / 1_000, (user + system) / 1_000_000]
  if (asked !== undefined)
    process.stdout.write(
      `${name.padEnd(28)} ${seconds.toFixed(1)} s, ${processor.toFixed(1)} s of processor time\n`,
    )
  return result
}

const atOnce = 8

/** A file of 1 to 40 KB on every fourth record that is not restricted, in the way in which people add them. */
async function addFiles(organisationId: number): Promise<{ readonly files: number; readonly bytes: number }> {
  const administrator = await createUser(parts.app, {
    organisationId,
    role: 'Administrator',
    groups: ['MatterAdministrators', 'ContractAdministrators'],
  })
  const caller = await callerFor(parts, administrator)
  const { rows } = await parts.app.database.pool.query<{ kind: string; id: string }>(
    `select kind, id from (select 'Matter' as kind, id, restricted from matters where organisation_id = $1
      union all select 'Contract', id, restricted from contracts where organisation_id = $1) r
      where id % 4 = 0 and not restricted order by 1, 2`,
    [organisationId],
  )
  const waiting = rows.values()
  let bytes = 0
  await Promise.all(
    Array.from({ length: atOnce }, async () => {
      for (const { kind, id } of waiting) {
        const content = randomBytes(1_024 + ((Number(id) * 7_919) % 39_936))
        bytes += content.length
        const path = `/file-apis/v1/files/${kind}/${id}?fileName=${kind}-${id}.bin`
        const answer = await caller.post(path, content, {
          headers: { 'content-type': 'application/octet-stream' },
        })
        expect(answer.statusCode, answer.body).toBeLessThan(300)
      }
    }),
  )
  return { files: rows.length, bytes }
}

test('a large organisation is exported, imported elsewhere, and equal there in every row and byte [X-16]', async () => {
  const { organisationId } = await seedLarge(parts.app, { size: records / 2 })
  const { files, bytes } = await measured('files added', () => addFiles(organisationId))
  const path = join(await temporaryFolder(), 'export.zip')
  await measured('exported', async () => {
    const { stream, recorded } = await exportOrganisation(parts.app, systemActor('test'), organisationId)
    await pipeline(stream, createWriteStream(path))
    expect(await recorded).toBe(true)
  })
  const app = await emptyInstallation(parts.clock)
  const imported = await measured('imported and compared', () => importFrom(app, path))
  const compared = await measured('compared again', () => compareExport(app, path))
  expect(compared).toEqual({ rows: imported.rows, contents: imported.contents, differences: [] })
  expect(imported.rows).toBeGreaterThan(records)
  expect(imported.contents).toBe(files)
  if (asked === undefined) return
  const { size } = await stat(path)
  process.stdout.write(
    `${records} records: ${imported.rows} rows, ${files} files of ${(bytes / 1e6).toFixed(1)} MB, archive of ${(size / 1e6).toFixed(1)} MB\n`,
  )
})
