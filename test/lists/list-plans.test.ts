// Every list of records in every order that people use, in an organisation of 100,000 matters and contracts
// (CHANCERY_TEST_ROWS: more): nothing in its plan grows with the table. No time is measured; what is asked is how the
// database goes about it.
import { beforeAll, describe, expect, test } from 'vitest'
import { listFiles } from '../../server/files/lists/list-folder.ts'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { quickFindContracts } from '../../server/contracts/contract-lookups.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { quickFindMatters } from '../../server/matters/matter-lookups.ts'
import { filterFromV2 } from '../../server/http/v2/odata-filter.ts'
import { sortFromV2 } from '../../server/http/v2/odata-order.ts'
import { todayIn } from '../../server/platform/time/local-time.ts'
import type { Actor } from '../../server/platform/actor.ts'
import type { Reader } from '../../server/platform/postgres/database.ts'
import type { Filter, ListQuery } from '../../server/platform/lists/list-query.ts'
import type { ScopeName } from '../../server/records/lists/list-scopes.ts'
import {
  columnsOfScope,
  countVisible,
  listingOf,
  listScope,
  listVisible,
} from '../../server/records/lists/record-lists.ts'
import { actorFor } from '../fixtures/actors.ts'
import { recountAll } from './counts.ts'
import { createUser } from '../factories.ts'
import { addWhatListsRead, largeSize, makeLargeOrganisation } from './large-organisation.ts'
import { plansOf, wrongInPlan } from './plans.ts'
import { useTestApp } from '../test-app.ts'
import { columns, listsOf, repeatedFilters, sortedByField, usualFilters } from './usual-lists.ts'
import { beyond } from './unseen-filters.ts'

const parts = useTestApp()
/** More than the rows of a page and what it passes over, or gathers; far less than the table. */
const few = Math.max(2_500, Math.ceil(1.2 * Math.sqrt(50 * largeSize)))
const large = ['contracts', 'matters', 'contract_members', 'matter_members']

let administrator: Actor
let lawyer: Actor
let newcomer: Actor
let memberOfFew: Actor
beforeAll(async () => {
  const { app } = parts
  const { organisationId, email } = await makeLargeOrganisation(app, largeSize)
  const found = async (where: { email?: string; role?: string }) =>
    app.db
      .selectFrom('users')
      .where('organisation_id', '=', organisationId)
      .$if(where.email !== undefined, (query) => query.where('email_key', '=', where.email ?? ''))
      .$if(where.role !== undefined, (query) => query.where('role', '=', where.role ?? ''))
      // the same person each time: how far a list is walked depends on how much of it is theirs
      .orderBy('email_key')
      .select(['id', 'email', 'organisation_id as organisationId'])
      .executeTakeFirstOrThrow()
  administrator = await actorFor(app, await found({ email }))
  lawyer = await actorFor(app, await found({ role: 'InhouseLegal' }))
  newcomer = await actorFor(app, await createUser(app, { organisationId, role: 'Contributor' }))
  memberOfFew = await actorFor(app, await createUser(app, { organisationId, role: 'Contributor' }))
  await addWhatListsRead(app, { organisationId, memberId: memberOfFew.userId })
  await recountAll(app)
  await app.database.pool.query(
    'vacuum analyze files, matters, contracts, tasks, matter_members, contract_members',
  )
})

const orders = ['createdAt', 'lastActivityAt', 'name'] as const
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

