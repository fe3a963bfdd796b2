// Every operator on every kind of column, against an evaluation in plain JavaScript of what the details answer.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { askList, type Row } from '../../../test/lists/lists.ts'
import { type FilteredColumns, filterCases, holds } from '../../../test/lists/naive-filter.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { repetitions } from '../../../test/repetitions.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

const list = (caller: Caller, query: Record<string, string | number> = {}) =>
  askList(caller, contracts, query)

const inOrder = (some: readonly Row[]) => some.map((row) => row.id).sort((x, y) => x - y)

describe('filters agree with a plain evaluation of the details', () => {
  const texts = [
    'Alpha',
    'alpha beta',
    "it's 100%",
    'under_score',
    'back\\slash',
    'Ünïcode',
    'ALPHA',
    '"quoted"',
    'zeta',
  ]
  let caller: Caller
  let rows: Row[]

  beforeAll(async () => {
    const { app } = parts
    const { id: organisationId } = await createOrganisation(app)
    const me = await createUser(app, { organisationId })
    const templateId = await createContractTemplate(app, { organisationId })
    const teamId = await createTeam(app, { organisationId, members: [me] })
    const stages = ['Draft', 'Signing', 'Executed', 'Void']
    for (let i = 0; i < 40; i++) {
      const values = {
        name: texts[i % texts.length] ?? 'none',
        status: stages[i % stages.length] ?? 'Draft',
        restricted: i % 3 === 0,
        external_id: i % 4 === 0 ? null : `X-${i}`,
        team_id: i % 2 === 0 ? teamId : null,
        expiry: i % 5 === 0 ? null : `2027-0${(i % 9) + 1}-01T00:00:00`,
        created_at: new Date(Date.UTC(2026, 0, 1 + (i % 7))),
      }
      await insertContract(app, { owner: me, templateId, values })
    }
    caller = await callerFor(parts, me)
    const all = await list(caller, { take: 1000 })
    rows = await Promise.all(
      all.data.map(async ({ id }) => (await caller.get(`${contracts}/${id}`)).json<Row>()),
    )
  })

  const columns: FilteredColumns = {
    name: { kind: 'text', values: texts },
    externalId: { kind: 'text', values: ['X-1', 'x-2', 'X-13'], nullable: true },
    status: { kind: 'choice', values: ['Draft', 'void', 'Signing'] },
    restricted: { kind: 'boolean', values: ['true', 'false'] },
    teamId: { kind: 'number', values: ['1', '2', '7'], nullable: true },
    id: { kind: 'number', values: ['5', '20', '41'] },
    expiry: { kind: 'time', values: ['2027-03-01', '2027-05-01T00:00:00'], nullable: true },
    createdDateUtc: {
      kind: 'time',
      values: ['2026-01-03', '2026-01-05T00:00:00.000', '2026-01-04T00:00:00Z'],
    },
  }

  test('one field at a time [G-75, G-80, G-81]', async () => {
    await fc.assert(
      fc.asyncProperty(filterCases(columns), async (each) => {
        const { field, operator, value } = each
        const page = await list(caller, {
          take: 1000,
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

  test('several fields with and and or [G-75]', async () => {
    const several = fc.record({
      logic: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(filterCases(columns), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(several, async ({ logic, filters }) => {
        const page = await list(caller, {
          take: 1000,
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
      { numRuns: repetitions(20, 200) },
    )
  })
})
