// Totals come from counts that are kept beside the records: whatever happens to records, in whatever order and at the
// same time, the counts say what counting would.
import { sql } from 'kysely'
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { addContractMember } from '../../server/contracts/commands/assign-contract-user.ts'
import { updateContract } from '../../server/contracts/commands/update-contract.ts'
import { assignMatterUser } from '../../server/matters/commands/assign-matter-user.ts'
import { updateMatter } from '../../server/matters/commands/update-matter.ts'
import { createMatter } from '../../server/matters/commands/create-matter.ts'
import type { Actor } from '../../server/platform/actor.ts'
import { internalTransaction } from '../../server/platform/events/change.ts'
import { countNewRecord, foldCounts, recount } from '../../server/records/lists/record-counts.ts'
import { matterKind } from '../../server/matters/matter-kind.ts'
import { recordKinds } from '../../server/operations/process/record-kinds.ts'
import { actorFor } from '../fixtures/actors.ts'
import { insertContract } from '../fixtures/contracts.ts'
import { countedWrongly } from '../lists/counts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../factories.ts'
import type { Caller } from '../http.ts'
import { askList } from '../lists/lists.ts'
import { insertCategory } from '../fixtures/matters.ts'
import { useTestApp } from '../test-app.ts'
import { callerFor } from '../tokens.ts'
import { repetitions } from '../repetitions.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'
const matters = '/matter-apis/v1/matters'

interface World {
  readonly organisationId: number
  readonly people: readonly TestUser[]
  readonly administrator: Actor
  readonly callers: readonly Caller[]
  readonly teamIds: readonly number[]
  readonly categoryId: number
  readonly templateId: number
}

let world: World
beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Harbour' })
  const groups = ['MatterAdministrators', 'ContractAdministrators'] as const
  const first = await createUser(app, { organisationId, role: 'Administrator', groups })
  const lawyer = await createUser(app, { organisationId, permissions: ['ManageIntake'] })
  const guest = await createUser(app, { organisationId, role: 'Standard' })
  const people = [first, lawyer, guest]
  const teamIds = [
    await createTeam(app, { organisationId, members: [first, lawyer] }),
    await createTeam(app, { organisationId, members: [first] }),
  ]
  world = {
    organisationId,
    people,
    administrator: await actorFor(app, first),
    callers: [await callerFor(parts, first), await callerFor(parts, lawyer), await callerFor(parts, guest)],
    teamIds,
    categoryId: await insertCategory(app, organisationId),
    templateId: await createContractTemplate(app, { organisationId }),
  }
})

const anyPerson = fc.nat(2)
const anyTeam = fc.constantFrom(null, 0, 1)
const change = fc.record({
  record: fc.nat(7),
  team: fc.option(anyTeam, { nil: undefined }),
  restricted: fc.option(fc.boolean(), { nil: undefined }),
  status: fc.option(fc.nat(2), { nil: undefined }),
  member: fc.option(anyPerson, { nil: undefined }),
  fold: fc.boolean(),
})
type Change = typeof change extends fc.Arbitrary<infer Value> ? Value : never

/** Changes that a rule refuses are as good as any: then nothing must count. */
const tried = (work: Promise<unknown>) => work.catch(() => undefined)

async function changeOf(kind: 'contract' | 'matter', id: number, each: Change): Promise<void> {
  const { app } = parts
  const { administrator, people, teamIds } = world
  const shared = {
    ...(each.team === undefined ? {} : { teamId: each.team === null ? null : (teamIds[each.team] ?? null) }),
    ...(each.restricted === undefined ? {} : { restricted: each.restricted }),
  }
  const userId = each.member === undefined ? undefined : people[each.member]?.id
  if (kind === 'contract') {
    const stage = (['Negotiating', 'Approval', 'Executed'] as const)[each.status ?? -1]
    await tried(updateContract(app, administrator, id, () => ({ ...shared, ...(stage ? { stage } : {}) })))
    if (userId !== undefined) await tried(addContractMember(app, administrator, id, userId))
  } else {
    const state = (['Active', 'Complete', 'OnHold'] as const)[each.status ?? -1]
    await tried(updateMatter(app, administrator, id, () => ({ ...shared, ...(state ? { state } : {}) })))
    if (userId !== undefined) {
      const as = each.fold ? 'manager' : 'member'
      await tried(assignMatterUser(app, administrator, id, { userId, as }))
    }
  }
  if (each.fold) await foldCounts(app)
}

