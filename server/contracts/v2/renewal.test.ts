// Renewals: the term, the three decisions, and withdrawing them.
import { beforeEach, expect, test } from 'vitest'
import { contractOfDocument } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { download, eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let counsel: Caller
let colleague: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { name: 'Harbour Foods' })).id
  const person = (role: 'InhouseLegal' | 'Standard') => createUser(app, { organisationId, role })
  counsel = await callerFor(parts, await person('InhouseLegal'))
  colleague = await callerFor(parts, await person('Standard'))
  typeId = await createContractTemplate(app, { organisationId })
  const details = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  await insertFieldOn(app, details, { title: 'Worth', type: 'Decimal', apiName: 'worth', meaning: 'Value' })
})

const signatories = [{ name: 'Ana Prior', title: null, party: null, signedOn: '2026-01-31' }]

/** A signed contract until 31 January 2027, with three months of notice and a renewal of a year. */
async function signed() {
  const file = { name: 'Agreement.pdf', content: Buffer.from('%PDF-1.4 signed') }
  const { path } = await contractOfDocument(counsel, typeId, file)
  await counsel.patch(`${path}/keyFacts`, { value: 100, expiry: '2027-01-31', effectiveDate: '2026-02-01' })
  await counsel.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' })
  await counsel.post(`${path}/keyDates`, { name: 'Decide', date: '2026-10-01', category: 'Renewal' })
  await counsel.patch(path, { status: 'Signing' })
  const recorded = await counsel.put(`${path}/signedCopy`, { document: { version: 1 }, signatories })
  expect(recorded.json()).toMatchObject({ locked: true })
  const term = await counsel.put(`${path}/renewal`, { amount: 1, unit: 'Years' })
  expect(term.json()).toMatchObject({ renewedUntil: '2028-01-31', noticeDate: '2026-10-31', decision: null })
  return path
}

const decide = (path: string, body: object) =>
  counsel.post(`${path}/renewal/decisions`, { expiry: '2027-01-31', ...body })

interface Answer {
  readonly decision: {
    readonly id: number
    readonly draft: { readonly id: number } | null
    readonly notice: { readonly id: number } | null
  }
}

async function datesOf(path: string) {
  const { items } = (await counsel.get(`${path}/keyDates`)).json<{
    items: { category: string; date: string; done: boolean }[]
  }>()
  const about = items.filter(({ category }) => category === 'Notice' || category === 'Renewal')
  return Object.fromEntries(about.map(({ category, date, done }) => [category, [date, done]]))
}

test('a locked contract is renewed by its term, with its dates, once, and it can be withdrawn [C-341]', async () => {
  const path = await signed()
  const before = await datesOf(path)
  expect(before).toEqual({ Notice: ['2026-10-31', false], Renewal: ['2026-10-01', false] })
  const both = await Promise.all([decide(path, { decision: 'Renew' }), decide(path, { decision: 'Renew' })])
  expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
  expect((await counsel.get(`${path}/keyFacts`)).json()).toMatchObject({ expiry: '2028-01-31' })
  expect(await datesOf(path)).toEqual({ Notice: ['2027-10-31', false], Renewal: ['2027-10-01', false] })
  const renewal = (await counsel.get(`${path}/renewal`)).json<{ decisions: { id: number }[] }>()
  expect(renewal).toMatchObject({
    expiry: '2028-01-31',
    renewedUntil: '2029-01-31',
    decision: null,
    decisions: [{ decision: 'Renew', expiry: '2027-01-31', renewedUntil: '2028-01-31', withdrawn: false }],
  })
  const own = `${path}/renewal/decisions/${renewal.decisions[0]?.id}`
  expect((await counsel.delete(own)).statusCode).toBe(204)
  expect((await counsel.delete(own)).statusCode).toBe(409)
  expect((await counsel.get(`${path}/keyFacts`)).json()).toMatchObject({ expiry: '2027-01-31' })
  expect(await datesOf(path)).toEqual(before)
  const names = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['contract.renewal.decided', 'contract.renewal.withdrawn']))
})

