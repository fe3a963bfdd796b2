// A statement that is compiled for a shape of caller must be, for every caller of the shape, the one that would be
// built for them.
import fc from 'fast-check'
import { type Compilable, sql } from 'kysely'
import { expect, test } from 'vitest'
import { contractKind } from '../../server/contracts/contract-kind.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { type Actor, groups, permissions, roles } from '../../server/platform/actor.ts'
import { callerPlaceholder, callerShapeKey } from '../../server/platform/caller-shape.ts'
import type { Reader } from '../../server/platform/postgres/database.ts'
import { compileStatement } from '../../server/platform/postgres/statement.ts'
import type { Principal } from '../../server/platform/subject.ts'
import {
  memberOnlyRecords,
  memberRecords,
  restrictedRecords,
  sharedRanges,
  sharedRecords,
  visibleTo,
} from '../../server/records/access.ts'
import { idsInIntake, idsVisibleTo } from '../../server/records/lists/narrowing-ids.ts'
import { maySql } from '../../server/records/rights/involvement.ts'
import { recordRights } from '../../server/records/rights/rights-table.ts'
import { repetitions } from '../repetitions.ts'

const ids = (minLength: number) =>
  fc.uniqueArray(fc.integer({ min: 1, max: 1_000 }), { minLength, maxLength: 4 })

const actors: fc.Arbitrary<Actor> = fc.record({
  userId: fc.uuid(),
  name: fc.string(),
  organisationId: fc.integer({ min: 1, max: 1_000 }),
  organisationType: fc.constantFrom('Customer', 'ServiceProvider'),
  organisationIds: ids(1),
  role: fc.constantFrom(...roles),
  permissions: fc.subarray([...permissions]).map((some) => new Set(some)),
  groups: fc.subarray([...groups]).map((some) => new Set(some)),
  teamIds: ids(0),
  via: fc.constant({ kind: 'system', name: 'test' } as const),
  requestId: fc.constant(null),
})

/** Everything of access that becomes part of statements; each is built when it is called. */
function statementsOf(db: Reader, actor: Principal): readonly (() => Compilable)[] {
  return [contractKind, matterKind].flatMap((kind) => {
    const of = kind as typeof contractKind
    const visible = () => visibleTo(of, db, actor)
    const rows = [
      visible,
      () => memberRecords(of, db, actor),
      () => memberOnlyRecords(of, db, actor),
      () => sharedRecords(of, db, actor),
      () => restrictedRecords(of, db, actor),
      ...sharedRanges(of, db, actor).map((range) => () => range),
      ...recordRights.map((right) => () => visible().where(maySql(of, actor, right))),
      () => visible().where(sql<boolean>`id in (${idsVisibleTo(of, actor)})`),
      () => visible().where(sql<boolean>`id in (${idsInIntake(of, actor) ?? sql`0`})`),
    ]
    return rows.map((each) => () => each().select('id'))
  })
}

/** A caller of the same shape with other ids. */
const alike = (actor: Actor): Actor => ({
  ...actor,
  userId: '6a3c9c9e-58c1-4c8f-9d6a-0c1f6f1c2d3e',
  organisationId: actor.organisationId + 7,
  organisationIds: actor.organisationIds.map((id) => id + 7),
  teamIds: actor.teamIds.map((id) => id + 7),
})

test('a statement built for a shape is the one that would be built for each of its callers', () => {
  fc.assert(
    fc.property(actors, (first) => {
      const caller = alike(first)
      expect(callerShapeKey(caller)).toBe(callerShapeKey(first))
      for (const [index, direct] of compiledFor(caller).entries()) {
        const shaped = compileStatement<{ caller: Principal }, unknown>((db) => {
          const build = statementsOf(db, callerPlaceholder(first))[index]
          if (!build) throw new Error('fewer statements for the shape than for the caller')
          return build()
        }).compiled({ caller })
        expect(shaped.sql).toBe(direct.sql)
        expect(shaped.parameters).toEqual(direct.parameters)
      }
    }),
    { numRuns: repetitions(50, 2_000) },
  )
})

/** The statements as built for this caller alone. */
function compiledFor(actor: Actor) {
  const built: Compilable[] = []
  compileStatement((db) => {
    built.push(...statementsOf(db, actor).map((build) => build()))
    return sql`select 1`
  })
  return built.map((each) => each.compile())
}

test('the order in which rights are held does not matter to the shape', () => {
  const [actor] = fc.sample(actors, 1)
  if (!actor) throw new Error('no actor')
  const one = { ...actor, permissions: new Set(permissions) }
  const other = { ...actor, permissions: new Set(permissions.toReversed()) }
  expect(callerShapeKey(one)).toBe(callerShapeKey(other))
})
