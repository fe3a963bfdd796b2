// Every operator on every kind of column, against an evaluation in plain JavaScript of what the details answer.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

interface Row {
  id: number
  [name: string]: unknown
}
interface Page {
  data: Row[]
  total: number
}

async function list(caller: Caller, query: Record<string, string | number> = {}): Promise<Page> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const answer = await caller.get(`${contracts}?${text}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}

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

  const textCase = fc.record({
    field: fc.constantFrom('name', 'externalId'),
    operator: fc.constantFrom(
      'eq',
      'neq',
      'lt',
      'lte',
      'gt',
      'gte',
      'startswith',
      'endswith',
      'contains',
      'doesnotcon',
    ),
    value: fc.oneof(
      fc.constantFrom(...texts, 'X-1', 'x-2', '%', '_', '\\', "'", ''),
      fc.string({ maxLength: 4 }),
    ),
  })
  const otherCase = fc.oneof(
    fc.record({
      field: fc.constantFrom('status'),
      operator: fc.constantFrom('eq', 'neq'),
      value: fc.constantFrom('Draft', 'void', 'Signing'),
    }),
    fc.record({
      field: fc.constantFrom('restricted'),
      operator: fc.constantFrom('eq', 'neq'),
      value: fc.constantFrom('true', 'false'),
    }),
    fc.record({
      field: fc.constantFrom('teamId', 'id'),
      operator: fc.constantFrom('eq', 'neq', 'lt', 'gte'),
      value: fc.nat(60).map(String),
    }),
    fc.record({
      field: fc.constantFrom('expiry'),
      operator: fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'neq'),
      value: fc.constantFrom('2027-03-01', '2027-05-01T00:00:00'),
    }),
    fc.record({
      field: fc.constantFrom('createdDateUtc'),
      operator: fc.constantFrom('lt', 'lte', 'gt', 'gte', 'eq', 'neq'),
      value: fc.constantFrom('2026-01-03', '2026-01-05T00:00:00.000', '2026-01-04T00:00:00Z'),
    }),
    fc.record({
      field: fc.constantFrom('name', 'externalId', 'teamId', 'expiry'),
      operator: fc.constant('isnull'),
      value: fc.constantFrom('true', 'false'),
    }),
  )
  type Case = { field: string; operator: string; value: string }

  const moments = new Set(['expiry', 'createdDateUtc'])
  const comparable = (field: string, value: unknown): string | number | boolean => {
    if (moments.has(field))
      return Date.parse(`${String(value).replace(/Z$/, '')}${String(value).includes('T') ? '' : 'T00:00'}Z`)
    if (field === 'teamId' || field === 'id') return Number(value)
    if (field === 'restricted') return String(value) === 'true'
    return String(value).toLowerCase()
  }
  const holds = (row: Row, { field, operator, value }: Case): boolean => {
    const actual = row[field] ?? null
    if (operator === 'isnull') return (actual === null) === (value === 'true')
    if (actual === null) return operator === 'neq' || operator === 'doesnotcon'
    const [a, b] = [comparable(field, actual), comparable(field, value)]
    const order =
      a === b
        ? 0
        : typeof a === 'string'
          ? Buffer.compare(Buffer.from(a), Buffer.from(String(b)))
          : a < b
            ? -1
            : 1
    switch (operator) {
      case 'eq':
        return order === 0
      case 'neq':
        return order !== 0
      case 'lt':
        return order < 0
      case 'lte':
        return order <= 0
      case 'gt':
        return order > 0
      case 'gte':
        return order >= 0
      case 'startswith':
        return String(a).startsWith(String(b))
      case 'endswith':
        return String(a).endsWith(String(b))
      case 'contains':
        return String(a).includes(String(b))
      default:
        return !String(a).includes(String(b))
    }
  }
  // characters that two languages may lower in different ways are not what this test is about, nor what the database refuses
  const plain = ({ value }: Case) => /^[\x20-\x7eÀ-ÿ]*$/.test(value)

  test('one field at a time', async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(textCase, otherCase).filter(plain), async (each) => {
        const { field, operator, value } = each
        const page = await list(caller, {
          take: 1000,
          'filtering.field': field,
          'filtering.operator': operator,
          'filtering.value': value,
        })
        const expected = rows.filter((row) => holds(row, each))
        expect(inOrder(page.data)).toEqual(inOrder(expected))
        expect(page.total).toBe(expected.length)
      }),
      { numRuns: 400 },
    )
  })

  test('several fields with and and or', async () => {
    const several = fc.record({
      logic: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(fc.oneof(textCase, otherCase).filter(plain), { minLength: 1, maxLength: 4 }),
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
            ? filters.every((each) => holds(row, each))
            : filters.some((each) => holds(row, each)),
        )
        expect(inOrder(page.data)).toEqual(inOrder(expected))
      }),
      { numRuns: 200 },
    )
  })
})
