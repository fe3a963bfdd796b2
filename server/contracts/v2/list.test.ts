// $filter, $orderby and pages of contracts against a plain evaluation of what the list answers.
import { listVisible, listingOf } from '../../records/lists/record-lists.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import {
  allOfV2,
  detailedOfV2,
  expectOrders,
  expectPlainEvaluation,
} from '../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { Actor } from '../../platform/actor.ts'
import type { Filter } from '../../platform/lists/list-query.ts'
import { keyDateListing } from '../key-date-listing.ts'
import { contractKind } from '../contract-kind.ts'
import { templateListing } from '../templates.ts'
import { contractProperties } from './contracts.wire.ts'
import { keyDateProperties } from './key-dates.wire.ts'
import { contractTypeProperties } from './types.wire.ts'

const parts = useTestApp()

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
  readonly document: object | null
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
  for (let i = 0; i < 38; i++) {
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
  for (const name of ["it's_100%.docx", 'Ünï.docx']) {
    const { payload, headers } = form({
      ContractTemplateId: types[0] ?? 0,
      Name: 'With document',
      ContractFile: { name, content: 'document' },
    })
    const made = await world.caller.post('/contract-apis/v1/contracts', payload, { headers })
    expect(made.statusCode, made.body).toBe(200)
  }
  world.actor = await actorFor(app, me)
  world.rows = (await ask(world.caller, { $top: 200 })).items
  expect(world.rows).toHaveLength(40)
})

const sortedIds = (rows: readonly { readonly id?: unknown }[]) =>
  rows.map(({ id }) => Number(id)).sort((a, b) => a - b)

test('the rows of the database, and those of the whole server with their count, are those of a plain evaluation [V-1, V-3]', async () => {
  const listing = listingOf(contractKind, parts.app, world.actor)
  const list = {
    resource: { ...listing, properties: contractProperties },
    shown: await detailedOfV2(world.caller, '/v2/contracts'),
    find: (filter: Filter) => {
      const query = { filter, sort: [], skip: 0, take: 200 }
      return listVisible(contractKind, parts.app, world.actor, { query, columns: ['id'], listing })
    },
    caller: world.caller,
    path: '/v2/contracts',
  }
  expect(list.shown.filter(({ document }) => document !== null)).toHaveLength(2)
  await expectPlainEvaluation(list)
  await expectOrders(list)
})

test('of types and key dates of contracts as well, on every property [V-1]', async () => {
  const { caller } = world
  const types = await allOfV2(caller, '/v2/contractTypes')
  const contractTypes = {
    resource: { ...templateListing, properties: contractTypeProperties },
    shown: types,
    caller,
    path: '/v2/contractTypes',
  }
  await expectPlainEvaluation(contractTypes)
  await expectOrders(contractTypes)
  for (const [index, name] of [...texts, ...texts].entries()) {
    const id = world.rows[index % 3]?.id ?? 0
    const date = ['2027-02-28', '2028-02-29', '9999-12-31', '2027-01-01'][index % 4]
    const value = ['0', '0.10', '12.5', '123456789012.34'][index % 4]
    const made = await caller.post(`/v2/contracts/${id}/keyDates`, { name, date, value })
    expect(made.statusCode, made.body).toBe(201)
  }
  const ownerOf = new Map(world.rows.map(({ id, owner }) => [id, owner.id]))
  // the list asks for the owner of the contract, and shows only its name
  const shown = (await allOfV2(caller, '/v2/keyDates')).map((row) => {
    const contract = row['contract'] as { readonly id: number }
    return { ...row, contract: { ...contract, owner: { id: ownerOf.get(contract.id) } } }
  })
  const resource = { ...keyDateListing, properties: keyDateProperties }
  const keyDates = { resource, shown, caller, path: '/v2/keyDates' }
  await expectPlainEvaluation(keyDates)
  await expectOrders(keyDates)
})

describe('the words of a filter', () => {
  const found = async (filter: string) =>
    sortedIds((await ask(world.caller, { $filter: filter, $top: 200 })).items)
  const where = (is: (row: Row) => boolean) => sortedIds(world.rows.filter(is))

  test('and binds tighter than or, not tighter than both [V-2]', async () => {
    const plain = "Restricted or Status eq 'Draft' and TeamAssigned/Id ne null"
    const expected = where((row) => row.restricted || (row.status === 'Draft' && row.teamAssigned !== null))
    expect(await found(plain)).toEqual(expected)
    expect(await found("Restricted or (Status eq 'Draft' and TeamAssigned/Id ne null)")).toEqual(expected)
    expect(await found("not Restricted and Status eq 'Draft'")).toEqual(
      where((row) => !row.restricted && row.status === 'Draft'),
    )
  })

  test('a quote is written twice, a value may stand on the left, a condition may be compared with true [V-2]', async () => {
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
  )('%s: pages by nextLink are the whole list, in one order [V-4]', async (orderby) => {
    const whole = (await ask(world.caller, { $orderby: orderby, $top: 200 })).items
    expect(whole).toHaveLength(40)
    expect((await all({ $orderby: orderby, $top: 7 })).map(({ id }) => id)).toEqual(whole.map(({ id }) => id))
  })

  test('without an order they come by id; $skip moves on, and null is the least [V-5]', async () => {
    const rows = (await ask(world.caller)).items
    expect(rows).toHaveLength(30)
    expect(rows.map(({ id }) => id)).toEqual(sortedIds(rows))
    expect((await ask(world.caller, { $skip: 2, $top: 1 })).items[0]?.id).toBe(rows[2]?.id)
    const [first] = (await ask(world.caller, { $orderby: 'expiry', $top: 1 })).items
    expect(first?.expiry).toBeNull()
    const last = (await ask(world.caller, { $orderby: 'expiry desc', $top: 200 })).items.at(-1)
    expect(last?.expiry).toBeNull()
  })

  test('a token that was altered, or is of another order, is refused [V-6]', async () => {
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
