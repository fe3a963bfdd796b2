// A large organisation in a test's own database, sooner than `seed --size` makes it on a running one: without checking
// references, and with the indexes made afterwards. Nobody else uses the database.
import pg from 'pg'
import { inject } from 'vitest'
import { type LargeOrganisation, seedLarge } from '../../server/sandbox/demo/large/seed-large.ts'
import type { RunningApp } from '../../server/operations/process/app.ts'

const tables = ['matters', 'matter_members', 'contracts', 'contract_members', 'field_values']

/** How many rows the tests of plans have: more at night. */
export const largeSize = Number(process.env['CHANCERY_TEST_ROWS'] ?? 100_000)

/**
 * Makes an organisation of so many matters and contracts; with statistics, and vacuumed, as one that has been there for
 * long.
 */
export async function makeLargeOrganisation(app: RunningApp, size: number): Promise<LargeOrganisation> {
  const { rows } = await app.database.pool.query<{ name: string }>('select current_database() as name')
  const owner = new pg.Client({ ...inject('server'), user: 'postgres', database: rows[0]?.name ?? '' })
  await owner.connect()
  try {
    const indexes = await owner.query<{ name: string; definition: string }>(
      `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition from pg_index i
       where indrelid = any($1::regclass[]) and not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)`,
      [tables],
    )
    for (const { name } of indexes.rows) await owner.query(`drop index ${name}`)
    for (const table of tables) await owner.query(`alter table ${table} disable trigger all`)
    const made = await seedLarge(app, { size })
    for (const table of tables) await owner.query(`alter table ${table} enable trigger all`)
    for (const { definition } of indexes.rows) await owner.query(definition)
    // read whole, so that estimates, and plans with them, are the same each time
    for (const table of ['matters', 'contracts'])
      await owner.query(`alter table ${table} alter column owner_id set statistics 400`)
    await owner.query('vacuum analyze')
    return made
  } finally {
    await owner.end()
  }
}

/**
 * Makes somebody a member of few records, and adds files, statuses that few have, and matters in which something is
 * late.
 */
export async function addWhatListsRead(
  app: RunningApp,
  { organisationId, memberId }: { readonly organisationId: number; readonly memberId: string },
): Promise<void> {
  for (const kind of ['contract', 'matter']) {
    await app.database.pool.query(
      `insert into ${kind}_members (organisation_id, ${kind}_id, user_id, added_at)
       select organisation_id, id, $2, created_at from ${kind}s where organisation_id = $1 and id % $3 = 0 limit 100`,
      [organisationId, memberId, Math.floor(largeSize / 100)],
    )
    await app.database.pool.query(
      `insert into files (organisation_id, kind, ${kind}_id, name, version, size, created_by, created_at, updated_by, updated_at)
       select organisation_id, 'File', id, 'Draft of ' || name, 1, 10, owner_id, created_at, owner_id, created_at
       from ${kind}s where organisation_id = $1 and id % 4 = 0`,
      [organisationId],
    )
  }
  // statuses that few have, and matters in which something is late
  await app.database.pool.query(
    `update contracts set status = 'Draft' where organisation_id = $1 and status = 'Void' and id % 5000 <> 7`,
    [organisationId],
  )
  await app.database.pool.query(
    `update matters set status = 'AwaitingOwnerAcceptance' where organisation_id = $1 and id % $2 = 5`,
    [organisationId, Math.floor(largeSize / 3)],
  )
  await app.database.pool.query(
    `insert into tasks (organisation_id, matter_id, position, name, type, status, due_at, late_from, created_by, created_at, updated_at)
     select organisation_id, id, 1, 'Late', 'Standard', 'NotStarted', '2020-01-01', '2020-01-01', owner_id, created_at, created_at
     from matters where organisation_id = $1 and id % $2 = 11`,
    [organisationId, Math.floor(largeSize / 20)],
  )
}
