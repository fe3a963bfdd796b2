// The objects that the database makes of records, and contracts in the order of their stage, in an organisation of
// 20,000 of each kind: nothing in the plan grows with the table.
import { beforeAll, expect, test } from 'vitest'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { contractShape } from '../../server/contracts/v2/contracts.wire.ts'
import { jsonOf } from '../../server/http/shape.ts'
import { timesV1 } from '../../server/http/v1/shapes.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { matterShape } from '../../server/matters/v2/matters.wire.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { columnPart } from '../../server/platform/lists/json-shape.ts'
import type { Filter } from '../../server/platform/lists/list-query.ts'
import type { Reader } from '../../server/platform/postgres/database.ts'
import { recordBodies } from '../../server/records/lists/record-bodies.ts'
import { listingOf, listVisible } from '../../server/records/lists/record-lists.ts'
import { objectsInScope, pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import { actorFor } from '../fixtures/actors.ts'
import { makeLargeOrganisation } from '../lists/large-organisation.ts'
import { plansOf, wrongInPlan } from '../lists/plans.ts'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()
const large = ['contracts', 'matters', 'contract_members', 'matter_members', 'field_values']
let administrator: Actor
let colleague: Actor

beforeAll(async () => {
  const { app } = parts
  const { organisationId, email } = await makeLargeOrganisation(app, 20_000)
  const users = await app.db
    .selectFrom('users')
    .where('organisation_id', '=', organisationId)
    .where('role', 'in', ['Administrator', 'InhouseLegal'])
    .where('status', '=', 'Active')
    .select(['id', 'role', 'email_key as email'])
    .execute()
  const found = (is: (user: (typeof users)[number]) => boolean) => actorFor(app, users.find(is) ?? { id: '' })
  administrator = await found((user) => user.email === email)
  colleague = await found(({ role }) => role === 'InhouseLegal')
})

async function wrongIn(work: (db: Reader) => Promise<unknown>): Promise<readonly string[]> {
  const plans = await plansOf(parts.app.database.pool, work)
  expect(plans.length).toBeGreaterThan(0)
  return plans.flatMap((plan) => wrongInPlan(plan, { few: 2_500, large }))
}

test('the objects of a page are read by their ids', async () => {
  const { app } = parts
  const bodies = {
    contracts: recordBodies(contractKind, app, {
      shape: jsonOf(contractShape),
      columns: (context) => columnsV2(contractKind, context),
    }),
    matters: recordBodies(matterKind, app, {
      shape: jsonOf(matterShape),
      columns: (context) => columnsV2(matterKind, context),
    }),
  }
  for (const table of ['contracts', 'matters'] as const) {
    const { rows } = await app.database.pool.query<{ id: number }>(`select id from ${table} limit 50`)
    const asked = { ids: rows.map(({ id }) => id), selected: null }
    for (const actor of [administrator, colleague])
      expect(await wrongIn((db) => bodies[table].list(db, actor, asked))).toEqual([])
  }
})

test('the rows of v1 are made with their page, built for the request or compiled', async () => {
  const { app } = parts
  const columns = ['id', 'name', 'ownerName', 'restricted', 'createdAt']
  const shape = Object.fromEntries(columns.map((name) => [name, columnPart(name, timesV1)]))
  const query = { filter: null, skip: 0, take: 50, sort: [{ name: 'createdAt', descending: true }] }
  // compiled from the second time on
  for (const scope of ['All', 'All', 'Personal', 'Personal', 'Restricted', 'Restricted'] as const) {
    for (const kind of [contractKind, matterKind as unknown as typeof contractKind]) {
      const asked = { scope, query, shape }
      expect(await wrongIn((db) => objectsInScope(kind, { ...app, db }, administrator, asked))).toEqual([])
    }
  }
})

test('pages that are planned once are right for everybody, whatever they have in common', async () => {
  const states = (kind: string): readonly (Filter | null)[] => {
    const [name, usual, rare] =
      kind === 'matter' ? ['state', 'Active', 'AwaitingOwnerAcceptance'] : ['stage', 'Executed', 'Void']
    const isIn = (value: string): Filter => ({ kind: 'compare', name, comparison: 'eq', value })
    return [null, isIn(usual), isIn(rare), { kind: 'not', part: isIn(usual) }]
  }
  const { app } = parts
  const sort = [{ name: 'name', descending: false }]
  for (const kind of [contractKind, matterKind as unknown as typeof contractKind]) {
    for (const filter of states(kind.kind)) {
      const query = { filter, skip: 0, take: 51, sort }
      const asked = { query, columns: ['id'], count: true, listing: undefined }
      // compiled from the second time on
      for (const actor of [administrator, colleague, administrator, colleague])
        expect(await wrongIn((db) => pageOfVisible(kind, { ...app, db }, actor, asked))).toEqual([])
    }
  }
})

test.each(['Executed', 'Expired'])('%s contracts by expiry are walked along an index', async (value) => {
  const { app } = parts
  const filter: Filter = { kind: 'compare', name: 'stage', comparison: 'eq', value }
  for (const descending of [true, false]) {
    const query = { filter, skip: 0, take: 51, sort: [{ name: 'expiry', descending }] }
    const asked = { query, columns: ['id'], count: true, listing: undefined }
    for (const actor of [administrator, colleague, administrator, colleague])
      expect(await wrongIn((db) => pageOfVisible(contractKind, { ...app, db }, actor, asked))).toEqual([])
  }
})

test('contracts by stage are walked as they are stored, unless one has expired since [G-99]', async () => {
  const { app } = parts
  const query = { filter: null, skip: 0, take: 50, sort: [{ name: 'stage', descending: true }] }
  const at = (now: Date) => ({ ...app, clock: { ...app.clock, now: () => now } })
  const wrong = (actor: Actor, now: Date) => {
    const listing = listingOf(contractKind, at(now), actor)
    return wrongIn((db) =>
      listVisible(contractKind, { ...app, db }, actor, { query, columns: ['id'], listing }),
    )
  }
  for (const actor of [administrator, colleague]) expect(await wrong(actor, new Date(0))).toEqual([])
  // the other way is there as well: all are put in the order of what is shown
  expect(await wrong(administrator, new Date('2100-01-01'))).not.toEqual([])
})
