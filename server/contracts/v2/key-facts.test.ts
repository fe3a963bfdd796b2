// What was answered becomes what a contract has: other party, key dates, expiry, notice period; and the key facts
// themselves.
import { beforeEach, describe, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { form } from '../../../test/documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { download, eventsOf } from '../../../test/fixtures/files.ts'
import { insertCategory } from '../../../test/fixtures/matters.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import type { NewField } from '../../fields/commands/create-field.ts'
import type { FormKey } from '../../fields/form.ts'
import { systemActor } from '../../platform/events/change.ts'
import { setTemplateDocument } from '../commands/set-template-document.ts'

const parts = useTestApp()

let organisationId: number
let admin: Caller
let counsel: Caller
let other: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  const person = (more: object) => createUser(app, { organisationId, ...more })
  admin = await callerFor(parts, await person({ role: 'Administrator' }))
  counsel = await callerFor(parts, await person({ role: 'InhouseLegal' }))
  other = await callerFor(parts, await person({ role: 'Standard' }))
  typeId = await createContractTemplate(app, { organisationId, name: 'NDA' })
})

const on = (name: 'ContractUpload' | 'ContractWizard' | 'ContractDetails'): FormKey => ({
  organisationId,
  form: name,
  templateId: typeId,
})
const place = (key: FormKey, field: Omit<NewField, 'organisationId'> & { required?: boolean }) =>
  insertFieldOn(parts.app, key, field)

/** A wizard that asks for all that a contract has, and the field of its details that names the other party. */
async function wizard() {
  const asked = on('ContractWizard')
  await place(asked, {
    apiName: 'who',
    title: 'Who',
    type: 'ShortText',
    meaning: 'OtherParty',
    required: true,
  } as never)
  await place(asked, { apiName: 'from', title: 'From', type: 'Date', meaning: 'EffectiveDate' })
  await place(asked, { apiName: 'until', title: 'Until', type: 'Date', meaning: 'Expiry' })
  await place(asked, { apiName: 'months', title: 'Notice', type: 'Decimal', meaning: 'NoticeMonths' })
  await place(asked, { apiName: 'worth', title: 'Worth', type: 'Decimal', meaning: 'Value' })
  await place(on('ContractDetails'), {
    apiName: 'party',
    title: 'Party',
    type: 'ContractEntity',
    meaning: 'OtherParty',
  })
  await place(on('ContractDetails'), {
    apiName: 'value',
    title: 'Value',
    type: 'Currency',
    rangeEnd: 1_000,
    meaning: 'Value',
  })
  const bytes = docx(['With {who}'])
  await setTemplateDocument(parts.app, systemActor('test'), { organisationId, templateId: typeId, bytes })
}

const make = async (caller: Caller, body: object) => {
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'NDA', ...body })
  expect(made.statusCode, made.body).toBe(201)
  return `/v2/contracts/${made.json<{ id: number }>().id}`
}
const factsOf = async (url: string, caller = counsel) => (await caller.get(`${url}/keyFacts`)).json()
const parties = async () =>
  (await counsel.get('/v2/contractParties'))
    .json<{ items: { name: string }[] }>()
    .items.map(({ name }) => name)

test('a value that only a form to fill in asks for is seen on the contract and in lists [T-41]', async () => {
  const asked = { apiName: 'worth', title: 'Contract value', type: 'Currency', meaning: 'Value' } as const
  await place(on('ContractWizard'), asked)
  const bytes = docx(['Worth {worth}'])
  await setTemplateDocument(parts.app, systemActor('test'), { organisationId, templateId: typeId, bytes })
  const url = await make(counsel, { fields: { worth: 1250.5 } })
  const overview = (await counsel.get(`${url}/overview`)).json<{ asked: object[] }>()
  expect(overview.asked).toMatchObject([{ label: 'Contract value', readOnly: true, field: { id: 'worth' } }])
  expect(await factsOf(url)).toMatchObject({
    value: { amount: 1250.5, field: { id: 'worth', name: 'Contract value' } },
    noPlaceFor: ['otherParty', 'value'],
  })
  const listed = async () =>
    (await counsel.get('/v2/contracts?$filter=Value ge 1000')).json<{ items: { id: number }[] }>().items
  expect(await listed()).toEqual([expect.objectContaining({ id: Number(url.split('/').at(-1)) })])
  // counts from then on, also while it is empty
  await place(on('ContractDetails'), { ...asked, apiName: 'current', title: 'Current value' })
  expect(await listed()).toEqual([])
})