test.each([true, false])('executed contracts by expiry, descending: %s [G-99]', async (descending) => {
  const filter: Filter = { kind: 'compare', name: 'stage', comparison: 'eq', value: 'Executed' }
  const query = { ...whole, filter, sort: [{ name: 'expiry', descending }] }
  for (const actor of [administrator, lawyer]) {
    const asked = { query, columns, listing: listingOf(contractKind, parts.app, actor) }
    expect(await wrongIn((db) => listVisible(contractKind, { ...parts.app, db }, actor, asked))).toEqual([])
  }
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

const countedFilters: readonly [string, Filter][] = [
  ['restricted', { kind: 'compare', name: 'restricted', comparison: 'eq', value: false }],
  ['no team', { kind: 'compare', name: 'teamId', comparison: 'eq', value: null }],
]

test.each(countedFilters)(
  'a filter on what is counted is counted without a row: %s [G-99]',
  async (_, filter) => {
    const { app } = parts
    const query = { ...whole, filter, sort: [] }
    const contracts = { query, listing: listingOf(contractKind, app, lawyer) }
    expect(await wrongIn((db) => countVisible(contractKind, { ...app, db }, lawyer, contracts))).toEqual([])
    const matters = { query, listing: listingOf(matterKind, app, lawyer) }
    expect(await wrongIn((db) => countVisible(matterKind, { ...app, db }, lawyer, matters))).toEqual([])
  },
)

const kinds = [
  listsOf(parts, contractKind, { usual: 'Executed', rare: 'Void' }),
  listsOf(parts, matterKind, { usual: 'Active', rare: 'AwaitingOwnerAcceptance', late: 'TasksLate' }),
]

describe.each(kinds)('$table', (lists) => {
  const people = () => Object.entries({ administrator, lawyer, memberOfFew })
  const page = (actor: Actor, query: ListQuery, listing = lists.listingOf(actor)) =>
    wrongIn((db) => lists.list(db, actor, { query, columns, listing }))

  test('in every order that has an index, and from any position in it [G-99]', async () => {
    for (const [who, actor] of people()) {
      const listing = lists.listingOf(actor)
      for (const name of [undefined, 'id', ...orders]) {
        const query = { ...whole, sort: name ? [{ name, descending: true }] : [] }
        expect(await page(actor, query), `${who} by ${name}`).toEqual([])
        const withCount = (db: Reader) => lists.withCount(db, actor, query)
        expect(await wrongIn(withCount), `${who} by ${name} with count`).toEqual([])
        const deep = { ...query, skip: Math.floor(largeSize / 10), take: 1 }
        const [far] = await lists.list(parts.app.db, actor, { query: deep, columns: ['id'], listing })
        if (!far) continue
        const following = { ...query, after: far.position }
        expect(await page(actor, following), `${who} after`).toEqual([])
        // built the first time; planned without its values the second time
        for (const time of [1, 2]) {
          const again = (db: Reader) => lists.withCount(db, actor, following)
          expect(await wrongIn(again), `${who} by ${name} after, ${time}`).toEqual([])
        }
      }
    }
  })

  test('filtered as people do, in the default order and by creation [G-99]', async () => {
    for (const [who, actor] of people()) {
      const { listing, filters } = await usualFilters(parts, lists, actor)
      for (const [name, filter] of Object.entries(filters)) {
        for (const sort of [[], [{ name: 'createdAt', descending: true }]]) {
          expect(await page(actor, { ...whole, filter, sort }, listing), `${name} for ${who}`).toEqual([])
        }
      }
    }
  })

  test('the same when they are asked for again, also by fields under their names [G-99]', async () => {
    for (const [who, actor] of people()) {
      for (const [name, asked] of Object.entries(await repeatedFilters(parts, lists, actor))) {
        for (const sort of [[], [{ name: 'createdAt', descending: true }]]) {
          const again = await lists.repeating(actor, { ...asked, query: { ...whole, ...asked.query, sort } })
          expect(await wrongIn(again), `${name} for ${who}`).toEqual([])
        }
      }
    }
  })

  test('in the order of a custom field, whatever it is filtered by [G-99]', async () => {
    for (const actor of [administrator, lawyer]) {
      for (const [name, asked] of Object.entries(await sortedByField(lists, actor))) {
        const sort = [{ name: 'fields/amount', descending: true }]
        const again = await lists.repeating(actor, { ...asked, query: { ...whole, ...asked.query, sort } })
        expect(await wrongIn(again), name).toEqual([])
      }
    }
  })

  test('and the totals of the usual filters [G-99]', async () => {
    for (const [who, actor] of people()) {
      const { listing, filters } = await usualFilters(parts, lists, actor)
      const { team, restricted } = filters
      const states = Object.values(lists.states)
      const all: Filter = { kind: 'and', parts: [...states.slice(0, 1), team, restricted] }
      for (const filter of [...states, team, restricted, all, { kind: 'not', part: all } as const]) {
        const query = { ...whole, filter, sort: [] }
        const count = (db: Reader) => lists.count(db, actor, { query, listing })
        expect(await wrongIn(count), `${JSON.stringify(filter)} for ${who}`).toEqual([])
      }
    }
  })
})

describe.each(Object.entries(beyond))(
  '%s by what they do not show',
  (_, { kind, listed, filters, orders }) => {
    const resourceOf = (actor: Actor) => ({
      ...listingOf(kind, parts.app, actor),
      properties: listed.properties,
      collectionProperties: listed.collections,
    })
    const asking = (actor: Actor) => ({ userId: actor.userId, today: todayIn('UTC', new Date()) })
    const page = (actor: Actor, query: ListQuery) =>
      wrongIn((db) => {
        const asked = { query, columns: ['id', 'name'], listing: listingOf(kind, parts.app, actor) }
        return kind === matterKind
          ? listVisible(matterKind, { ...parts.app, db }, actor, asked)
          : listVisible(contractKind, { ...parts.app, db }, actor, asked)
      })

    test.each(filters)('%s [G-99]', async (text) => {
      for (const [who, actor] of Object.entries({ administrator, lawyer, memberOfFew })) {
        const filter = filterFromV2(text, resourceOf(actor), asking(actor))
        expect(await page(actor, { ...whole, filter, sort: [] }), who).toEqual([])
      }
    })

    test.each(orders)('in the order of %s [G-99]', async (text) => {
      for (const [who, actor] of Object.entries({ administrator, lawyer, memberOfFew })) {
        for (const direction of ['asc', 'desc']) {
          const sort = sortFromV2(`${text} ${direction}`, resourceOf(actor))
          expect(await page(actor, { ...whole, sort }), `${who} ${direction}`).toEqual([])
        }
      }
    })
  },
)

test.each(['supply', 'suply', 'lindqvist kauri', '77777', 'of offices', 'Lease of offices with Kauri 1'])(
  'quick find of %s',
  async (typed) => {
    for (const actor of [administrator, lawyer, memberOfFew]) {
      const found = { typed, take: 50 }
      const wrong = await wrongIn(async (db) => {
        await quickFindContracts({ ...parts.app, db }, actor, found)
        await quickFindMatters({ ...parts.app, db }, actor, { ...found, includeRestricted: true })
      })
      // what an index finds is limited after it has found it
      expect(wrong.filter((each) => !each.startsWith('Bitmap'))).toEqual([])
    }
  },
)
