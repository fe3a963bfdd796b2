// $filter, $orderby and pages of contracts against a plain evaluation of what the list answers.
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/actors.ts'
import { insertContract } from '../../../test/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { odataCases, type OdataProperties } from '../../../test/odata.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { filterFromV2 } from '../../http/v2/odata-filter.ts'
import type { Actor } from '../../platform/actor.ts'
import { contractListing, listVisibleContracts } from '../listing.ts'
import { contractProperties } from './contracts.wire.ts'

const parts = useTestApp()
/** CHANCERY_ODATA_RUNS=100000 for a long run. */
const runs = Number(process.env['CHANCERY_ODATA_RUNS'] ?? 1_500)

interface Reference {
  readonly id: unknown
  readonly name?: string
  readonly email?: string
}
interface Row {
  readonly id: number
  readonly name: string
  readonly type: Reference
  readonly owner: Reference & {
    readonly firstName: string
    readonly lastName: string
    readonly organizationId: number
  }
  readonly document: null
  readonly expiry: string | null
  readonly externalId: string | null
  readonly restricted: boolean
  readonly status: string
  readonly teamAssigned: Reference | null
  readonly created: { readonly dateUtc: string; readonly user: Row['owner']; readonly userName: string }
}
interface Page {
  readonly items: Row[]
  readonly count?: number
  readonly nextLink?: string
}

const texts = [
  'Alpha',
  'alpha beta',
  "it's 100%",
  'under_score',
  'back\\slash',
  'Ünïcode',
  'ALPHA',
  '"quoted"',
  "''",
  'zeta (1/2), and',
]

const world = {} as { caller: Caller; actor: Actor; rows: Row[] }

async function ask(caller: Caller, query: Readonly<Record<string, string | number>> = {}): Promise<Page> {
  const text = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  ).toString()
  const answer = await caller.get(`/v2/contracts?${text}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Page>()
}

beforeAll(async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, firstName: "Zoë O'Hara", lastName: 'Ash' })
  const other = await createUser(app, { organisationId, firstName: 'bea', lastName: 'Zed' })
  const types = [
    await createContractTemplate(app, { organisationId, name: 'NDA' }),
    await createContractTemplate(app, { organisationId, name: "Lease's" }),
  ]
  const teamId = await createTeam(app, { organisationId, members: [me] })
  const stages = ['Draft', 'Signing', 'Executed', 'Void']
  for (let i = 0; i < 40; i++) {
    await insertContract(app, {
      owner: i % 4 === 0 ? other : me,
      members: i % 4 === 0 ? [me] : [],
      templateId: types[i % 2] ?? 0,
      values: {
        name: texts[i % texts.length] ?? 'none',
        status: stages[i % stages.length] ?? 'Draft',
        restricted: i % 3 === 0,
        external_id: i % 4 === 0 ? null : `X-${i}'_%`,
        team_id: i % 2 === 0 ? teamId : null,
        expiry: i % 5 === 0 ? null : `2027-0${(i % 9) + 1}-28T23:59:59.5`,
        created_at: new Date(Date.UTC(2026, 1, 26 + (i % 7), i % 2 === 0 ? 0 : 23, 59, 59, 999)),
      },
    })
  }
  world.caller = await callerFor(parts, me)
  world.actor = await actorFor(app, me)
  world.rows = (await ask(world.caller, { $top: 200 })).items
  expect(world.rows).toHaveLength(40)
})

const person = (path: string, of: (row: Row) => Row['owner']): OdataProperties<Row> => ({
  [path]: { kind: 'thing', of, values: [] },
  [`${path}/Id`]: { kind: 'uuid', of: (row) => of(row).id, values: ['5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'] },
  [`${path}/Email`]: { kind: 'text', of: (row) => of(row).email, values: ['nobody@example.org'] },
  [`${path}/FirstName`]: { kind: 'text', of: (row) => of(row).firstName, values: ['BEA', "zoë o'hara", 'O'] },
  [`${path}/LastName`]: { kind: 'text', of: (row) => of(row).lastName, values: ['ash', 'Zed', 'z'] },
  [`${path}/OrganizationId`]: { kind: 'number', of: (row) => of(row).organizationId, values: ['1', '2.5'] },
})

