// An organisation that leaves with its export and comes to an empty installation: it is the same there, row by row and
// byte by byte.
import { createWriteStream } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import PizZip from 'pizzip'
import { expect, test } from 'vitest'
import { emptyInstallation } from '../../../test/fixtures/empty-installation.ts'
import { temporaryFolder } from '../../../test/servers/backups.ts'
import { useTestApp } from '../../../test/test-app.ts'
import type { App } from '../../platform/app.ts'
import { internalTransaction, systemActor } from '../../platform/events/change.ts'
import { importFrom } from '../cli/actions/organisation-actions.ts'
import { compareExport } from './compare-export.ts'
import { exportOrganisation } from './export-organisation.ts'

const parts = useTestApp({}, { demo: true })

const harbour = async (): Promise<number> => {
  const { id } = await parts.app.db
    .selectFrom('organisations')
    .where('type', '=', 'Customer')
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow()
  return id
}

async function exported(app: App = parts.app): Promise<string> {
  const path = join(await temporaryFolder(), 'harbour.zip')
  const { stream, recorded } = await exportOrganisation(app, systemActor('test'), await harbour())
  await pipeline(stream, createWriteStream(path))
  expect(await recorded).toBe(true)
  return path
}

const emptyApp = () => emptyInstallation(parts.clock)

test('the demo is exported, imported into an empty installation, and equal there [X-16]', async () => {
  const path = await exported()
  expect((await compareExport(parts.app, path)).differences).toEqual([])
  const app = await emptyApp()
  const imported = await importFrom(app, path)
  expect(imported.rows).toBeGreaterThan(500)
  expect(imported.contents).toBeGreaterThan(10)
  expect(await compareExport(app, path)).toEqual({
    rows: imported.rows,
    contents: imported.contents,
    differences: [],
  })
  // what is made next has ids of its own
  const { rows } = await sql<{ next: number; last: number }>`select nextval('matters_id')::int as next,
    (select max(id) from matters where organisation_id = ${await harbour()})::int as last`.execute(app.db)
  expect(rows[0]?.next).toBeGreaterThan(rows[0]?.last ?? Number.NaN)
  // and nothing of it is a secret
  const { rows: secrets } = await sql`select id from users where password_hash is not null`.execute(app.db)
  expect(secrets).toEqual([])
  await expect(importFrom(app, path)).rejects.toThrow('This installation has organisations already')
})

test('a row that was changed, and a byte that was, are named by the comparison [X-16]', async () => {
  const path = await exported()
  const app = await emptyApp()
  await importFrom(app, path)
  const organisationId = await harbour()
  const key = await internalTransaction(app, async (tx) => {
    await sql`update matters set name = 'Renamed' where organisation_id = ${organisationId}
      and id = (select min(id) from matters where organisation_id = ${organisationId})`.execute(tx)
    const { rows } = await sql<{ key: string }>`select storage_key as key from file_versions
      where organisation_id = ${organisationId} order by storage_key limit 1`.execute(tx)
    return rows[0]?.key ?? ''
  })
  await app.storage.remove(key)
  const { differences } = await compareExport(app, path)
  expect(differences).toEqual([
    expect.stringMatching(/^matters: a row is in the export only: /),
    expect.stringMatching(/^matters: a row is in the database only: .*Renamed/),
    expect.stringMatching(new RegExp(`^The content ${key} cannot be read`)),
  ])
})

test('an import that does not arrive as it left is not kept, and says what differs [X-16]', async () => {
  const path = await exported()
  const app = await emptyApp()
  await sql`create function shorten() returns trigger language plpgsql as
    $$ begin new.name := left(new.name, 10); return new; end $$`.execute(app.db)
  await sql`create trigger shorten before insert on matters for each row execute function shorten()`.execute(
    app.db,
  )
  await expect(importFrom(app, path)).rejects.toThrow(
    /^What arrived is not what the export says, so nothing was imported\.\n.*matters: a row is in the export only/s,
  )
  const { rows } = await sql`select id from organisations`.execute(app.db)
  expect(rows).toEqual([])
  await sql`drop trigger shorten on matters`.execute(app.db)
  await importFrom(app, path)
})

test('an import that was interrupted goes on, and one of another version says so [X-17]', async () => {
  const path = await exported()
  const app = await emptyApp()
  let stored = 0
  const dying: App = {
    ...app,
    storage: {
      ...app.storage,
      open: (...asked) => app.storage.open(...asked),
      putAt: (...given) => {
        if (++stored === 3) return Promise.reject(new Error('the power is gone'))
        return app.storage.putAt(...given)
      },
    },
  }
  await expect(importFrom(dying, path)).rejects.toThrow('the power is gone')
  const { rows } = await sql`select id from organisations`.execute(app.db)
  expect(rows).toEqual([])
  await importFrom(app, path)
  expect((await compareExport(app, path)).differences).toEqual([])
  const zip = new PizZip(await readFile(path))
  const manifest = JSON.parse(zip.file('manifest.json')?.asText() ?? '') as { migration: string }
  const other = join(await temporaryFolder(), 'older.zip')
  const changed = { ...manifest, migration: '0001-organisations.sql' }
  zip.remove('manifest.json')
  zip.file('manifest.json', JSON.stringify(changed))
  await writeFile(other, zip.generate({ type: 'nodebuffer' }))
  await expect(importFrom(await emptyApp(), other)).rejects.toThrow('Use the same version.')
})

test('the archive says what its rows consist of, as a JSON Schema [X-18]', async () => {
  const zip = new PizZip(await readFile(await exported()))
  const schema = JSON.parse(zip.file('schema.json')?.asText() ?? '') as {
    $defs: Record<string, { properties: Record<string, unknown> }>
  }
  const names = Object.keys(zip.files).flatMap((name) => /^rows\/(.*)\.jsonl$/.exec(name)?.[1] ?? [])
  expect(names.length).toBeGreaterThan(50)
  for (const name of names) {
    const [first] = (zip.file(`rows/${name}.jsonl`)?.asText() ?? '').split('\n')
    if (!first) continue
    const unknown = Object.keys(JSON.parse(first) as object).filter(
      (key) => !(key in (schema.$defs[name]?.properties ?? {})),
    )
    expect(unknown, name).toEqual([])
  }
})
