// Every operator on every column, and the order by each, against an evaluation in plain JavaScript of what the details
// answer.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import {
  insertCategory,
  insertMatter,
  matterWorld,
  mattersPath as matters,
} from '../../../test/fixtures/matters.ts'
import { type FilteredColumns, filterCases, holds, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { createTask } from '../../tasks/commands/create-task.ts'
import { matterStates } from '../state.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()

const texts = [
  'Alpha',
  'alpha beta',
  "it's 100%",
  'under_score',
  'back\\slash',
  'Ünïcode',
  'ALPHA',
  '"quoted"',
]
const states = ['Draft', 'Scoping', 'Active', 'Active', 'Active', 'Active', 'OnHold', 'Complete', 'Archived']

interface Person {
  readonly userId: string
  readonly userFullName: string
}

/** A row as the list would show it, from nothing but the details. */
function rowOf(details: Row): Row {
  const [owner, manager] = [details['owner'] as Person, details['manager'] as Person | null]
  return {
    ...details,
    ownerId: owner.userId,
    ownerName: owner.userFullName,
    managerId: manager?.userId ?? null,
    managerName: manager?.userFullName ?? null,
  }
}

describe('lists agree with a plain evaluation of the details', () => {
  let owner: TestUser
  let caller: Caller
  let rows: Row[]
  let columns: FilteredColumns

  const list = (query: Record<string, string | number>) => askList(caller, matters, { take: 1000, ...query })

  beforeAll(async () => {
    const { app, clock } = parts
    const here = await matterWorld(parts)
    const { organisationId } = here
    owner = here.owner
    caller = here.caller
    const other = await createUser(app, { organisationId, firstName: 'ben', lastName: 'Quill' })
    const teamId = await createTeam(app, { organisationId, members: [owner] })
    const categories = [here.categoryId, await insertCategory(app, organisationId, { name: 'disputes' })]
    for (let i = 0; i < 45; i++) {
      const id = await insertMatter(app, {
        owner: i % 4 === 0 ? other : owner,
        members: [owner],
        categoryId: categories[i % 2] ?? 0,
        values: {
          name: texts[i % texts.length] ?? 'none',
          status: states[i % states.length] ?? 'Draft',
          manager_id: i % 3 === 0 ? null : i % 3 === 1 ? other.id : owner.id,
          restricted: i % 3 === 0,
          urgent: i % 5 === 0,
          external_id: i % 4 === 0 ? null : `X-${i}`,
          team_id: i % 2 === 0 ? teamId : null,
          created_at: new Date(Date.UTC(2026, 0, 1 + (i % 7))),
        },
      })
      const actor = await actorFor(app, owner)
      // late, not yet late, and late but done
      const types = (['Standard', 'Milestone', 'CourtDate'] as const).filter((_, bit) => (i >> bit) % 2 === 1)
      for (const type of types) await createTask(app, actor, id, { name: 'Late', type, due: '2026-03-01' })
      await createTask(app, actor, id, { name: 'Soon', type: 'Milestone', due: '2026-03-09' })
      await createTask(app, actor, id, { name: 'Done', due: '2026-02-01', status: 'Complete' })
      clock.advance({ seconds: 1 })
    }
    const all = await list({})
    rows = await Promise.all(
      all.data.map(async ({ id }) => rowOf((await caller.get(`${matters}/${id}`)).json<Row>())),
    )
    const numbers = rows.map((row) => String(row['matterNumber']))
    columns = {
      id: { kind: 'number', values: ['5', '20', '41'] },
      matterNumber: {
        kind: 'text',
        values: [numbers[0] ?? '', numbers[7]?.toLowerCase() ?? '', '-001', 'LW'],
      },
      name: { kind: 'text', values: texts },
      status: { kind: 'choice', values: [...matterStates, 'taskslate'] },
      categoryId: { kind: 'number', values: categories.map(String) },
      organisationId: { kind: 'number', values: [String(organisationId), '0'] },
      organisationName: { kind: 'text', values: ['Harbour', 'har'] },
      ownerId: { kind: 'uuid', values: [owner.id, other.id.toUpperCase()] },
      ownerName: { kind: 'text', values: ['Ana Prior', 'BEN'] },
      managerId: { kind: 'uuid', values: [owner.id, other.id], nullable: true },
      managerName: { kind: 'text', values: ['ana prior', 'Quill'], nullable: true },
      managerOrganisationId: { kind: 'number', values: [String(organisationId), '1'], nullable: true },
      teamId: { kind: 'number', values: [String(teamId), '2', '7'], nullable: true },
      restricted: { kind: 'boolean', values: ['true', 'false'] },
      urgent: { kind: 'boolean', values: ['true', 'false'] },
      externalId: { kind: 'text', values: ['X-1', 'x-2', 'X-13'], nullable: true },
      parentId: { kind: 'number', values: ['1', '5'], nullable: true },
      createdDateUtc: {
        kind: 'time',
        values: ['2026-01-03', '2026-01-05T00:00:00.000', '2026-01-04T00:00:00Z'],
      },
    }
  })

  const inOrder = (some: readonly Row[]) => some.map((row) => row.id).sort((x, y) => x - y)

  test('with every state among them', () => {
    expect(new Set(rows.map((row) => row['status']))).toEqual(
      new Set(matterStates.filter((state) => !/^(Awaiting|Review)/.test(state))),
    )
    expect(rows).toHaveLength(45)
  })

  test('filtered by one field [M-31]', async () => {
    await fc.assert(
      fc.asyncProperty(filterCases(columns), async (each) => {
        const { field, operator, value } = each
        const page = await list({
          'filtering.field': field,
          'filtering.operator': operator,
          'filtering.value': value,
        })
        const expected = rows.filter((row) => holds(row, each, columns))
        expect(inOrder(page.data)).toEqual(inOrder(expected))
        expect(page.total).toBe(expected.length)
      }),
      { numRuns: repetitions(40, 400) },
    )
  })

  test('filtered by several with and and or [M-31]', async () => {
    const several = fc.record({
      logic: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(filterCases(columns), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(several, async ({ logic, filters }) => {
        const page = await list({
          'filtering.logic': logic,
          'filtering.filters': JSON.stringify(filters),
        })
        const expected = rows.filter((row) =>
          logic === 'and'
            ? filters.every((each) => holds(row, each, columns))
            : filters.some((each) => holds(row, each, columns)),
        )
        expect(inOrder(page.data)).toEqual(inOrder(expected))
      }),
      { numRuns: repetitions(20, 150) },
    )
  })

  test('sorted by each column, both ways [G-81, M-31]', async () => {
    for (const field of Object.keys(columns)) {
      for (const direction of ['asc', 'desc'] as const) {
        const page = await list({ 'sorting.field': field, 'sorting.direction': direction })
        const expected = inOrderOf(rows, { field, direction }, columns)
        expect(
          page.data.map(({ id }) => id),
          `${field} ${direction}`,
        ).toEqual(expected.map(({ id }) => id))
      }
    }
  })

  test('and what becomes late with time is found as late [M-31, M-62]', async () => {
    const { clock } = parts
    const late = async () => {
      // a token does not live as long as the clock is moved
      caller = await callerFor(parts, owner)
      return list({
        'filtering.field': 'status',
        'filtering.operator': 'eq',
        'filtering.value': 'MilestonesLate',
      })
    }
    const before = (await late()).total
    clock.advance({ days: 30 })
    expect((await late()).total).toBeGreaterThan(before)
    clock.advance({ days: -30 })
    expect((await late()).total).toBe(before)
  })
})