describe('the answers of a wizard', () => {
  test('become the other party, the key dates, the expiry, the notice period and the value [C-226]', async () => {
    await wizard()
    const answers = { who: 'Zephyr Ltd', from: '2026-06-01', until: '2028-05-31', months: 3, worth: 250.5 }
    const url = await make(counsel, { fields: answers })
    expect(await factsOf(url)).toMatchObject({
      otherParty: { name: 'Zephyr Ltd' },
      effectiveDate: '2026-06-01',
      expiry: '2028-05-31',
      value: { amount: 250.5, field: { id: 'value' } },
      noticePeriod: { amount: 3, unit: 'Months', noticeDate: '2028-02-29' },
      noPlaceFor: [],
    })
    expect((await counsel.get(url)).json()).toMatchObject({
      expiry: '2028-05-31T23:59:00',
      fields: { who: 'Zephyr Ltd', party: { label: 'Zephyr Ltd' } },
    })
    const names = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
    const raised = [
      'contract.created',
      'contract-entity.created',
      'contract.keydate.created',
      'contract.notice.set',
    ]
    expect(names).toEqual(expect.arrayContaining(raised))
    expect(names).not.toContain('contract.updated')
    // the same party by another spelling is the same party
    await make(counsel, { fields: { who: 'ZEPHYR  ltd' } })
    expect(await parties()).toEqual(['Zephyr Ltd'])
  })

  test('never take the place of what was given, nor of what does not fit [C-227]', async () => {
    await wizard()
    await counsel.post('/v2/contractParties', { name: 'Given Ltd' })
    const [given] = (await counsel.get('/v2/contractParties')).json<{ items: { id: number }[] }>().items
    const url = await make(counsel, {
      expiry: null,
      fields: {
        who: 'Zephyr Ltd',
        until: '2028-05-31',
        worth: 5_000,
        months: 1.5,
        party: { value: String(given?.id) },
      },
    })
    expect(await factsOf(url)).toMatchObject({
      otherParty: { name: 'Given Ltd' },
      effectiveDate: null,
      expiry: null,
      value: null,
      noticePeriod: null,
    })
    expect(await parties()).toEqual(['Given Ltd'])
  })

  test('are taken from the matter that the contract is for, where nothing is given [C-228]', async () => {
    await wizard()
    const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
    const create: FormKey = { organisationId, form: 'MatterCreate', categoryId }
    await place(create, { apiName: 'partner', title: 'Partner', type: 'ShortText', meaning: 'OtherParty' })
    await place(create, { apiName: 'ends', title: 'Ends', type: 'Date', meaning: 'Expiry' })
    const matter = await counsel.post('/v2/matters', {
      type: { id: categoryId },
      fields: { partner: 'Orbit AB', ends: '2027-01-31' },
    })
    const { id } = matter.json<{ id: number }>()
    const url = await make(counsel, { matter: { id }, fields: { worth: 10 } })
    expect(await factsOf(url)).toMatchObject({ otherParty: { name: 'Orbit AB' }, expiry: '2027-01-31' })
    const { document } = (await counsel.get(url)).json<{ document: { id: number } }>()
    expect(paragraphsOf(await download(counsel, document.id))).toEqual(['With Orbit AB'])
    const asked = await counsel.get(`/v2/contractTypes/${typeId}/forms/wizard?matter=${id}`)
    expect(JSON.stringify(asked.json())).toContain('"default":"Orbit AB"')
    expect((await counsel.get(`/v2/contractTypes/${typeId}/forms/wizard?matter=999999`)).statusCode).toBe(400)
    // what is given wins; a matter that one does not see says nothing
    const own = await make(counsel, { matter: { id }, fields: { who: 'Own Ltd' } })
    expect(await factsOf(own)).toMatchObject({ otherParty: { name: 'Own Ltd' } })
    const body = { type: { id: typeId }, name: 'NDA', matter: { id: 999_999 }, fields: { who: 'X' } }
    const unseen = await counsel.post('/v2/contracts', body)
    expect([unseen.statusCode, Object.keys(unseen.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['matter'],
    ])
  })
})

describe('the key facts of a contract', () => {
  async function uploaded() {
    await place(on('ContractDetails'), { apiName: 'party', title: 'Party', type: 'ContractEntity' })
    const file = { name: 'NDA.pdf', content: '%PDF-1.4' }
    const { payload, headers } = form({ targetResourceType: 'ContractCreation', file })
    const { id } = (await counsel.post('/v2/files', payload, { headers })).json<{ id: number }>()
    return make(counsel, { document: { id } })
  }

  test('are changed together, each where it is kept [C-229]', async () => {
    const url = await uploaded()
    expect(await factsOf(url)).toMatchObject({ otherParty: null, expiry: null, noPlaceFor: ['value'] })
    const facts = { otherParty: { name: 'Zephyr Ltd' }, effectiveDate: '2026-06-01', expiry: '2028-05-31' }
    const changed = await counsel.patch(`${url}/keyFacts`, facts)
    expect(changed.statusCode, changed.body).toBe(204)
    expect(await factsOf(url)).toMatchObject({ ...facts, otherParty: { name: 'Zephyr Ltd' } })
    const moved = { effectiveDate: '2026-07-01', otherParty: null, expiry: null }
    expect((await counsel.patch(`${url}/keyFacts`, moved)).statusCode).toBe(204)
    expect(await factsOf(url)).toMatchObject(moved)
    const dates = (await counsel.get(`${url}/keyDates`)).json<{ items: object[] }>().items
    expect(dates).toMatchObject([{ name: 'Start', date: '2026-07-01', category: 'Start' }])
    expect((await counsel.patch(`${url}/keyFacts`, { effectiveDate: null })).statusCode).toBe(204)
    expect(await factsOf(url)).toMatchObject({ effectiveDate: null })
  })

  test('stay as they are when one is wrong, has no place, or is not for the caller to change [C-229]', async () => {
    const url = await uploaded()
    const before = await factsOf(url)
    for (const [body, status] of [
      [{ otherParty: { name: 'Zephyr Ltd' }, value: 5 }, 409],
      [{ otherParty: { name: 'Zephyr Ltd' }, expiry: '2028-02-30' }, 400],
      [{ otherParty: { name: '' }, effectiveDate: '2026-06-01' }, 400],
      [{ otherParty: { id: 999_999 }, effectiveDate: '2026-06-01' }, 400],
      [{ start: '2026-06-01' }, 400],
    ] as const) {
      expect((await counsel.patch(`${url}/keyFacts`, body)).statusCode, JSON.stringify(body)).toBe(status)
    }
    expect((await other.patch(`${url}/keyFacts`, { expiry: null })).statusCode).toBe(404)
    expect((await other.get(`${url}/keyFacts`)).statusCode).toBe(404)
    const member = await other.get('/v2/me').then((answer) => answer.json<{ user: { id: string } }>().user.id)
    expect((await counsel.put(`${url}/members/${member}`, { roles: ['Member'] })).statusCode).toBe(204)
    expect((await other.patch(`${url}/keyFacts`, { expiry: '2028-05-31' })).statusCode).toBe(403)
    expect((await other.patch(`${url}/keyFacts`, { effectiveDate: '2026-06-01' })).statusCode).toBe(403)
    expect(await factsOf(url)).toEqual(before)
    expect(await parties()).toEqual([])
  })
})

describe('the meaning of a field', () => {
  test('is set and cleared by administrators, and fits its type [C-230]', async () => {
    const field = { id: 'partner', name: 'Partner', fieldType: 'ShortText', meaning: 'OtherParty' }
    expect((await counsel.post('/v2/fields', field)).statusCode).toBe(403)
    expect((await admin.post('/v2/fields', field)).statusCode).toBe(201)
    expect((await admin.get('/v2/fields/partner')).json()).toMatchObject({ meaning: 'OtherParty' })
    for (const meaning of ['Expiry', 'Nothing', 3]) {
      const refused = await admin.patch('/v2/fields/partner', { meaning })
      expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
        400,
        ['meaning'],
      ])
    }
    expect((await admin.get('/v2/fields/partner')).json()).toMatchObject({ meaning: 'OtherParty' })
    expect((await admin.patch('/v2/fields/partner', { meaning: null })).statusCode).toBe(204)
    expect((await admin.get('/v2/fields/partner')).json()).toMatchObject({ meaning: null })
  })
})

