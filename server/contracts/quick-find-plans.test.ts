import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createUser } from '../../test/factories.ts'
import { actorFor } from '../../test/fixtures/actors.ts'
import { contractWorld } from '../../test/fixtures/contracts.ts'
import { recountAll } from '../../test/lists/counts.ts'
import { plansOf } from '../../test/lists/plans.ts'
import { useTestApp } from '../../test/test-app.ts'
import { quickFindContracts } from './contract-lookups.ts'

const parts = useTestApp()

test('quick find reads indexes and sorts few rows in an organisation of 60,000 contracts [C-32]', async () => {
  const { app } = parts
  const { organisationId, owner, templateId } = await contractWorld(parts)
  const administrator = await actorFor(
    app,
    await createUser(app, { organisationId, groups: ['ContractAdministrators'] }),
  )
  // in parts, none of which comes near the limit of a statement
  for (let first = 1; first <= 60_000; first += 5_000) {
    await sql`insert into contracts (organisation_id, name, status, template_id, owner_id, created_by, created_at, updated_at, last_activity_at)
    select ${organisationId}, (array['Lease', 'Supply', 'Licence', 'Pledge'])[1 + g % 4] || ' with ' || substr(md5(g::text), 1, 8), 'Draft',
      ${templateId}, ${owner.id}, ${owner.id}, ${app.clock.now()}, ${app.clock.now()},
      ${app.clock.now()}::timestamptz - g * interval '1 minute' from generate_series(${first}::int, ${first + 4_999}::int) g`.execute(
      app.database.kysely,
    )
  }
  await recountAll(app)
  await sql`vacuum analyze contracts`.execute(app.database.kysely)
  for (const typed of ['lease', 'laese', 'c4ca4238', 'c4ca42389', '7', 'le', 'nothing of this']) {
    const plans = await plansOf(app.database.pool, (db) =>
      quickFindContracts({ ...app, db }, administrator, { typed, take: 50 }),
    )
    expect(plans.length, typed).toBeGreaterThan(0)
    for (const { sql: text, nodes } of plans) {
      for (const node of nodes) {
        const sorted = node['Node Type'] === 'Sort' ? (node.Plans?.[0]?.['Actual Rows'] ?? 0) : 0
        const scanned = node['Node Type'] === 'Seq Scan' && node['Relation Name'] === 'contracts'
        expect(scanned || sorted > 10_000, `${node['Node Type']} of ${sorted} rows in ${text}`).toBe(false)
      }
    }
  }
})
