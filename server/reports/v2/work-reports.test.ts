// Reports of work: requests, workload, time in stages and in approval, key dates, forecasts.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { approvalWorld } from '../../../test/fixtures/approvals.ts'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { insertCategory, insertMatter } from '../../../test/fixtures/matters.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
beforeEach(() => parts.clock.set(new Date('2026-03-02T09:00:00Z')))

interface Figures {
  readonly totals: readonly { readonly values: readonly (number | null)[] }[]
  readonly groups: readonly {
    readonly keys: readonly { readonly label: string }[]
    readonly values: readonly (number | null)[]
    readonly filter: string
  }[]
}

async function figures(caller: Caller, query: Record<string, string>): Promise<Figures> {
  const answer = await caller.get(`/v2/reports/figures?${new URLSearchParams(query).toString()}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<Figures>()
}

const done = async (sent: ReturnType<Caller['post']>) => {
  const answer = await sent
  expect(answer.statusCode, answer.body).toBeLessThan(300)
  return answer
}

async function department() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const person = (role: 'Administrator' | 'InhouseLegal' | 'Standard') =>
    createUser(parts.app, { organisationId, role, firstName: role, lastName: 'Okoro' })
  const [administrator, lawyer, requester] = [
    await person('Administrator'),
    await person('InhouseLegal'),
    await person('Standard'),
  ]
  return {
    organisationId,
    administrator,
    lawyer,
    requester,
    as: (user: typeof lawyer) => callerFor(parts, user),
  }
}

test('requests are counted by type, with how fast they were decided and as promised [K-56]', async () => {
  const { organisationId, administrator, lawyer, requester, as } = await department()
  const categoryId = await insertCategory(parts.app, organisationId, { name: 'Advice' })
  const asked = await done(
    (await as(administrator)).post('/v2/requestTypes', {
      title: 'Review',
      matterType: { id: categoryId },
      answerWithinDays: 2,
    }),
  )
  const type = { id: asked.json<{ id: number }>().id }
  const request = async () =>
    (await done((await as(requester)).post('/v2/requests', { type }))).json<{ id: number }>().id
  const [first, second] = [await request(), await request()]
  await request()
  await insertMatter(parts.app, { owner: lawyer, categoryId })
  const accept = async (id: number) => done((await as(lawyer)).post(`/v2/matters/${id}/intake/accept`, {}))
  parts.clock.advance({ minutes: 24 * 60 })
  await accept(first)
  parts.clock.advance({ minutes: 9 * 24 * 60 })
  await accept(second)
  const measures = 'requests,undecided,medianDaysToDecide,inTimePercent'
  const caller = await callerFor(parts, administrator)
  const query = { list: 'matters', by: 'requestType', measures, filter: 'RequestType/Id ne null' }
  const { groups } = await figures(await as(lawyer), query)
  // decided after 1 and 10 days; the third can be kept no more
  expect(groups).toMatchObject([{ keys: [{ label: 'Review' }], values: [3, 1, 5.5, 33.33] }])
  const opened = await caller.get(`/v2/matters?$filter=${encodeURIComponent(groups[0]?.filter ?? '')}`)
  expect(opened.statusCode, opened.body).toBe(200)
})

test('firms are not shown of which type a request was [K-56]', async () => {
  const world = await createInvoiceWorld(parts)
  const url = `/v2/matters?$filter=${encodeURIComponent('RequestType/Id eq null')}`
  expect((await world.lawyer.caller.get(url)).json<{ items: object[] }>().items).toHaveLength(1)
  const refused = await world.lawyer.caller.get('/v2/reports/figures?list=matters&measures=requests')
  expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['measures'],
  ])
})

test('workload is points of open matters, urgent ones and open tasks [K-57]', async () => {
  const { organisationId, lawyer, as } = await department()
  const categoryId = await insertCategory(parts.app, organisationId, {})
  const values = { manager_id: lawyer.id }
  await insertMatter(parts.app, { owner: lawyer, categoryId, values })
  const urgent = await insertMatter(parts.app, {
    owner: lawyer,
    categoryId,
    values: { ...values, urgent: true },
  })
  await insertMatter(parts.app, { owner: lawyer, categoryId, values: { ...values, status: 'Complete' } })
  const caller = await as(lawyer)
  for (const name of ['Draft', 'Send']) await done(caller.post(`/v2/matters/${urgent}/tasks`, { name }))
  const { groups } = await figures(caller, { list: 'matters', by: 'manager', measures: 'workload,open' })
  expect(groups).toMatchObject([{ values: [4 + 8 + 2, 2] }])
})

test('time in stages is without that with the other side, and without what was imported [K-58]', async () => {
  const { organisationId, lawyer, contractWith } = await signingWorld(parts)
  const made = async () => {
    const path = await contractWith(docx(['Rent is 100 a month.']), 'Lease.docx', 'Draft')
    return Number(path.split('/').at(-1))
  }
  const [contract, imported] = [await made(), await made()]
  const as = (user: typeof lawyer) => callerFor(parts, user)
  await parts.app.database.pool.query(
    `update contracts set created_at = created_at - interval '400 days' where id = $1 and organisation_id = $2`,
    [imported, organisationId],
  )
  const later = (days: number) => parts.clock.advance({ minutes: days * 24 * 60 })
  const move = async (id: number, status: string) =>
    done((await as(lawyer)).patch(`/v2/contracts/${id}`, { status }))
  later(3)
  for (const id of [contract, imported]) await move(id, 'Negotiating')
  // with the other side for two days, twice at once for one of them
  const now = parts.clock.now()
  for (const [from, to] of [
    [1, 2],
    [1, 3],
  ] as const) {
    const at = (days: number) => new Date(now.getTime() + days * 86_400_000)
    await parts.app.database.pool.query(
      `insert into document_shares (organisation_id, contract_id, file_id, file_version, sha256, name, email, may_upload,
        may_comment, expires_at, created_by, created_at, sent_at, answered_at, secret_hash)
       values ($1, $2, 1, 1, '', 'Lease.docx', 'a@example.com', true, true, $3, $4, $5, $5, $6, $7)`,
      [organisationId, contract, at(30), lawyer.id, at(from), at(to), Buffer.from(`${contract} ${to}`)],
    )
  }
  later(10)
  for (const id of [contract, imported]) await move(id, 'Draft')
  const measures = 'medianDaysInDraft,p90DaysInDraft,medianDaysInNegotiating'
  const query = { list: 'contracts', by: 'contract', measures, order: 'Key' }
  const { groups } = await figures(await as(lawyer), query)
  expect(groups.map(({ values }) => values)).toEqual([
    [3, 3, 8],
    [null, null, 10],
  ])
})

test('how long approvals of contracts took [K-59]', async () => {
  const world = await approvalWorld(parts)
  const id = await world.make()
  const answer = await done(
    world.asOwner.post(`/v2/contracts/${id}/approvals`, {
      steps: [{ name: 'Finance', approvers: [{ id: world.finance.id }] }],
    }),
  )
  parts.clock.advance({ minutes: 36 * 60 })
  const finance = await world.as(world.finance)
  await done(finance.post(`/v2/contracts/${id}/approvals/${answer.json<{ id: number }>().id}/approve`, {}))
  await world.make()
  const query = { list: 'contracts', measures: 'medianDaysToApprove,p90DaysToApprove,count' }
  expect((await figures(await world.as(world.owner), query)).totals).toMatchObject([
    { values: [1.5, 1.5, 2] },
  ])
})

test('key dates are counted by owner and kind, with what is overdue [K-60]', async () => {
  const { organisationId, lawyer, requester, as } = await department()
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const id = await insertContract(parts.app, { owner: lawyer, templateId })
  const caller = await as(lawyer)
  const add = (name: string, date: string, more: object) =>
    done(caller.post(`/v2/contracts/${id}/keyDates`, { name, date, ...more }))
  await add('Pay', '2026-02-27', { category: 'Payment', value: 250.5, owner: { id: lawyer.id } })
  await add('Report', '2026-03-02', { category: 'Obligation' })
  await add('Renew', '2026-09-01', { category: 'Renewal', value: 1000 })
  const query = { list: 'keyDates', by: 'category', measures: 'due,overdue,value', filter: 'Done eq false' }
  const { groups } = await figures(caller, { ...query, order: 'Key' })
  expect(groups.map(({ keys, values }) => [keys[0]?.label, ...values])).toEqual([
    ['Obligation', 1, 0, 0],
    ['Payment', 1, 1, 250.5],
    ['Renewal', 1, 0, 1000],
  ])
  const soon = await figures(caller, { ...query, measures: 'count', range: 'date/Next90Days' })
  expect(soon.groups).toMatchObject([{ keys: [{ label: 'Obligation' }] }])
  const opened = await caller.get(`/v2/keyDates?$filter=${encodeURIComponent(groups[1]?.filter ?? '')}`)
  expect(opened.json()).toMatchObject({ items: [{ name: 'Pay' }] })
  expect((await figures(await as(requester), { list: 'keyDates', measures: 'count' })).totals).toEqual([])
})

test('the forecast of a matter is what it has cost and what firms expect still to bill [K-61]', async () => {
  const { payer, lawyer, matterId } = await createInvoiceWorld(parts)
  await done(payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 1000, currency: 'GBP' }))
  const query = { list: 'matters', by: 'matter', measures: 'estimate,forecast,overForecast' }
  const shown = async () => (await figures(payer.caller, query)).groups[0]?.values
  expect(await shown()).toBeUndefined()
  const line = { kind: 'Fee' as const, description: 'Advice', quantity: '1', unitPrice: '350' }
  const invoice = await draftInvoice(parts.app, lawyer.actor, matterId, { currency: 'GBP', lines: [line] })
  await moveInvoiceTo(parts.app, lawyer.actor, invoice, 'Posted')
  for (const amount of [900, 700.5]) {
    await done(lawyer.caller.put(`/v2/matters/${matterId}/estimate`, { amount, currency: 'GBP' }))
  }
  expect(await shown()).toEqual([700.5, 1050.5, 50.5])
})

test('matters and contracts are put together by custom fields, whose groups open their list [K-62]', async () => {
  const { organisationId, lawyer, requester, as } = await department()
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const form = { organisationId, form: 'ContractDetails', templateId } as const
  const options = [
    { value: 'EMEA', label: 'Europe' },
    { value: 'APAC', label: 'Asia' },
  ]
  await insertFieldOn(parts.app, form, { title: 'Sales region', type: 'Dropdown', options })
  await insertFieldOn(parts.app, form, { title: 'Signed', type: 'Date' })
  await insertFieldOn(parts.app, form, { title: 'Rent', type: 'Decimal' })
  const caller = await as(lawyer)
  const catalogue = (await caller.get('/v2/reports/catalogue')).json<{
    lists: { name: string; dimensions: { name: string; title: string; isDate: boolean }[] }[]
  }>()
  const listed = catalogue.lists.find(({ name }) => name === 'contracts')?.dimensions ?? []
  const named = (title: string) => listed.find((each) => each.title === title)
  expect([named('Signed')?.isDate, named('Sales region')?.isDate, named('Rent')]).toEqual([
    true,
    false,
    undefined,
  ])
  const [region = '', signed = ''] = [named('Sales region')?.name, named('Signed')?.name]
  for (const [value, day] of [
    ['EMEA', '2026-01-05'],
    ['EMEA', '2026-01-20'],
    ['APAC', '2026-02-01'],
    [null, null],
  ]) {
    const id = await insertContract(parts.app, { owner: lawyer, templateId })
    const name = (each: string) => each.replace('fields/', '')
    await done(
      caller.patch(`/v2/contracts/${id}`, { fields: { [name(region)]: value, [name(signed)]: day } }),
    )
  }
  const by = async (key: string, more: Record<string, string> = {}) =>
    (await figures(caller, { list: 'contracts', by: key, measures: 'count', order: 'Key', ...more })).groups
  const regions = await by(region)
  expect(regions.map(({ keys, values }) => [keys[0]?.label, values[0]])).toEqual([
    ['Asia', 1],
    ['Europe', 2],
    ['None', 1],
  ])
  for (const { filter, values } of regions) {
    const opened = await caller.get(`/v2/contracts?$filter=${encodeURIComponent(filter)}`)
    expect(opened.json<{ items: object[] }>().items, filter).toHaveLength(values[0] ?? 0)
  }
  const months = await by(signed)
  expect(months.map(({ keys }) => keys[0]?.label)).toEqual(['None', 'Jan 2026', 'Feb 2026'])
  for (const key of ['fields/rent', 'fields/nothing', `${region}/Month`, 'fields/']) {
    const query = new URLSearchParams({ list: 'contracts', by: key, measures: 'count' }).toString()
    const refused = await caller.get(`/v2/reports/figures?${query}`)
    expect([refused.statusCode, Object.keys(refused.json<{ errors: object }>().errors)], key).toEqual([
      400,
      ['by'],
    ])
  }
  const invoices = await caller.get(`/v2/reports/figures?list=invoices&measures=count&by=${region}`)
  expect(invoices.statusCode).toBe(400)
  expect((await figures(await as(requester), { list: 'contracts', measures: 'count' })).totals).toEqual([])
})

test('a group without a figure is left out, and counted where its rows are counted [K-85]', async () => {
  const { payer, matterId } = await createInvoiceWorld(parts)
  const groups = async (measures: string) =>
    (await figures(payer.caller, { list: 'matters', by: 'matter', measures })).groups.map(
      ({ values }) => values,
    )
  expect(await groups('budget,accrued')).toEqual([])
  expect(await groups('budget,count')).toContainEqual([null, 1])
  await done(payer.caller.put(`/v2/matters/${matterId}/budget`, { amount: 1000, currency: 'GBP' }))
  expect(await groups('budget,accrued')).toEqual([[1000, 0]])
})
