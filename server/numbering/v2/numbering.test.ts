// How an organisation numbers its records: set, tried, given, found.
import { beforeEach, expect, test } from 'vitest'
import { createTestClock } from '../../../test/clock.ts'
import { actorFor } from '../../../test/fixtures/actors.ts'
import { createMatter } from '../../matters/commands/create-matter.ts'
import { buildApp } from '../../operations/process/app.ts'
import type { App } from '../../platform/app.ts'
import { form } from '../../../test/documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
let organisationId: number
let caller: Caller
let type: { id: number }
beforeEach(async () => {
  parts.clock.set(new Date('2026-11-25T09:00:00Z'))
  organisationId = (await createOrganisation(parts.app)).id
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  type = { id: (await caller.post('/v2/matterTypes', { name: 'Advice' })).json<{ id: number }>().id }
})

const path = '/v2/numbering'
const matters = {
  recordType: 'Matter',
  type: null,
  prefix: 'MAT',
  separator: '-',
  year: 'Calendar',
  restarts: true,
  digits: 4,
}
const set = async (...patterns: object[]) => {
  const answer = await caller.patch(path, { patterns })
  expect(answer.statusCode, answer.body).toBe(204)
}
interface Shown {
  readonly displayId: string | null
}
async function create(of = type): Promise<{ readonly id: number; readonly displayId: string | null }> {
  const made = await caller.post('/v2/matters', { name: 'Lease', type: of })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  return { id, displayId: (await caller.get(`/v2/matters/${id}`)).json<Shown>().displayId }
}
const standard = (number: number) =>
  `LW${String(organisationId).padStart(4, '0')}-${String(number).padStart(4, '0')}`

test('new matters get numbers by the pattern, and those of before keep theirs [O-220]', async () => {
  expect((await caller.get(path)).json()).toMatchObject({ patterns: [] })
  const before = await create()
  expect(before.displayId).toBe(standard(1))
  await set(matters)
  expect((await caller.get(path)).json()).toEqual({
    patterns: [{ ...matters, next: 1, numbers: ['MAT-2026-0001', 'MAT-2026-0002', 'MAT-2026-0003'] }],
    types: [{ recordType: 'Matter', id: type.id, name: 'Advice' }],
  })
  const first = await create()
  expect(first.displayId).toBe('MAT-2026-0001')
  expect((await create()).displayId).toBe('MAT-2026-0002')
  parts.clock.set(new Date('2027-01-01T09:00:00Z'))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  expect((await create()).displayId).toBe('MAT-2027-0001')
  await set()
  expect((await create()).displayId).toBe(standard(5))
  for (const { id, displayId } of [before, first])
    expect((await caller.get(`/v2/matters/${id}`)).json<Shown>().displayId).toBe(displayId)
  const v1 = await caller.get(`/matter-apis/v1/matters/${first.id}`)
  expect(v1.json<{ matterNumber: string }>().matterNumber).toBe('MAT-2026-0001')
})

test('a type has its own pattern, a financial year the year in which it ends [O-220]', async () => {
  const other = (await caller.post('/v2/matterTypes', { name: 'Disputes' })).json<{ id: number }>()
  await caller.patch('/v2/financialSettings', { yearEndDay: 30, yearEndMonth: 6 })
  await set(
    { ...matters, restarts: false, year: 'Financial', separator: '/' },
    { ...matters, type: { id: other.id }, prefix: 'D', year: 'None', restarts: false, digits: 2 },
  )
  expect((await create()).displayId).toBe('MAT/2027/0001')
  expect((await create({ id: other.id })).displayId).toBe('D-01')
  parts.clock.set(new Date('2027-07-01T09:00:00Z'))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  expect((await create()).displayId).toBe('MAT/2028/0002')
  expect((await create({ id: other.id })).displayId).toBe('D-02')
})

test('no number is given twice, whatever the patterns were in between [O-221]', async () => {
  await set({ ...matters, next: 41 })
  expect((await create()).displayId).toBe('MAT-2026-0041')
  await set({ ...matters, restarts: false })
  expect((await create()).displayId).toBe('MAT-2026-0042')
  await set({ ...matters, digits: 5 })
  expect((await create()).displayId).toBe('MAT-2026-00043')
  const low = await caller.patch(path, { patterns: [{ ...matters, next: 43 }] })
  expect(low.statusCode).toBe(400)
  expect(low.body).toContain('must be at least 44: MAT-2026-0043 was given already.')
})

test('matters that are created at once get one number each, without gaps [O-221]', async () => {
  await set(matters)
  const made = await Promise.all(Array.from({ length: 12 }, () => create()))
  expect(made.map(({ displayId }) => displayId).toSorted()).toEqual(
    Array.from({ length: 12 }, (_, index) => `MAT-2026-${String(index + 1).padStart(4, '0')}`),
  )
  const failed = await caller.post('/v2/matters', {
    name: 'Lease',
    type,
    teamAssigned: { id: 2_000_000_000 },
  })
  expect(failed.statusCode).toBe(400)
  expect((await create()).displayId).toBe('MAT-2026-0013')
})

