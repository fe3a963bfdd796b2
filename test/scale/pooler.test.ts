// The whole server behind PgBouncer in transaction mode, with fewer connections to the database than the server has
// open. PgBouncer must be 1.21 or newer; CHANCERY_TEST_PGBOUNCER names one that is not in the usual places.
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkDatabaseServer } from '../../server/operations/process/database-server.ts'
import { cloneDatabase } from '../database.ts'
import { matterWorld, mattersPath } from '../fixtures/matters.ts'
import { carriesPrepared, pgbouncerPath, startPgbouncer } from '../peers/pgbouncer.ts'
import { size, print } from '../webhooks/whole.ts'
import { startServerOn } from './server-on.ts'

const program = pgbouncerPath()
const mode = program && carriesPrepared(program) ? 'transaction' : 'session'

// CI has an older one, which is tried in the mode that it is good for
describe.skipIf(!program)(`behind PgBouncer in ${mode} mode`, () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  let bouncer: Awaited<ReturnType<typeof startPgbouncer>>
  let parts: Awaited<ReturnType<typeof startServerOn>>

  beforeAll(async () => {
    database = await cloneDatabase()
    bouncer = await startPgbouncer(
      database.connection,
      mode,
      mode === 'transaction' ? ['max_prepared_statements = 500', 'default_pool_size = 3'] : [],
    )
    await checkDatabaseServer(bouncer.connection)
    parts = await startServerOn(bouncer.connection)
  })
  afterAll(async () => {
    await parts.end()
    await bouncer.stop()
    await database.drop()
  })

  test('many callers read, create, change and list at once, and each finds what they wrote', async () => {
    const { caller, categoryId } = await matterWorld(parts)
    const each = size(15, 500)
    const work = async (worker: number) => {
      for (let count = 0; count < each; count++) {
        const name = `Matter ${worker}-${count}`
        const created = await caller.post('/v2/matters', { type: { id: categoryId }, name })
        expect(created.statusCode, created.body).toBe(201)
        const { id } = created.json<{ id: number }>()
        const changed = await caller.patch(`/v2/matters/${id}`, { name: `${name} changed` })
        expect(changed.statusCode, changed.body).toBe(204)
        const read = await caller.get(`${mattersPath}/${id}`)
        expect(read.json()).toMatchObject({ id, name: `${name} changed` })
        const query = `$filter=contains(name,'${name} c')&$count=true`
        const list = await caller.get(`/v2/matters?${query}`)
        expect(list.json()).toMatchObject({ count: 1, items: [{ id }] })
      }
    }
    await Promise.all(Array.from({ length: 8 }, (_, worker) => work(worker)))
    const { rows } = await parts.app.database.pool.query<{
      matters: number
      numbers: number
      backends: number
    }>(
      `select count(*) as matters, count(distinct number) as numbers, (select count(*) from pg_stat_activity
         where datname = current_database() and backend_type = 'client backend') as backends from matters`,
    )
    expect(rows[0]).toMatchObject({ matters: 8 * each, numbers: 8 * each })
    if (mode === 'transaction') expect(rows[0]?.backends).toBeLessThanOrEqual(3)
    print(
      `${8 * each} matters created, changed, read and found in ${mode} mode over ${rows[0]?.backends} connections`,
    )
  })
})
