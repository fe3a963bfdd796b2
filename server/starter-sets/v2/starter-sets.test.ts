// v2 of starter sets: a new organisation begins with them, and can repeat the call.
import { beforeEach, expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { starterSets } from '../sets.ts'

const parts = useTestApp()

let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
})

interface Added {
  readonly added: readonly string[]
  readonly kept: readonly string[]
}
const add = async (set: string) => {
  const answer = await caller.post(`/v2/starterSets/${set}/add`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Added>()
}
const usage = async () => (await caller.get('/v2/typeUsage')).body

test.each(starterSets.map(({ name }) => name))(
  '%s is added, and a second time nothing is [T-11]',
  async (name) => {
    const first = await add(name)
    expect(first.kept).toEqual([])
    expect(first.added.length).toBeGreaterThan(2)
    const [types, stored] = [await usage(), (await storedIn(parts.app)).length]
    const again = await add(name)
    expect(again.added).toEqual([])
    expect([...again.kept].toSorted()).toEqual([...first.added].toSorted())
    expect(await usage()).toBe(types)
    expect(await storedIn(parts.app)).toHaveLength(stored)
    const { items } = (await caller.get('/v2/starterSets')).json<{
      items: { name: string; there: string }[]
    }>()
    expect(items.find((each) => each.name === name)?.there).toBe('All')
  },
)

test('all sets together, what was changed stays, and a contract is drafted from a template [T-11]', async () => {
  for (const { name } of starterSets) await add(name)
  const { contractTypes } = (await caller.get('/v2/typeUsage')).json<{
    contractTypes: { id: number; name: string; hasWizard: boolean }[]
  }>()
  expect(contractTypes.filter(({ hasWizard }) => hasWizard)).toHaveLength(6)
  const nda = contractTypes.find(({ name }) => name === 'Confidentiality agreement')
  await caller.patch(`/v2/contractTypes/${nda?.id}`, { description: 'Ours' })
  expect((await add('commercial')).kept).toContain('Confidentiality agreement')
  expect((await caller.get(`/v2/contractTypes/${nda?.id}`)).json()).toMatchObject({ description: 'Ours' })
  const made = await caller.post('/v2/contracts', {
    type: { id: nda?.id },
    name: 'NDA with Zephyr',
    fields: {
      starterOtherParty: 'Zephyr Ltd',
      starterStart: '2026-12-01',
      starterLaw: 'Norway',
      starterPurpose: 'A joint offer',
    },
  })
  expect(made.statusCode, made.body).toBe(201)
  expect((await caller.post('/v2/starterSets/nothing/add')).statusCode).toBe(404)
})

test('what the commercial set adds is listed before, and large values are approved by who added it [T-11]', async () => {
  const { items } = (await caller.get('/v2/starterSets')).json<{
    items: { name: string; templates: string[]; approvalRules: object[] }[]
  }>()
  const name = 'Value above 50,000'
  expect(items.find((set) => set.name === 'commercial')).toMatchObject({
    templates: ['Confidentiality agreement', 'Services agreement'],
    approvalRules: [
      { contractType: 'Services agreement', name },
      { contractType: 'Supply agreement', name },
    ],
  })
  await add('commercial')
  const { contractTypes } = (await caller.get('/v2/typeUsage')).json<{
    contractTypes: { id: number; name: string; hasRules: boolean }[]
  }>()
  expect(contractTypes.filter(({ hasRules }) => hasRules).map((type) => type.name)).toEqual([
    'Services agreement',
    'Supply agreement',
  ])
  const supply = contractTypes.find((type) => type.name === 'Supply agreement')?.id
  const asked = async (amount: number) => {
    const tried = await caller.post(`/v2/contractTypes/${supply}/approvalRules/try`, {
      values: { starterValue: amount },
    })
    expect(tried.statusCode, tried.body).toBe(200)
    return tried.json<{ rules: { asks: boolean }[] }>().rules.map(({ asks }) => asks)
  }
  expect([await asked(50_000), await asked(50_000.01)]).toEqual([[false], [true]])
})

test('nothing of a set is added when one thing of it cannot be [T-11]', async () => {
  // a field of that name that cannot be compared as the form compares it
  await caller.post('/v2/fields', { id: 'starterUnion', name: 'Union', fieldType: 'ShortText' })
  const before = await usage()
  const stored = (await storedIn(parts.app)).length
  const refused = await caller.post('/v2/starterSets/employment/add')
  expect(refused.statusCode).toBe(400)
  expect(await usage()).toBe(before)
  expect(await storedIn(parts.app)).toHaveLength(stored)
  const { items } = (await caller.get("/v2/fields?$filter=Id eq 'starterSalary'")).json<{ items: object[] }>()
  expect(items).toEqual([])
})

interface StatusName {
  type: { id: number; name: string } | null
  status: string
  name: string
}
const statusNames = async () =>
  (await caller.get('/v2/statusNames'))
    .json<{ names: StatusName[] }>()
    .names.map(({ type, status, name }) => [type?.name ?? null, status, name])

test('a set brings names for the statuses of its types, which are changed like others [T-34]', async () => {
  const { items } = (await caller.get('/v2/starterSets')).json<{
    items: { name: string; statusNames: object[] }[]
  }>()
  expect(items.find(({ name }) => name === 'disputes')?.statusNames).toContainEqual({
    matterType: 'Disputes',
    status: 'Review',
    name: 'Discovery',
  })
  await add('disputes')
  const names = await statusNames()
  for (const type of ['Disputes', 'Claim against us', 'Claim by us', 'Inquiry of an authority'])
    expect(names).toContainEqual([type, 'Review', 'Discovery'])
  const { matterTypes } = (await caller.get('/v2/typeUsage')).json<{
    matterTypes: { id: number; name: string }[]
  }>()
  const type = { id: matterTypes.find(({ name }) => name === 'Claim by us')?.id }
  const made = await caller.post('/v2/matters', {
    name: 'Claim for the roof',
    type,
    fields: { starterOpponent: 'Zephyr Ltd' },
  })
  expect(made.statusCode, made.body).toBe(201)
  const csv = await caller.get('/v2/matters/export?columns=Name,Status,StatusName')
  expect(csv.body).toContain('Claim for the roof,Draft,Threatened')
  // its names are the organisation's then: they go, and do not come back with the set
  expect((await caller.patch('/v2/statusNames', { names: [] })).statusCode).toBe(204)
  await add('disputes')
  expect(await statusNames()).toEqual([])
})

test('every type of matter of every set has names of its own for its statuses, which all sets together keep apart [T-34]', async () => {
  const { items } = (await caller.get('/v2/starterSets')).json<{
    items: { name: string; statusNames: { matterType: string }[] }[]
  }>()
  for (const { name, matterTypes } of starterSets) {
    const named = items.find((each) => each.name === name)?.statusNames.map(({ matterType }) => matterType)
    expect([...new Set(named)], name).toEqual(matterTypes.map((type) => type.name))
    expect((await add(name)).kept.filter((each) => each.startsWith('Names'))).toEqual([])
  }
})

test('names of a set that would look like those of the organisation are left out, and the rest is added [T-34]', async () => {
  const own = { recordType: 'Matter', type: null, status: 'Archived', name: 'Discovery' }
  expect((await caller.patch('/v2/statusNames', { names: [own] })).statusCode).toBe(204)
  const { added, kept } = await add('disputes')
  expect(added).toContain('Disputes')
  expect(kept).toEqual(['Names of the statuses of Disputes'])
  expect(await statusNames()).toEqual([[null, 'Archived', 'Discovery']])
})