async function eightOf(kind: 'contract' | 'matter'): Promise<readonly number[]> {
  const { app } = parts
  const { administrator, categoryId, templateId, people } = world
  const ids: number[] = []
  for (let place = 0; place < 8; place++) {
    const owner = people[0]
    if (!owner) throw new Error('There is nobody')
    ids.push(
      kind === 'matter'
        ? await createMatter(app, administrator, { categoryId })
        : await insertContract(app, { owner, templateId }),
    )
  }
  return ids
}

/** Every list's total is the number of its rows, for everyone who may ask for it. */
async function expectTotals(): Promise<void> {
  const queries = [contracts, matters].flatMap((path) =>
    ['Personal', 'Teams', 'All', 'Restricted', 'Intake'].flatMap((context) =>
      (filters[path] ?? []).map((each) => `${path}?take=1000&context=${context}${each}`),
    ),
  )
  for (const caller of world.callers) {
    for (const query of queries) {
      const answer = await caller.get(query)
      if (answer.statusCode !== 200) continue
      const { data, total } = answer.json<{ data: unknown[]; total: number }>()
      expect(total, query).toBe(data.length)
    }
  }
}

const filter = (field: string, operator: string, value: string) =>
  `&filtering.field=${field}&filtering.operator=${operator}&filtering.value=${value}`
const filters: Readonly<Record<string, readonly string[]>> = {
  [contracts]: [
    '',
    filter('status', 'eq', 'Approval'),
    filter('teamId', 'isnull', 'true'),
    filter('name', 'contains', 'a'),
  ],
  [matters]: [
    '',
    filter('status', 'neq', 'Complete'),
    filter('status', 'eq', 'Active'),
    filter('restricted', 'eq', 'false'),
  ],
}

describe.each(['contract', 'matter'] as const)('the counts of a %s', (kind) => {
  test('are what counting says after any history [G-80]', async () => {
    const ids = await eightOf(kind)
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 4, maxLength: 12 }), async (changes) => {
        for (const each of changes) await changeOf(kind, ids[each.record] ?? 0, each)
        expect(await countedWrongly(parts.app)).toBe(0)
      }),
      { numRuns: repetitions(5, 12) },
    )
    await expectTotals()
  })

  test('are what counting says when people change records at the same time, and while they are folded [G-80]', async () => {
    const ids = (await eightOf(kind)).slice(0, 2)
    const changes = fc.sample(change, { seed: 7, numRuns: 60 })
    await Promise.all([
      ...changes.map((each) => changeOf(kind, ids[each.record % 2] ?? 0, each)),
      ...Array.from({ length: 6 }, () => foldCounts(parts.app)),
      ...Array.from({ length: 3 }, () => recount(parts.app, recordKinds, world.organisationId)),
    ])
    expect(await countedWrongly(parts.app)).toBe(0)
    await expectTotals()
  })
})

test('what is taken back was never counted', async () => {
  const { app } = parts
  const counted = { teamId: null, status: 'Draft', restricted: false, inIntake: false }
  const broken = internalTransaction(app, async (tx) => {
    countNewRecord(tx, matterKind, { ...world, ...counted }, [])
    // the counts go out with the next statement
    await sql`select 1`.execute(tx)
    throw new Error('the process dies here')
  })
  await expect(broken).rejects.toThrow('dies here')
  expect(await countedWrongly(app)).toBe(0)
})

test('what was written without being counted is found and put right', async () => {
  const { app } = parts
  const [caller] = world.callers
  if (!caller) throw new Error('There is nobody')
  const before = (await askList(caller, matters)).total
  await app.database.pool.query('delete from record_counts where organisation_id = $1 and kind = $2', [
    world.organisationId,
    'matter',
  ])
  expect((await askList(caller, matters)).total).toBe(0)
  expect(await recount(app, recordKinds, world.organisationId)).toBeGreaterThan(0)
  expect((await askList(caller, matters)).total).toBe(before)
  expect(await recount(app, recordKinds, world.organisationId)).toBe(0)
})

test('folding leaves one row for each group', async () => {
  const { app } = parts
  await foldCounts(app)
  const { rows } = await app.database.pool.query<{ rows: number; groups: number }>(
    `select count(*) as rows, count(distinct (kind, user_id, team_id, status, restricted, in_intake)) as groups
     from record_counts where organisation_id = $1`,
    [world.organisationId],
  )
  expect(rows[0]?.rows).toBe(rows[0]?.groups)
})