const properties: OdataProperties<Row> = {
  Id: {
    kind: 'number',
    of: ({ id }) => id,
    values: ['1', '20', '20.5', '-3', '41.0', '9007199254740993', '123456789012345678901234567890.5'],
  },
  Name: { kind: 'text', of: ({ name }) => name, values: texts },
  Document: { kind: 'thing', of: ({ document }) => document, values: [] },
  'Document/Id': { kind: 'number', of: () => null, values: ['1'] },
  'Document/Name': { kind: 'text', of: () => null, values: ['a.pdf'] },
  'Document/Version': { kind: 'number', of: () => null, values: ['1'] },
  'Type/Id': { kind: 'number', of: ({ type }) => type.id, values: ['1', '2', '3'] },
  'Type/Name': { kind: 'text', of: ({ type }) => type.name, values: ['nda', "LEASE'S"] },
  ...person('Owner', ({ owner }) => owner),
  Expiry: {
    kind: 'local',
    of: ({ expiry }) => expiry,
    values: ['2027-03-28T23:59:59.5', '2027-05-28', '2027-06-28T23:59:59.500Z', '2027-02-28T23:59:59+02:00'],
  },
  ExternalId: { kind: 'text', of: ({ externalId }) => externalId, values: ["x-1'_%", "X-13'_%", '_%'] },
  Restricted: { kind: 'boolean', of: ({ restricted }) => restricted, values: ['true', 'false'] },
  Status: { kind: 'choice', of: ({ status }) => status, values: ['Draft', 'void', 'Signing', 'Approval'] },
  TeamAssigned: { kind: 'thing', of: ({ teamAssigned }) => teamAssigned, values: [] },
  'TeamAssigned/Id': {
    kind: 'number',
    of: ({ teamAssigned }) => teamAssigned?.id ?? null,
    values: ['1', '7'],
  },
  'TeamAssigned/Name': { kind: 'text', of: ({ teamAssigned }) => teamAssigned?.name ?? null, values: ['t'] },
  'Created/DateUtc': {
    kind: 'moment',
    of: ({ created }) => created.dateUtc,
    values: [
      '2026-02-28',
      '2026-02-28T23:59:59.999Z',
      '2026-03-01T01:59:59.999+02:00',
      '2026-03-01T00:59:59.999Z',
      '2026-02-27T00:00:00',
    ],
  },
  ...person('Created/User', ({ created }) => created.user),
  'Created/UserName': {
    kind: 'text',
    of: ({ created }) => created.userName,
    values: ["zoë o'hara ash", 'bea'],
  },
}

test('every property of the catalogue has generated cases', () => {
  expect(Object.keys(properties).sort()).toEqual(Object.keys(contractProperties).sort())
})

const sortedIds = (rows: readonly { readonly id?: unknown }[]) =>
  rows.map(({ id }) => Number(id)).sort((a, b) => a - b)

test('the rows of the database are those of a plain evaluation', async () => {
  const listing = contractListing(parts.app, world.actor)
  await fc.assert(
    fc.asyncProperty(odataCases(properties), async ({ text, holds }) => {
      fc.pre(text.length <= 4_096)
      const filter = filterFromV2(text, { ...listing, properties: contractProperties })
      const query = { filter, sort: [], skip: 0, take: 200 }
      const rows = await listVisibleContracts(parts.app, world.actor, { query, columns: ['id'], listing })
      expect(sortedIds(rows as unknown as { id: number }[])).toEqual(sortedIds(world.rows.filter(holds)))
    }),
    { numRuns: runs },
  )
}, 3_600_000)

test('through the whole server as well, with the count', async () => {
  await fc.assert(
    fc.asyncProperty(odataCases(properties), async ({ text, holds }) => {
      fc.pre(text.length <= 4_096)
      const page = await ask(world.caller, { $filter: text, $count: 'true', $top: 200, $select: 'id' })
      const expected = sortedIds(world.rows.filter(holds))
      expect(sortedIds(page.items)).toEqual(expected)
      expect(page.count).toBe(expected.length)
    }),
    { numRuns: Math.min(100, runs) },
  )
})

