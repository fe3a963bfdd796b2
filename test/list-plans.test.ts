// Every list of records in every order that people use, in an organisation of thousands: nothing in its plan grows with the
// table. No time is measured; what is asked is how the database goes about it.
import { beforeAll, describe, expect, test } from 'vitest'
import { seedLarge } from '../server/demo/large/seed-large.ts'
import { listFiles } from '../server/files/lists/list-folder.ts'
import { contractKind } from '../server/contracts/contract-kind.ts'
import { matterKind } from '../server/matters/matter-kind.ts'
import type { Actor } from '../server/platform/actor.ts'
import type { Reader } from '../server/platform/postgres/database.ts'
import type { Filter } from '../server/platform/lists/list-query.ts'
import type { ScopeName } from '../server/records/list-scopes.ts'
import {
  columnsOfScope,
  countVisible,
  listingOf,
  listScope,
  listVisible,
} from '../server/records/record-lists.ts'
import { actorFor } from './actors.ts'
import { createUser } from './factories.ts'
import { plansOf, wrongInPlan } from './plans.ts'
import { useTestApp } from './test-app.ts'

const parts = useTestApp()
const size = 12_000
/** More than the rows of a page and what it passes over; far less than the table. */
const few = 2_500
const large = ['contracts', 'matters', 'contract_members', 'matter_members']

let administrator: Actor
let lawyer: Actor
let newcomer: Actor
beforeAll(async () => {
  const { app } = parts
  const { organisationId, email } = await seedLarge(app, { size })
  const found = async (where: { email?: string; role?: string }) =>
    app.db
      .selectFrom('users')
      .where('organisation_id', '=', organisationId)
      .$if(where.email !== undefined, (query) => query.where('email_key', '=', where.email ?? ''))
      .$if(where.role !== undefined, (query) => query.where('role', '=', where.role ?? ''))
      .select(['id', 'email', 'organisation_id as organisationId'])
      .executeTakeFirstOrThrow()
  administrator = await actorFor(app, await found({ email }))
  lawyer = await actorFor(app, await found({ role: 'InhouseLegal' }))
  newcomer = await actorFor(app, await createUser(app, { organisationId, role: 'Contributor' }))
  for (const kind of ['contract', 'matter']) {
    await app.database.pool.query(
      `insert into files (organisation_id, kind, ${kind}_id, name, version, size, created_by, created_at, updated_by, updated_at)
       select organisation_id, 'File', id, 'Draft of ' || name, 1, 10, owner_id, created_at, owner_id, created_at
       from ${kind}s where organisation_id = $1`,
      [organisationId],
    )
  }
  await app.database.pool.query('vacuum analyze')
})

const orders = ['createdAt', 'lastActivityAt', 'name'] as const
const columns = ['id', 'name', 'ownerName', 'restricted', 'createdAt']
const whole = { filter: null, skip: 0, take: 50 } as const

async function wrongIn(work: (db: Reader) => Promise<unknown>): Promise<readonly string[]> {
  const plans = await plansOf(parts.app.database.pool, work)
  expect(plans.length).toBeGreaterThan(0)
  return plans.flatMap((plan) => wrongInPlan(plan, { few, large }).map((each) => `${each} in ${plan.sql}`))
}

const contractScopes: readonly ScopeName[] = ['Personal', 'Teams', 'All', 'Restricted']
const matterScopes: readonly ScopeName[] = [...contractScopes, 'Intake']

describe.each(orders)('by %s, pages and totals read an index', (name) => {
  test.each([true, false])('descending: %s [G-99]', async (descending) => {
    const { app } = parts
    const query = { ...whole, sort: [{ name, descending }] }
    for (const scope of contractScopes) {
      const { catalogue } = await columnsOfScope(contractKind, app, administrator, { scope, fieldNames: [] })
      const asked = { scope, query, columns, catalogue }
      expect(await wrongIn((db) => listScope(contractKind, { db }, administrator, asked)), scope).toEqual([])
    }
    for (const scope of matterScopes) {
      const { catalogue } = await columnsOfScope(matterKind, app, administrator, { scope, fieldNames: [] })
      const asked = { scope, query, columns, catalogue }
      expect(await wrongIn((db) => listScope(matterKind, { db }, administrator, asked)), scope).toEqual([])
    }
  })

  test('also for people who see some of it, or nothing yet [G-99]', async () => {
    const { app } = parts
    const query = { ...whole, sort: [{ name, descending: true }] }
    for (const actor of [lawyer, newcomer]) {
      const contracts = { query, columns, listing: listingOf(contractKind, app, actor) }
      expect(await wrongIn((db) => listVisible(contractKind, { ...app, db }, actor, contracts))).toEqual([])
      const matters = { query, columns, listing: listingOf(matterKind, app, actor) }
      expect(await wrongIn((db) => listVisible(matterKind, { ...app, db }, actor, matters))).toEqual([])
    }
  })
})

test.each(['id', 'name'] as const)(
  'files of all records by %s are walked, or gathered for who sees few',
  async (name) => {
    const query = { ...whole, sort: [{ name, descending: true }] }
    const list = { scope: { recursive: true }, query, columns: ['id', 'name', 'type'] } as const
    for (const actor of [administrator, lawyer, newcomer]) {
      expect(await wrongIn((db) => listFiles({ ...parts.app, db }, actor, list))).toEqual([])
    }
  },
)

const filters: readonly [string, Filter][] = [
  ['restricted', { kind: 'compare', name: 'restricted', comparison: 'eq', value: false }],
  ['no team', { kind: 'compare', name: 'teamId', comparison: 'eq', value: null }],
]

test.each(filters)('a filter on what is counted is counted without a row: %s [G-99]', async (_, filter) => {
  const { app } = parts
  const query = { ...whole, filter, sort: [] }
  const contracts = { query, listing: listingOf(contractKind, app, lawyer) }
  expect(await wrongIn((db) => countVisible(contractKind, { ...app, db }, lawyer, contracts))).toEqual([])
  const matters = { query, listing: listingOf(matterKind, app, lawyer) }
  expect(await wrongIn((db) => countVisible(matterKind, { ...app, db }, lawyer, matters))).toEqual([])
})
