// Totals of lists that are filtered by the visible state: they come from counts of what is stored, and from the few
// matters in which something is late. They are compared with the rows of the list, whatever the caller sees.
import { beforeAll, expect, test } from 'vitest'
import { actorFor } from '../../test/fixtures/actors.ts'
import { createOrganisation, createTeam, createUser } from '../../test/factories.ts'
import { insertCategory } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import type { Actor } from '../platform/actor.ts'
import type { Filter } from '../platform/lists/list-query.ts'
import type { ScopeName } from '../records/lists/list-scopes.ts'
import {
  columnsOfScope,
  countVisible,
  listingOf,
  listScope,
  listVisible,
} from '../records/lists/record-lists.ts'
import { createTask } from '../tasks/commands/create-task.ts'
import { assignMatterUser } from './commands/assign-matter-user.ts'
import { createMatter } from './commands/create-matter.ts'
import { updateMatter } from './commands/update-matter.ts'
import { matterKind } from './matter-kind.ts'
import { matterStates } from './state.ts'

const parts = useTestApp()
let administrator: Actor
let lawyer: Actor
let guest: Actor

const late = [[], ['Standard'], ['Milestone'], ['Standard', 'Milestone', 'Meeting']] as const

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app, { name: 'Harbour' })
  const groups = ['MatterAdministrators', 'ContractAdministrators'] as const
  const first = await createUser(app, { organisationId, role: 'Administrator', groups })
  const second = await createUser(app, { organisationId, role: 'InhouseLegal' })
  const third = await createUser(app, { organisationId, role: 'Standard' })
  const teamId = await createTeam(app, { organisationId, members: [second] })
  administrator = await actorFor(app, first)
  lawyer = await actorFor(app, second)
  guest = await actorFor(app, third)
  const categoryId = await insertCategory(app, organisationId)
  for (let index = 0; index < 24; index++) {
    const owner = index % 4 === 3 ? lawyer : administrator
    const id = await createMatter(app, owner, { categoryId })
    for (const type of late[index % 4] ?? []) {
      await createTask(app, owner, id, {
        name: type,
        type,
        due: index % 5 === 0 ? '2999-01-01' : '2020-01-01',
      })
    }
    if (index % 3 > 0) await assignMatterUser(app, owner, id, { userId: owner.userId, as: 'manager' })
    await updateMatter(app, owner, id, () => ({
      ...(index % 3 === 0 ? {} : { state: index % 3 === 1 ? 'Active' : 'OnHold' }),
      ...(index % 6 < 3 ? { teamId } : {}),
      ...(index % 7 === 0 ? { restricted: true } : {}),
    }))
    if (index % 5 < 2) await assignMatterUser(app, owner, id, { userId: guest.userId, as: 'member' })
  }
})

const state = (comparison: 'eq' | 'ne', value: string) =>
  ({ kind: 'compare', name: 'state', comparison, value }) as const
const team = { kind: 'compare', name: 'teamId', comparison: 'ne', value: null } as const
const restricted = { kind: 'compare', name: 'restricted', comparison: 'eq', value: false } as const

const filters: readonly Filter[] = [
  ...matterStates.map((each) => state('eq', each)),
  state('ne', 'Active'),
  state('ne', 'TasksLate'),
  state('ne', 'Complete'),
  { kind: 'in', name: 'state', values: ['Active', 'MilestonesLate', 'OnHold'] },
  { kind: 'and', parts: [state('eq', 'TasksLate'), restricted] },
  { kind: 'or', parts: [state('eq', 'Active'), team] },
  { kind: 'not', part: { kind: 'or', parts: [state('eq', 'TasksAndMilestonesLate'), team] } },
]

test('the total of all that somebody sees is the number of its rows', async () => {
  const { app } = parts
  const totals = new Set<number>()
  const columns = ['id', 'state']
  for (const actor of [administrator, lawyer, guest]) {
    const listing = listingOf(matterKind, app, actor)
    const everything = { filter: null, sort: [], skip: 0, take: 100 }
    const all = await listVisible(matterKind, app, actor, { query: everything, columns, listing })
    for (const filter of filters) {
      const query = { filter, sort: [], skip: 0, take: 100 }
      const rows = await listVisible(matterKind, app, actor, { query, columns, listing })
      const total = await countVisible(matterKind, app, actor, { query, listing })
      expect(total, JSON.stringify(filter)).toBe(rows.length)
      totals.add(total)
      if (filter.kind !== 'compare' || filter.comparison !== 'eq') continue
      expect(rows.map((row) => row['id'])).toEqual(
        all.filter((row) => row['state'] === filter.value).map((row) => row['id']),
      )
    }
  }
  expect(totals.size).toBeGreaterThan(5)
})

test.each(['Personal', 'Teams', 'All', 'Restricted'] as const satisfies readonly ScopeName[])(
  'and in the scope %s',
  async (scope) => {
    const { app } = parts
    const { catalogue } = await columnsOfScope(matterKind, app, administrator, { scope, fieldNames: [] })
    for (const filter of filters) {
      const query = { filter, sort: [], skip: 0, take: 100 }
      const asked = { scope, query, columns: ['id'], catalogue }
      const { rows, total } = await listScope(matterKind, app, administrator, asked)
      expect(total, JSON.stringify(filter)).toBe(rows.length)
    }
  },
)

test('a page beyond the end still has the total', async () => {
  const { app } = parts
  const { catalogue } = await columnsOfScope(matterKind, app, administrator, { scope: 'All', fieldNames: [] })
  const query = { filter: null, sort: [], skip: 50, take: 10 }
  const { rows, total } = await listScope(matterKind, app, administrator, {
    scope: 'All',
    query,
    columns: ['id', 'name'],
    catalogue,
  })
  expect(rows).toEqual([])
  expect(total).toBeGreaterThan(15)
})
