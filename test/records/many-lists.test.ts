// More different lists than a process keeps compiled, and lists too large to be: those that are asked for most stay
// fast, and the connections do not keep the plans of the others.
import { beforeAll, expect, test } from 'vitest'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { contractShape } from '../../server/contracts/v2/contracts.wire.ts'
import { jsonOf } from '../../server/http/shape.ts'
import type { Actor } from '../../server/platform/actor.ts'
import type { Filter } from '../../server/platform/lists/list-query.ts'
import { recordBodies } from '../../server/records/lists/record-bodies.ts'
import { pageOfVisible } from '../../server/records/lists/repeated-pages.ts'
import { columnsV2 } from '../../server/records/v2/records.ts'
import { actorFor } from '../fixtures/actors.ts'
import { useTestApp } from '../test-app.ts'
import { peopleOfDemo } from './people.ts'

const parts = useTestApp({}, { demo: true })
let actor: Actor

beforeAll(async () => {
  const [user] = await peopleOfDemo(parts.app)
  if (!user) throw new Error('the demo has nobody')
  actor = await actorFor(parts.app, user)
})

const page = { sort: [], skip: 0, take: 20 }
const isIn = (name: string, value: string): Filter => ({ kind: 'compare', name, comparison: 'eq', value })

test('many different lists do not keep a new one from being compiled, nor stay prepared on the connections', async () => {
  const app = { ...parts.app, config: { ...parts.app.config } }
  const objects = recordBodies(contractKind, app, {
    shape: jsonOf(contractShape),
    columns: (context) => columnsV2(contractKind, context),
  }).listed(new Set(['id', 'name']))
  const isCompiled = async (filter: Filter) => {
    const asked = { query: { ...page, filter }, columns: ['id'], count: false, objects }
    const { rows } = await pageOfVisible(contractKind, app, actor, asked)
    return rows.length > 0 && rows.every(({ object }) => object !== undefined)
  }
  const named = (value: string): Filter => ({ kind: 'not', part: isIn('name', value) })
  for (let list = 0; list < 170; list++) {
    expect(await isCompiled(named(`none of ${list}`))).toBe(false)
    expect(await isCompiled(named(`none of ${list}`))).toBe(true)
  }
  expect(await isCompiled(named('none of 169'))).toBe(true)
  expect(await isCompiled(named('none of 0'))).toBe(false)
  // each a text of its own
  for (let take = 1; take <= 170; take++) {
    const asked = { query: { ...page, filter: null, take }, columns: ['id'], count: false, objects }
    for (const _ of [1, 2]) await pageOfVisible(contractKind, app, actor, asked)
  }
  const { rows } = await app.database.pool.query<{ count: number }>(
    `select count(*)::int from pg_prepared_statements where statement ~ 'page as materialized .* limit \\d+'`,
  )
  expect(rows[0]?.count).toBeGreaterThan(10)
  expect(rows[0]?.count).toBeLessThanOrEqual(150)
})

test('a list with a very long filter is read without being prepared', async () => {
  const app = { ...parts.app, config: { ...parts.app.config } }
  const parties = Array.from({ length: 99 }, (_, place): Filter => {
    return { kind: 'any', name: 'members', part: isIn('email', `nobody ${place}`) }
  })
  const filter: Filter = { kind: 'not', part: { kind: 'or', parts: parties } }
  const asked = { query: { ...page, filter }, columns: ['id'], count: true }
  for (const _ of [1, 2, 3, 4])
    expect((await pageOfVisible(contractKind, app, actor, asked)).rows).toHaveLength(20)
  const { rows } = await app.database.pool.query(
    `select name from pg_prepared_statements where length(statement) > 60000`,
  )
  expect(rows).toEqual([])
})
