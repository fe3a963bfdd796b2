// Every path that a patch of a record may name: what it sets, which event it raises, and what it rejects.
import { beforeEach, describe, expect, test } from 'vitest'
import { createTeam, createUser } from '../../../test/factories.ts'
import { insertMatter } from '../../../test/fixtures/matters.ts'
import { kindsOf, type TestKind, worldOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { patchedProperties as ofContracts } from '../../contracts/v1/patch.wire.ts'
import { patchedProperties as ofMatters } from '../../matters/v1/patch.wire.ts'

const parts = useTestApp()

type World = Awaited<ReturnType<typeof worldOf>>

interface Case {
  readonly property: string
  readonly value: (here: World) => unknown
  readonly wrong: (here: World, id: number, elsewhere: World) => readonly unknown[]
  /** Whether there may be nothing. */
  readonly optional?: boolean
  readonly topics?: readonly string[]
}

const person = ({ organisationId }: World) => createUser(parts.app, { organisationId }).then(({ id }) => id)

const shared: readonly Case[] = [
  { property: 'Name', value: () => 'Lease 2027', wrong: () => ['', null, 'two\nlines'] },
  { property: 'OwnerId', value: person, wrong: (_, __, { owner }) => ['me', null, owner.id] },
  {
    property: 'TeamId',
    value: (here) => createTeam(parts.app, here),
    wrong: (_, __, elsewhere) => [999_999, createTeam(parts.app, elsewhere)],
    optional: true,
  },
  { property: 'Restricted', value: () => true, wrong: () => ['yes', null] },
  { property: 'ExternalId', value: () => 'ERP-7', wrong: () => [' ', '\0', 'a\0b'], optional: true },
]

const parent: Omit<Case, 'property'> = {
  value: ({ insert }) => insert(),
  wrong: (_, id, elsewhere) => [999_999, id, elsewhere.insert()],
  optional: true,
}

const casesOf = {
  matters: [
    ...shared,
    {
      property: 'CategoryId',
      value: ({ organisationId }) => kindsOf(parts)[0].makeType(organisationId, 'Other'),
      wrong: (_, __, { typeId }) => [null, typeId],
    },
    {
      property: 'ManagerId',
      value: person,
      wrong: (_, __, { owner }) => ['me', owner.id],
      optional: true,
    },
    { property: 'Urgent', value: () => true, wrong: () => ['yes', null] },
    { property: 'ParentId', ...parent },
    {
      property: 'Status',
      value: () => 'Active',
      wrong: () => ['Late', null],
      topics: ['matter.updated', 'matter.status.updated'],
    },
  ] satisfies Case[],
  contracts: [
    ...shared,
    {
      property: 'Expiry',
      value: () => '2027-06-30T17:00:00',
      wrong: () => ['2027-02-30', 'soon'],
      optional: true,
    },
    {
      property: 'Status',
      value: () => 'Approval',
      wrong: () => ['Signed', null],
      topics: ['contract.updated', 'contract.status.updated'],
    },
    {
      property: 'MatterId',
      value: ({ owner }) => insertMatter(parts.app, { owner }),
      wrong: (_, __, { owner }) => [999_999, insertMatter(parts.app, { owner })],
      optional: true,
    },
    { property: 'ParentContractId', ...parent },
  ] satisfies Case[],
} satisfies Record<TestKind['kind'], readonly Case[]>

describe.each(kindsOf(parts))('a patch of a $one', (of) => {
  const { kind, one, v1 } = of
  const cases: readonly Case[] = casesOf[kind]
  let here: World
  let id: number
  beforeEach(async () => {
    here = await worldOf(parts, of)
    const manager = one === 'matter' ? { manager_id: here.owner.id } : {}
    id = await here.insert({ name: 'Pact', status: 'Draft', external_id: 'E-1', ...manager })
  })

  const patch = (body: object) => here.caller.patch(`${v1}/${id}`, body)
  const details = () => here.caller.get(`${v1}/${id}`)
  /** What the details show under the names of a patch. */
  async function shown(property: string): Promise<unknown> {
    const all = (await details()).json<Record<string, { userId: string }>>()
    const name = property.charAt(0).toLowerCase() + property.slice(1)
    if (one === 'matter' && /^(Owner|Manager)Id$/.test(property))
      return all[name.replace('Id', '')]?.userId ?? null
    return all[name]
  }

  test.each(cases)(
    'sets $property, shows it in the details and publishes it [C-21, C-41, C-42, C-43, C-44, C-45, C-46, C-47, C-48, C-49, C-50, M-40]',
    async ({ property, topics = [`${one}.updated`], ...each }) => {
      const value = await each.value(here)
      const answer = await patch([{ op: 'replace', path: `/${property}`, value }])
      expect([answer.statusCode, answer.body]).toEqual([200, ''])
      expect(await shown(property)).toEqual(value)
      expect((await details()).headers['etag']).toMatch(/^"2-/)
      expect(await here.topics(id)).toEqual(topics)
    },
  )

  test.each(cases)(
    'refuses a wrong $property by its name and changes nothing [C-41, C-44, C-46, C-47, G-39, G-93, M-40]',
    async ({ property, wrong }) => {
      const before = (await details()).json<object>()
      for (const value of await Promise.all(wrong(here, id, await worldOf(parts, of)))) {
        const answer = await patch({
          [property === 'Name' ? 'Restricted' : 'Name']: property === 'Name' ? true : 'X',
          [property]: value,
        })
        expect(answer.statusCode, JSON.stringify(value)).toBe(400)
        expect(Object.keys(answer.json<{ errors: object }>().errors)).toEqual([property])
      }
      expect((await details()).json()).toEqual(before)
      expect(await here.topics(id)).toEqual([])
    },
  )

  test.each(cases)(
    'reaches $property by replace and add, with or without the slash, in any case',
    async ({ property, ...each }) => {
      const [before, value] = [await shown(property), await each.value(here)]
      const camel = property.charAt(0).toLowerCase() + property.slice(1)
      for (const path of [`/${property}`, property, property.toLowerCase(), `/${camel}`]) {
        const op = path.startsWith('/') ? 'replace' : 'add'
        expect((await patch([{ op, path, value }])).statusCode, path).toBe(200)
        expect(await shown(property), path).toEqual(value)
        await patch([{ op: 'replace', path: property, value: before }])
      }
    },
  )

  test.each(cases)(
    'tests $property: a value that does not hold changes nothing',
    async ({ property, ...each }) => {
      const [current, value] = [await shown(property), await each.value(here)]
      const body = (tested: unknown) => [
        { op: 'test', path: `/${property}`, value: tested },
        { op: 'replace', path: `/${property}`, value },
      ]
      expect((await patch(body('something else'))).statusCode).toBe(409)
      expect(await shown(property)).toEqual(current)
      expect((await patch(body(current))).statusCode).toBe(200)
      expect(await shown(property)).toEqual(value)
    },
  )

  test.each(cases)(
    'removes $property where there may be nothing, and refuses it where there must be something [C-43, C-45, C-48]',
    async ({ property, optional = false, ...each }) => {
      await patch({ [property]: await each.value(here) })
      const before = await shown(property)
      const removed = await patch([{ op: 'remove', path: `/${property}` }])
      expect(removed.statusCode).toBe(optional ? 200 : 400)
      expect(await shown(property)).toEqual(optional ? null : before)
    },
  )

  test('names no other path than these [C-40, M-40]', () => {
    const all = one === 'matter' ? ofMatters : ofContracts
    expect(cases.map(({ property }) => property).toSorted()).toEqual([...all].toSorted())
  })

  test.each([
    '/Id',
    '/organisationId',
    '/OrganisationId',
    '/createdByUserId',
    '/CreatedBy',
    '/__proto__',
    '/constructor/prototype',
    '/Name/0',
    '/',
    '',
    '/version',
    '/Value',
    ...(one === 'matter' ? ['/MatterNumber'] : ['/documentFileId', '/ExecutedDateUtc', '/TemplateId']),
  ])('does not reach %j, and nothing else of it is done [C-40, G-93, M-40]', async (path) => {
    for (const op of ['replace', 'add', 'remove', 'test']) {
      const answer = await patch([
        { op: 'replace', path: '/Name', value: 'Other' },
        { op, path, value: 1 },
      ])
      expect(answer.statusCode, op).toBe(400)
    }
    expect(await shown('Name')).toBe('Pact')
    expect(await here.topics(id)).toEqual([])
  })

  test('neither moves nor copies, and is a list of operations or an object', async () => {
    for (const op of ['move', 'copy', 'merge', '', 7]) {
      const answer = await patch([{ op, from: '/Name', path: '/ExternalId', value: 'x' }])
      expect(answer.statusCode).toBe(400)
    }
    for (const body of ['7', '"x"', 'null', '[7]', '[[]]', '[null]']) {
      const headers = { 'content-type': 'application/json' }
      const answer = await here.caller.patch(`${v1}/${id}`, body, { headers })
      expect(answer.statusCode, body).toBe(400)
    }
  })
})
