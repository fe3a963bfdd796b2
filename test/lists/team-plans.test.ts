// The list of a team that has much of a large organisation, beside teams that have little: its pages are walked to
// along an index, also further down, where putting in order all that the team has would read far more.
import { beforeAll, expect, test } from 'vitest'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { timesV1 } from '../../server/http/v1/shapes.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { columnPart } from '../../server/platform/lists/json-shape.ts'
import type { Reader } from '../../server/platform/postgres/database.ts'
import { objectsInScope, pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import { recountAll } from './counts.ts'
import { actorFor } from '../fixtures/actors.ts'
import { useTestApp } from '../test-app.ts'
import { makeLargeOrganisation } from './large-organisation.ts'
import { plansOf, wrongInPlan } from './plans.ts'

const parts = useTestApp()
let lawyer: Actor

beforeAll(async () => {
  const { app } = parts
  const { pool } = app.database
  const { organisationId } = await makeLargeOrganisation(app, 20_000)
  await pool.query(
    `insert into teams (organisation_id, name, created_at, updated_at)
     select $1, 'Small team ' || n, now(), now() from generate_series(1, 40) n`,
    [organisationId],
  )
  for (const table of ['contracts', 'matters'])
    await pool.query(
      `update ${table} r set team_id = small.id
       from (select id, row_number() over (order by id) * 450 as place from teams where organisation_id = $1 and name like 'Small %') small
       where r.organisation_id = $1
         and r.id = (select min(id) + small.place from ${table} where organisation_id = $1)`,
      [organisationId],
    )
  await recountAll(app)
  await pool.query('vacuum analyze matters, contracts, record_counts')
  const { id } = await app.db
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('role', '=', 'InhouseLegal')
    .orderBy('email_key')
    .select('id')
    .executeTakeFirstOrThrow()
  lawyer = await actorFor(app, { id })
})

test.each(['id', 'name', 'createdAt'])('by %s', async (name) => {
  const { app } = parts
  const query = { filter: null, skip: 250, take: 30, sort: [{ name, descending: true }] }
  const asked = { scope: 'Teams', query, shape: { id: columnPart('id', timesV1) } } as const
  for (const kind of [contractKind, matterKind as unknown as typeof contractKind]) {
    // built the first time; planned without most values of the caller the second time
    for (const time of [1, 2]) {
      const read = (db: Reader) => objectsInScope(kind, { ...app, db }, lawyer, asked)
      const plans = await plansOf(app.database.pool, read)
      const wrong = plans.flatMap((plan) => wrongInPlan(plan, { few: 3_000 }))
      expect(wrong, `${kind.kind}, ${time}`).toEqual([])
    }
  }
})

test.each([0, 250])('of all that its members see, from %i', async (skip) => {
  const { app } = parts
  for (const name of ['id', 'name', 'createdAt', 'lastActivityAt']) {
    const query = { filter: null, skip, take: 30, sort: [{ name, descending: true }] }
    const asked = { query, columns: ['id'], count: true }
    for (const kind of [contractKind, matterKind as unknown as typeof contractKind]) {
      for (const time of [1, 2]) {
        const read = (db: Reader) => pageOfVisible(kind, { ...app, db }, lawyer, asked)
        const plans = await plansOf(app.database.pool, read)
        const wrong = plans.flatMap((plan) => wrongInPlan(plan, { few: 3_000 }))
        expect(wrong, `${kind.kind} by ${name}, ${time}`).toEqual([])
      }
    }
  }
})