test('two processes give each number once and without gaps, also while one is in the next year already [O-221]', async () => {
  const other = (await caller.post('/v2/matterTypes', { name: 'Disputes' })).json<{ id: number }>()
  await set(matters, { ...matters, type: { id: other.id }, prefix: 'D', restarts: false })
  const user = await createUser(parts.app, { organisationId, role: 'Administrator' })
  const { app, clock } = parts
  clock.set(new Date('2026-12-31T23:59:59Z'))
  const second = await buildApp(app.config, app.database.pool.options, {
    clock: createTestClock(new Date('2027-01-01T00:00:01Z')),
    log: app.log,
  })
  try {
    const actor = await actorFor(app, user)
    const make = (of: App, categoryId: number, teamId?: number) =>
      createMatter(of, actor, { categoryId, name: 'Lease', teamId }).catch(() => 'refused')
    const made = await Promise.all(
      Array.from({ length: 8 }, () =>
        [app, second].flatMap((of) => [
          make(of, type.id),
          // one that fails takes no number
          make(of, type.id, 2_000_000_000),
          make(of, other.id),
        ]),
      ).flat(),
    )
    expect(made.filter((each) => each === 'refused')).toHaveLength(16)
    const rows = await app.db
      .selectFrom('matters')
      .where('organisation_id', '=', organisationId)
      .select('own_number')
      .execute()
    const numbers = rows.map(({ own_number: number }) => number ?? '').toSorted()
    const upTo = (count: number) =>
      Array.from({ length: count }, (_, index) => String(index + 1).padStart(4, '0'))
    expect(numbers.filter((number) => number.startsWith('MAT'))).toEqual(
      ['2026', '2027'].flatMap((year) => upTo(8).map((number) => `MAT-${year}-${number}`)),
    )
    // those that do not begin again count on over the years
    const counted = numbers.filter((number) => number.startsWith('D'))
    expect(counted.map((number) => number.slice(-4)).toSorted()).toEqual(upTo(16))
    expect(counted.filter((number) => number.startsWith('D-2027'))).toHaveLength(8)
  } finally {
    await second.close()
  }
})

test('contracts have a number of their own, and both are found and filtered by it [O-222]', async () => {
  await set(matters, { ...matters, recordType: 'Contract', prefix: 'C', year: 'None', restarts: false })
  const ContractTemplateId = await createContractTemplate(parts.app, { organisationId })
  const document = { name: 'a.txt', content: 'a' }
  const { payload, headers } = form({ ContractTemplateId, Name: 'Supply', ContractFile: document })
  const made = await caller.post('/contract-apis/v1/contracts', payload, { headers })
  expect(made.statusCode, made.body).toBe(200)
  const contract = { id: Number(made.body), displayId: 'C-0001' }
  const matter = await create()
  expect((await caller.get(`/v2/contracts/${contract.id}`)).json()).toMatchObject(contract)
  for (const [many, { id, displayId }] of [
    ['contracts', contract],
    ['matters', matter],
  ] as const) {
    const filter = encodeURIComponent(`DisplayId eq '${displayId}'`)
    const list = await caller.get(`/v2/${many}?$filter=${filter}&$orderby=DisplayId`)
    expect(list.json<{ items: object[] }>().items, list.body).toMatchObject([{ id, displayId }])
    const found = await caller.get(`/v2/quickfind?q=${displayId?.toLowerCase()}`)
    expect(found.json<{ items: object[] }>().items, found.body).toMatchObject([{ id, displayId }])
  }
})

test.each([
  [{ prefix: '', year: 'None', restarts: false }, 'patterns[0].prefix'],
  [{ prefix: 'MAT-' }, 'patterns[0].prefix'],
  [{ prefix: 'MAT-2026' }, 'patterns[0].prefix'],
  [{ prefix: 'Bün' }, 'patterns[0].prefix'],
  [{ year: 'None' }, 'patterns[0].restarts'],
  [{ digits: 10 }, 'patterns[0].digits'],
  [{ digits: 1.5 }, 'patterns[0].digits'],
  [{ next: 0 }, 'patterns[0].next'],
  [{ separator: '' }, 'patterns[0].separator'],
  [{ recordType: 'Task' }, 'patterns[0].recordType'],
  [{ type: { id: 2_000_000_000 } }, 'patterns[0].type'],
  [{ colour: 'red' }, 'patterns[0].colour'],
])(
  'what is wrong is refused under its name, when it is tried as when it is set: case %# [O-220]',
  async (wrong, name) => {
    await set({ ...matters, prefix: 'KEPT' })
    for (const refused of [
      await caller.post(`${path}/preview`, { patterns: [{ ...matters, ...wrong }] }),
      await caller.patch(path, { patterns: [{ ...matters, ...wrong }] }),
    ])
      expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
        400,
        [name],
      ])
    expect((await caller.get(path)).json()).toMatchObject({ patterns: [{ prefix: 'KEPT' }] })
  },
)

test('two patterns that could write the same number are refused [O-221]', async () => {
  const both = async (one: object, other: object) =>
    (
      await caller.patch(path, {
        patterns: [
          { ...matters, ...one },
          { ...matters, ...other },
        ],
      })
    ).statusCode
  expect(await both({}, {})).toBe(400)
  expect(await both({}, { recordType: 'Contract' })).toBe(400)
  expect(await both({}, { type, restarts: false })).toBe(400)
  expect(await both({}, { type })).toBe(204)
  expect(await both({}, { type, prefix: 'mat', digits: 2 })).toBe(204)
})

test('patterns are tried without being set, and set unless somebody else has meanwhile [O-220]', async () => {
  const first = await caller.get(path)
  const tried = await caller.post(`${path}/preview`, { patterns: [{ ...matters, next: 7 }] })
  expect(tried.json()).toEqual({
    patterns: [{ ...matters, next: 7, numbers: ['MAT-2026-0007', 'MAT-2026-0008', 'MAT-2026-0009'] }],
  })
  expect((await caller.get(path)).json()).toMatchObject({ patterns: [] })
  await set(matters)
  const stale = await caller.patch(
    path,
    { patterns: [] },
    { headers: { 'if-match': String(first.headers.etag) } },
  )
  expect(stale.statusCode).toBe(412)
  const history = await caller.get('/v2/history?$top=1')
  expect(history.body).toContain('MAT-{year}-0001')
})
