// Lists asked for again and again, for everybody: a compiled statement answers what one built for the caller does, and
// the database writes the rows of v1 as this process does.
import { beforeAll, expect, test } from 'vitest'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { contractShape } from '../../server/contracts/v2/contracts.wire.ts'
import { jsonOf } from '../../server/http/shape.ts'
import { matterShape } from '../../server/matters/v2/matters.wire.ts'
import { recordBodies } from '../../server/records/lists/record-bodies.ts'
import { namedColumnsFor } from '../../server/fields/list-columns-by-name.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import * as contractV1 from '../../server/contracts/v1/contracts.wire.ts'
import { columnOfListed, rowsToV1 } from '../../server/http/v1/list-columns.ts'
import { timesV1 } from '../../server/http/v1/shapes.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import * as matterV1 from '../../server/matters/v1/matters.wire.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { AppError } from '../../server/platform/errors.ts'
import { columnPart } from '../../server/platform/lists/json-shape.ts'
import type { Filter, ListQuery } from '../../server/platform/lists/list-query.ts'
import type { ListedRow } from '../../server/platform/lists/list-rows.ts'
import type { ScopeName } from '../../server/records/lists/list-scopes.ts'
import {
  columnsOfScope,
  countVisible,
  listingOf,
  listScope,
  listVisible,
} from '../../server/records/lists/record-lists.ts'
import { objectsInScope, pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import { actorFor } from '../fixtures/actors.ts'
import { isFull } from '../repetitions.ts'
import { useTestApp } from '../test-app.ts'
import { peopleOfDemo } from './people.ts'

const parts = useTestApp({}, { demo: true })
let people: readonly Actor[]

beforeAll(async () => {
  const { app } = parts
  people = await Promise.all((await peopleOfDemo(app)).map((user) => actorFor(app, user)))
})

// contracts and matters have the same shape for what is done here
const kinds = [
  {
    kind: matterKind as unknown as typeof contractKind,
    properties: matterV1.matterProperties,
    names: [...matterV1.defaultColumns, 'createdBy', 'managerOrganisationId', 'reference'],
    status: 'state',
  },
  {
    kind: contractKind,
    properties: contractV1.contractProperties,
    names: [...contractV1.defaultColumns, 'createdBy', 'organisationName'],
    status: 'stage',
  },
] as const

const page = { filter: null, sort: [], skip: 0, take: 20 }
const isIn = (name: string, value: string): Filter => ({ kind: 'compare', name, comparison: 'eq', value })

const queriesFor = (status: string): readonly ListQuery[] => [
  page,
  { ...page, sort: [{ name: 'name', descending: true }], take: 7 },
  { ...page, sort: [{ name: 'ownerName', descending: false }], skip: 3, filter: isIn(status, 'Draft') },
  { ...page, sort: [{ name: status, descending: true }], filter: { kind: 'not', part: isIn('name', 'x') } },
]

const codeOf = (error: unknown) => {
  if (error instanceof AppError) return error.code
  throw error
}

type Kind = (typeof kinds)[number]
type Asked = Pick<Kind, 'kind'> & { readonly query: ListQuery }

/** Every kind with every query. */
const lists = kinds.flatMap((each) => queriesFor(each.status).map((query) => ({ ...each, query })))
// the first time it is built, the second time compiled; with `npm run test:release` once more
const times = isFull ? [1, 2, 3] : [1, 2]

/** The rows as they were read and written before. */
async function writtenRows(
  actor: Actor,
  { kind, properties, names, query }: Kind & { query: ListQuery },
  scope: ScopeName,
) {
  const known = await columnsOfScope(kind, parts.app, actor, { scope, fieldNames: [] })
  const columns = ['id', ...names.map((name) => columnOfListed(name, properties))]
  const list = { scope, query, columns, catalogue: known.catalogue }
  const { rows, total } = await listScope(kind, parts.app, actor, list)
  const shown = rowsToV1(rows, { names, columns: known }, properties)
  return { objects: shown.map((row) => JSON.stringify({ ...row, $id: undefined })), total }
}

test.each(['Personal', 'Teams', 'All', 'Intake', 'Restricted'] as const satisfies readonly ScopeName[])(
  'the rows of %s are the same text each time, for everybody',
  async (scope) => {
    for (const list of lists) {
      const { kind, properties, names, query } = list
      const shape = Object.fromEntries(
        ['id', ...names].map((name) => [name, columnPart(columnOfListed(name, properties), timesV1)]),
      )
      // nothing is written in between: what it is compared with is read once
      const written: unknown[] = []
      for (const actor of people) written.push(await writtenRows(actor, list, scope).catch(codeOf))
      for (const [turn, actor] of times.flatMap(() => people).entries()) {
        const rows = await objectsInScope(kind, parts.app, actor, { scope, query, shape }).catch(codeOf)
        expect(rows).toEqual(written[turn % people.length])
      }
    }
  },
)

const bodiesOf = (kind: (typeof kinds)[number]['kind']) => {
  const of = kind.kind === 'matter' ? (matterKind as unknown as typeof contractKind) : contractKind
  return recordBodies(of, parts.app, {
    shape: jsonOf(of === contractKind ? contractShape : matterShape),
    columns: (context) => columnsV2(of, context),
  })
}

const selections = [null, new Set(['id', 'name', 'fields', 'created'])]

test('the objects that a page makes are those that are read by their ids', async () => {
  // with compiled statements of its own
  const app = { ...parts.app, config: { ...parts.app.config } }
  const asked = lists.flatMap((list) => selections.map((selected) => ({ ...list, selected })))
  let compiled = 0
  for (const { kind, query, selected } of asked) {
    const bodies = bodiesOf(kind)
    const page = { query, columns: ['id'], count: selected === null }
    for (const actor of times.flatMap(() => people.slice(0, 3))) {
      const objects = bodies.listed(selected)
      const { rows } = await pageOfVisible(kind, app, actor, { ...page, objects })
      // the first time, the page has its ids only
      const made = rows.filter(({ object }) => object !== undefined)
      const read = await bodies.list(app.db, actor, { ids: made.map(({ id }) => Number(id)), selected })
      expect(made.map(({ object }) => object)).toEqual(made.map(({ id }) => read.get(Number(id))?.text))
      compiled += made.length
    }
  }
  expect(compiled).toBeGreaterThan(0)
})

/** The page as it is built for the caller, and its count. */
async function builtPage({ kind, query }: Asked, actor: Actor, count: boolean) {
  const listing = listingOf(kind, parts.app, actor)
  const rows = await listVisible(kind, parts.app, actor, { query, columns: ['id', 'name'], listing })
  return { rows, total: count ? await countVisible(kind, parts.app, actor, { query, listing }) : undefined }
}

/** The page that is asked for again and again against what is built for the caller, with the count of that. */
async function expectSame(list: Asked, actor: Actor, count: boolean, built = builtPage(list, actor, count)) {
  const asked = { query: list.query, columns: ['id', 'name'], count }
  const got = await pageOfVisible(list.kind, parts.app, actor, asked)
  const { rows, total } = await built
  const shown = (page: typeof rows) => page.map(({ id, name, position }) => [id, name, position])
  expect(shown(got.rows)).toEqual(shown(rows))
  expect(got.total).toBe(total)
  return rows.length
}

test.each([true, false])('all visible records, with count: %s', async (count) => {
  for (const list of lists) {
    const built = new Map<Actor, ReturnType<typeof builtPage>>()
    for (const actor of times.flatMap(() => people)) {
      if (!built.has(actor)) built.set(actor, builtPage(list, actor, count))
      await expectSame(list, actor, count, built.get(actor))
    }
  }
})

const member = (value: string): Filter => ({ kind: 'any', name: 'members', part: isIn('id', value) })
const and = (...filters: readonly Filter[]): Filter => ({ kind: 'and', parts: filters })
const owned: Filter = { kind: 'compare', name: 'ownerId', comparison: 'ne', value: null }

test.each([true, false])('records of which somebody is a member, with count: %s', async (count) => {
  let found = 0
  const some = people.filter((_, place) => place % 4 === 0)
  for (const { kind, status } of kinds) {
    const other = people[0]?.userId ?? ''
    const filters = ({ userId }: Actor): readonly Filter[] => [
      member(userId),
      and(member(userId), member(other)),
      and({ kind: 'not', part: isIn(status, 'Active') }, and(member(userId), owned)),
      and(isIn(status, 'Executed'), member(userId)),
      { kind: 'or', parts: [member(userId), isIn('name', 'x')] },
      and(owned, isIn(status, 'Draft')),
    ]
    // a compiled statement is used from the second time on
    for (const actor of [...some, ...some.slice(0, 2)]) {
      for (const filter of filters(actor)) {
        const query = { ...page, filter, sort: [{ name: 'createdAt', descending: true }] }
        found += await expectSame({ kind, query }, actor, count)
      }
    }
  }
  expect(found).toBeGreaterThan(0)
})

const by = (name: string, descending = false) => [{ name, descending }]
const bothWays = (...names: readonly string[]) =>
  names.flatMap((name) => [by(name), by(name, true)]) satisfies readonly ListQuery['sort'][]

// texts, choices, moments, dates, numbers, booleans, ids of people; most with nulls and with many rows of one value
const ordersOf = {
  matter: [
    [],
    ...bothWays(
      'id',
      'name',
      'state',
      'createdAt',
      'ownerName',
      'managerName',
      'closedAt',
      'nextDue',
      'version',
    ),
    ...bothWays('reference', 'restricted', 'managerId', 'teamId', 'number'),
    [...by('managerName', true), ...by('closedAt'), ...by('name', true)],
    [...by('teamId'), ...by('reference', true)],
  ],
  contract: [
    ...bothWays('name', 'stage', 'expiry', 'executedAt', 'matterId', 'matterNumber', 'documentFileId'),
    [...by('stage'), ...by('expiry', true)],
    [...by('expiry'), ...by('executedAt', true), ...by('name')],
  ],
} as const

/** An order by each column of the fields, some of them with a filter. */
const queriesBy = (columns: readonly string[]): readonly ListQuery[] =>
  columns.map((name, place) => {
    const filter: Filter = { kind: 'compare', name, comparison: place % 3 ? 'ne' : 'eq', value: null }
    return { ...page, filter: place % 2 ? filter : null, sort: by(name, place % 4 < 2) }
  })

test.each(kinds)('by custom fields, with and without count: $kind.kind', async ({ kind }) => {
  const app = { ...parts.app, config: { ...parts.app.config } }
  const custom = app.db.selectFrom('fields').where('entity_column', 'is', null).select('api_name as name')
  const names = (await custom.execute()).map(({ name }) => name)
  let found = 0
  for (const actor of [people[0], people[1], people[4]].filter((each) => each !== undefined)) {
    const fields = await namedColumnsFor(app.db, actor, names, kind.kind)
    const plain = listingOf(kind, app, actor)
    const listing = { ...plain, catalogue: { ...plain.catalogue, ...fields.catalogue } }
    for (const query of queriesBy(Object.keys(fields.catalogue))) {
      const asked = { query, columns: ['id', 'name'] }
      const rows = await listVisible(kind, app, actor, { ...asked, listing })
      const total = await countVisible(kind, app, actor, { query, listing })
      const expected = { rows, total }
      for (const _ of times) {
        expect(await pageOfVisible(kind, app, actor, { ...asked, count: false, fields })).toEqual({ rows })
        const got = await pageOfVisible(kind, app, actor, { ...asked, count: true, fields })
        expect(got, JSON.stringify(query)).toMatchObject(expected)
      }
      found += rows.length
    }
  }
  expect(found).toBeGreaterThan(0)
})

/** All rows, a few on each page, which begins after the last row of the one before. */
async function walk(
  kind: Kind['kind'],
  app: typeof parts.app,
  actor: Actor,
  asked: ListQuery,
): Promise<readonly ListedRow[]> {
  const { rows } = await pageOfVisible(kind, app, actor, {
    query: asked,
    columns: ['id', 'name'],
    count: false,
  })
  const after = rows.at(-1)?.position
  if (!after || rows.length < asked.take) return rows
  return [...rows, ...(await walk(kind, app, actor, { ...asked, after }))]
}

test.each(kinds)('page after page, in every order: $kind.kind', async ({ kind, status }) => {
  const some = [people[0], people[1], people[4]].filter((actor) => actor !== undefined)
  const filters = [null, { kind: 'not', part: isIn(status, 'Void') } as const, owned]
  let [withNull, without] = [0, 0]
  for (const sort of ordersOf[kind.kind === 'contract' ? 'contract' : 'matter']) {
    // with compiled statements of its own, of which there are not too many: from the third page on
    const app = { ...parts.app, config: { ...parts.app.config } }
    for (const [place, actor] of some.entries()) {
      const query = { sort, filter: filters[place] ?? null, skip: 0, take: 200 }
      const listing = listingOf(kind, app, actor)
      const rows = await listVisible(kind, app, actor, { query, columns: ['id', 'name'], listing })
      const walked = await walk(kind, app, actor, { ...query, take: 5 })
      expect(walked, JSON.stringify(sort)).toEqual(rows)
      const pages = walked.filter((_, row) => row % 5 === 4)
      withNull += pages.filter(({ position }) => position.includes(null)).length
      without += pages.filter(({ position }) => !position.includes(null)).length
    }
  }
  expect(Math.min(withNull, without)).toBeGreaterThan(20)
})