test('lists have them for many contracts, and are filtered, sorted, exported and added up by them', async () => {
  await wizard()
  const answers = { who: 'Zephyr Ltd', from: '2020-06-01', until: '2099-05-31', months: 3, worth: 250.5 }
  const first = Number((await make(counsel, { fields: answers })).split('/').at(-1))
  const second = Number((await make(counsel, { fields: { who: 'Aster plc' } })).split('/').at(-1))
  const hidden = Number((await make(admin, { fields: answers, restricted: true })).split('/').at(-1))
  // the details are what is so now, whatever the wizard was answered
  await counsel.patch(`/v2/contracts/${first}`, { fields: { value: 300 } })
  const read = async (ids: string, caller = counsel) =>
    (await caller.get(`/v2/contracts/keyFacts?ids=${ids}`)).json<{ items: { id: number }[] }>().items
  expect((await read(`${second},${first},${hidden},${first}`)).toSorted((a, b) => a.id - b.id)).toEqual([
    {
      id: first,
      otherParty: { id: expect.any(Number), name: 'Zephyr Ltd' },
      value: { amount: 300, currency: 'USD' },
      nextDate: { name: expect.any(String), date: '2099-02-28T00:00:00' },
      renewal: null,
    },
    {
      id: second,
      otherParty: { id: expect.any(Number), name: 'Aster plc' },
      value: null,
      nextDate: null,
      renewal: null,
    },
  ])
  for (const wrong of ['', 'x', '1,,2', '0', Array.from({ length: 201 }, (_, id) => id + 1).join(',')])
    expect((await counsel.get(`/v2/contracts/keyFacts?ids=${wrong}`)).statusCode, wrong).toBe(400)

  const ids = async (query: Record<string, string>) =>
    (await counsel.get(`/v2/contracts?${new URLSearchParams(query).toString()}`))
      .json<{ items: { id: number }[] }>()
      .items.map(({ id }) => id)
  expect(await ids({ $orderby: 'OtherParty/Name' })).toEqual([second, first])
  expect(await ids({ $filter: 'Value ge 300' })).toEqual([first])
  expect(await ids({ $filter: 'NextDate eq null' })).toEqual([second])
  const csv = await counsel.get('/v2/contracts/export?columns=OtherParty/Name,Value,NextDate&$orderby=Value')
  expect(csv.body).toContain('Zephyr Ltd,300,2099-02-28T00:00:00')
  const summary = await counsel.get('/v2/contracts/summary?groupBy=OtherParty/Id&measure=Value')
  const { groups } = summary.json<{ groups: { keys: { label: string }[]; sums: object[] }[] }>()
  expect(groups.find(({ keys }) => keys[0]?.label === 'Zephyr Ltd')?.sums).toEqual([
    { currency: 'USD', amount: 300 },
  ])
})