test('ending it writes a letter of notice to edit, and its dates are done [C-342]', async () => {
  const path = await signed()
  const answer = await decide(path, { decision: 'End', reason: 'We found a <cheaper> supplier & moved.' })
  expect(answer.statusCode, answer.body).toBe(200)
  const { decision } = answer.json<Answer>()
  expect(decision).toMatchObject({ decision: 'End', notice: { name: 'Notice of non-renewal.docx' } })
  const letter = await download(counsel, decision.notice?.id ?? 0)
  expect(letter.subarray(0, 2).toString()).toBe('PK')
  expect(await datesOf(path)).toEqual({ Notice: ['2026-10-31', true], Renewal: ['2026-10-01', true] })
  const listed = async (filter: string) => {
    const { items } = (await counsel.get(`/v2/contracts?$filter=${encodeURIComponent(filter)}`)).json<{
      items: { name: string }[]
    }>()
    return items.map(({ name }) => name)
  }
  expect(await listed("Renewal/Decision eq 'End'")).toEqual(['Services'])
  expect(await listed('Renewed/DateUtc ne null')).toEqual([])
  const other = await decide(path, { decision: 'Renew' })
  expect([other.statusCode, other.body]).toEqual([409, expect.stringContaining('Withdraw')])
  expect((await counsel.delete(`${path}/renewal/decisions/${decision.id}`)).statusCode).toBe(204)
  expect((await decide(path, { decision: 'Renew', amount: 6, unit: 'Months' })).statusCode).toBe(200)
  expect((await counsel.get(path)).json()).toMatchObject({ expiry: '2027-07-31T23:59:00' })
  expect(await listed('Renewal/Decision eq null and Renewed/DateUtc ne null')).toEqual(['Services'])
})

test('renegotiating it drafts a contract with its document and values, which says what it replaces [C-343]', async () => {
  const path = await signed()
  const answer = await decide(path, { decision: 'Renegotiate' })
  expect(answer.statusCode, answer.body).toBe(200)
  const draft = `/v2/contracts/${answer.json<Answer>().decision.draft?.id}`
  expect((await counsel.get(draft)).json()).toMatchObject({
    name: 'Services (renewal)',
    status: 'Draft',
    expiry: null,
    type: { id: typeId },
  })
  expect((await counsel.get(`${draft}/keyFacts`)).json()).toMatchObject({ value: { amount: 100 } })
  expect((await counsel.get(`${draft}/renewal`)).json()).toMatchObject({ replaces: { name: 'Services' } })
  const { document } = (await counsel.get(draft)).json<{ document: { id: number } }>()
  expect((await download(counsel, document.id)).toString()).toBe('%PDF-1.4 signed')
})

test('nothing is decided about another expiry, without a term, or by those who only see it [C-344]', async () => {
  const path = await signed()
  const problems = await Promise.all([
    decide(path, { decision: 'Renew', expiry: '2026-01-31' }),
    decide(path, { decision: 'Maybe' }),
    decide(path, { decision: 'End', amount: 1, unit: 'Years' }),
    decide(path, { decision: 'Renew', amount: 0, unit: 'Years' }),
    counsel.put(`${path}/renewal`, { amount: 1, unit: 'Decades' }),
    colleague.post(`${path}/renewal/decisions`, { decision: 'Renew', expiry: '2027-01-31' }),
  ])
  expect(problems.map(({ statusCode }) => statusCode)).toEqual([409, 400, 400, 400, 400, 404])
  expect((await counsel.delete(`${path}/renewal`)).statusCode).toBe(204)
  const without = await decide(path, { decision: 'Renew' })
  expect([without.statusCode, without.body]).toEqual([400, expect.stringContaining('amount')])
})
