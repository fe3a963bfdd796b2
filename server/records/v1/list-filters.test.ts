// Every operator on every column, and the order by each, against an evaluation in plain JavaScript of what the details
// answer.
import { beforeAll, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { type FilteredColumns, inOrderOf } from '../../../test/lists/naive-filter.ts'
import { expectCombinedFilters, expectFilters } from '../../../test/lists/v1-lists.ts'
import { kindsOf, type TestKind, worldOf } from '../../../test/records/both-kinds.ts'
import { repetitions } from '../../../test/repetitions.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { matterStates } from '../../matters/state.ts'
import { createTask } from '../../tasks/commands/create-task.ts'

const parts = useTestApp()

const count = 45
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
const stages = ['Draft', 'Signing', 'Executed', 'Void']
const states = ['Draft', 'Scoping', 'Active', 'Active', 'Active', 'Active', 'OnHold', 'Complete', 'Archived']

interface Person {
  readonly userId: string
  readonly userFullName: string
}

/** A row as the list would show it, from nothing but the details. */
function rowOf(details: Row): Row {
  const [owner, manager] = [details['owner'] as Person, details['manager'] as Person | null | undefined]
  return {
    ...details,
    ownerId: owner.userId,
    ownerName: owner.userFullName,
    managerId: manager?.userId ?? null,
    managerName: manager?.userFullName ?? null,
  }
}

/** An organisation with records of every kind of value, and the columns of their list. */
async function world(of: TestKind) {
  const { app, clock } = parts
  const { organisationId, owner, caller, typeId, insert } = await worldOf(parts, of)
  const other = await createUser(app, { organisationId, firstName: 'ben', lastName: 'Quill' })
  const teamId = await createTeam(app, { organisationId, members: [owner] })
  const types = [typeId, await of.makeType(organisationId, 'disputes')]
  const actor = await actorFor(app, owner)
  for (let i = 0; i < count; i++) {
    const values = {
      [of.typeColumn]: types[i % 2],
      name: texts[i % texts.length],
      restricted: i % 3 === 0,
      external_id: i % 4 === 0 ? null : `X-${i}`,
      team_id: i % 2 === 0 ? teamId : null,
      created_at: new Date(Date.UTC(2026, 0, 1 + (i % 7))),
    }
    const by = i % 4 === 0 ? other : owner
    if (of.one === 'contract') {
      const expiry = i % 5 === 0 ? null : `2027-0${(i % 9) + 1}-01T00:00:00`
      await insert({ ...values, expiry, status: stages[i % stages.length] }, [owner], by)
      continue
    }
    const ofMatter = {
      status: states[i % states.length],
      manager_id: i % 3 === 0 ? null : i % 3 === 1 ? other.id : owner.id,
      urgent: i % 5 === 0,
    }
    const id = await insert({ ...values, ...ofMatter }, [owner], by)
    // late, not yet late, and late but done
    const late = (['Standard', 'Milestone', 'CourtDate'] as const).filter((_, bit) => (i >> bit) % 2 === 1)
    for (const type of late) await createTask(app, actor, id, { name: 'Late', type, due: '2026-03-01' })
    await createTask(app, actor, id, { name: 'Soon', type: 'Milestone', due: '2026-03-09' })
    await createTask(app, actor, id, { name: 'Done', due: '2026-02-01', status: 'Complete' })
    clock.advance({ seconds: 1 })
  }
  const all = await askList(caller, of.v1, { take: 1000 })
  const rows = await Promise.all(
    all.data.map(async ({ id }) => rowOf((await caller.get(`${of.v1}/${id}`)).json<Row>())),
  )
  const shared: FilteredColumns = {
    id: { kind: 'number', values: ['5', '20', '41'] },
    name: { kind: 'text', values: texts },
    externalId: { kind: 'text', values: ['X-1', 'x-2', 'X-13'], nullable: true },
    restricted: { kind: 'boolean', values: ['true', 'false'] },
    teamId: { kind: 'number', values: [String(teamId), '2', '7'], nullable: true },
    ownerId: { kind: 'uuid', values: [owner.id, other.id.toUpperCase()] },
    ownerName: { kind: 'text', values: ['Ana Prior', 'BEN'] },
    createdDateUtc: {
      kind: 'time',
      values: ['2026-01-03', '2026-01-05T00:00:00.000', '2026-01-04T00:00:00Z'],
    },
  }
  const numbers = rows.map((row) => String(row['matterNumber']))
  const ofKind: FilteredColumns =
    of.one === 'contract'
      ? {
          status: { kind: 'choice', values: ['Draft', 'void', 'Signing'] },
          templateId: { kind: 'number', values: types.map(String) },
          expiry: { kind: 'time', values: ['2027-03-01', '2027-05-01T00:00:00'], nullable: true },
        }
      : {
          matterNumber: {
            kind: 'text',
            values: [numbers[0] ?? '', numbers[7]?.toLowerCase() ?? '', '-001', 'LW'],
          },
          status: { kind: 'choice', values: [...matterStates, 'taskslate'] },
          categoryId: { kind: 'number', values: types.map(String) },
          organisationId: { kind: 'number', values: [String(organisationId), '0'] },
          organisationName: { kind: 'text', values: ['Harbour', 'har'] },
          managerId: { kind: 'uuid', values: [owner.id, other.id], nullable: true },
          managerName: { kind: 'text', values: ['ana prior', 'Quill'], nullable: true },
          managerOrganisationId: { kind: 'number', values: [String(organisationId), '1'], nullable: true },
          urgent: { kind: 'boolean', values: ['true', 'false'] },
          parentId: { kind: 'number', values: ['1', '5'], nullable: true },
        }
  return { owner, caller, rows, columns: { ...shared, ...ofKind } }
}

describe.each(kindsOf(parts))('lists of $kind agree with a plain evaluation of the details', (of) => {
  let owner: TestUser
  let caller: Caller
  let rows: Row[]
  let columns: FilteredColumns
  beforeAll(async () => {
    ;({ owner, caller, rows, columns } = await world(of))
  })

  const list = (query: Record<string, string>) => askList(caller, of.v1, { take: 1000, ...query })

  test('with every stage among them', () => {
    const all =
      of.one === 'contract' ? stages : matterStates.filter((state) => !/^(Awaiting|Review)/.test(state))
    expect(new Set(rows.map((row) => row['status']))).toEqual(new Set(all))
    expect(rows).toHaveLength(count)
  })

  test('filtered by one field [G-75, G-80, G-81, M-31]', async () => {
    await expectFilters({ ask: list, rows, columns }, repetitions(40, 400))
  })

  test('filtered by several with and and or [G-75, M-31]', async () => {
    await expectCombinedFilters({ ask: list, rows, columns }, repetitions(20, 200))
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

  if (of.one === 'matter') {
    test('and what becomes late with time is found as late [M-31, M-62]', async () => {
      const { clock } = parts
      const late = async () => {
        // a token does not live as long as the clock is moved
        caller = await callerFor(parts, owner)
        const isLate = { 'filtering.operator': 'eq', 'filtering.value': 'MilestonesLate' }
        return (await list({ 'filtering.field': 'status', ...isLate })).total
      }
      const before = await late()
      clock.advance({ days: 30 })
      expect(await late()).toBeGreaterThan(before)
      clock.advance({ days: -30 })
      expect(await late()).toBe(before)
    })
  }
})