describe('the words of a filter', () => {
  const found = async (filter: string) =>
    sortedIds((await ask(world.caller, { $filter: filter, $top: 200 })).items)
  const where = (is: (row: Row) => boolean) => sortedIds(world.rows.filter(is))

  test('and binds tighter than or, not tighter than both', async () => {
    const plain = "Restricted or Status eq 'Draft' and TeamAssigned/Id ne null"
    const expected = where((row) => row.restricted || (row.status === 'Draft' && row.teamAssigned !== null))
    expect(await found(plain)).toEqual(expected)
    expect(await found("Restricted or (Status eq 'Draft' and TeamAssigned/Id ne null)")).toEqual(expected)
    expect(await found("not Restricted and Status eq 'Draft'")).toEqual(
      where((row) => !row.restricted && row.status === 'Draft'),
    )
  })

  test('a quote is written twice, a value may stand on the left, a condition may be compared with true', async () => {
    expect(await found("Name eq 'IT''S 100%'")).toEqual(where(({ name }) => name === "it's 100%"))
    expect(await found("'Alpha' eq Name")).toEqual(where(({ name }) => name.toLowerCase() === 'alpha'))
    expect(await found("contains(Name,'alpha') eq false")).toEqual(
      where(({ name }) => !name.toLowerCase().includes('alpha')),
    )
    expect(await found("tolower(Name) eq tolower('ALPHA')")).toEqual(
      where(({ name }) => name.toLowerCase() === 'alpha'),
    )
    expect(await found('true')).toHaveLength(40)
    expect(await found('Id in ()')).toEqual([])
  })
})

describe('order and pages', () => {
  const all = async (query: Readonly<Record<string, string | number>>) => {
    const pages: Page[] = [await ask(world.caller, query)]
    for (let link = pages[0]?.nextLink; link !== undefined; link = pages.at(-1)?.nextLink) {
      const answer = await world.caller.get(link.replace(/^https?:\/\/[^/]+/, ''))
      expect(answer.statusCode, answer.body).toBe(200)
      pages.push(answer.json<Page>())
    }
    return pages.flatMap(({ items }) => items)
  }
  const sortable = Object.entries(contractProperties).filter(([, { sorted }]) => sorted)

  test.each(
    sortable.flatMap(([path]) => [
      `${path} asc`,
      `${path} desc`,
      `${path} desc,Id`,
      `TeamAssigned/Name,${path} desc`,
    ]),
  )('%s: pages by nextLink are the whole list, in one order', async (orderby) => {
    const whole = (await ask(world.caller, { $orderby: orderby, $top: 200 })).items
    expect(whole).toHaveLength(40)
    expect((await all({ $orderby: orderby, $top: 7 })).map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  })

  test('without an order they come by id; $skip moves on, and null is the least', async () => {
    const rows = (await ask(world.caller)).items
    expect(rows).toHaveLength(30)
    expect(rows.map(({ id }) => id)).toEqual(sortedIds(rows))
    expect((await ask(world.caller, { $skip: 2, $top: 1 })).items[0]?.id).toBe(rows[2]?.id)
    const [first] = (await ask(world.caller, { $orderby: 'expiry', $top: 1 })).items
    expect(first?.expiry).toBeNull()
    const last = (await ask(world.caller, { $orderby: 'expiry desc', $top: 200 })).items.at(-1)
    expect(last?.expiry).toBeNull()
  })

  test('a token that was altered, or is of another order, is refused', async () => {
    const { nextLink = '' } = await ask(world.caller, { $orderby: 'Name', $top: 3 })
    const token = new URL(nextLink).searchParams.get('$skiptoken') ?? ''
    const altered = token.replace(/.(?=.{5}$)/, (letter) => (letter === 'A' ? 'B' : 'A'))
    const ways = [
      { $orderby: 'Name', $skiptoken: altered },
      { $orderby: 'Id', $skiptoken: token },
      { $skiptoken: 'x' },
    ]
    for (const query of ways) {
      const answer = await world.caller.get(`/v2/contracts?${new URLSearchParams(query).toString()}`)
      expect(answer.statusCode, JSON.stringify(query)).toBe(400)
      expect(answer.json()).toMatchObject({ errors: { $skiptoken: [expect.any(String)] } })
    }
  })

  test('$select shows what is chosen; every area answers, and its links stay there', async () => {
    const answer = await world.caller.get('/Contract-APIs/v2/Contracts/?$select=name,Owner&$top=1')
    const page = answer.json<Page>()
    expect(Object.keys(page.items[0] ?? {}).sort()).toEqual(['name', 'owner'])
    expect(page.nextLink).toContain('/Contract-APIs/v2/Contracts/')
  })
})
