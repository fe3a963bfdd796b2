// What the document of a contract says through v2: read, accepted, refused.
import { beforeEach, expect, test } from 'vitest'
import { contractOfDocument } from '../../../test/fixtures/contracts.ts'
import { docx } from '../../../test/documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

const agreement = [
  'SERVICES AGREEMENT',
  'This Services Agreement is made as of 3 May 2024 (the “Effective Date”) between Northgate Instruments Ltd, a company incorporated in England (“Northgate”), and Birch and Rowan LLP, a limited liability partnership (“Consultant”).',
  'The total contract value is £120,000.',
  'This Agreement commences on the Effective Date and shall continue until 2 May 2099. It shall automatically renew for successive periods of one (1) year unless either party gives at least ninety (90) days’ notice of non-renewal before the end of the term.',
  'This Agreement is governed by the laws of England and Wales.',
]

let organisationId: number
let counsel: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { name: 'Northgate Instruments Limited' })).id
  counsel = await callerFor(parts, await createUser(app, { organisationId, role: 'InhouseLegal' }))
  typeId = await createContractTemplate(app, { organisationId })
  const details = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  await insertFieldOn(app, details, {
    apiName: 'party',
    title: 'Party',
    type: 'ContractEntity',
    meaning: 'OtherParty',
  })
  await insertFieldOn(app, details, {
    apiName: 'worth',
    title: 'Worth',
    type: 'Currency',
    rangeEnd: 1_000_000,
    meaning: 'Value',
  })
})

async function contractOf(paragraphs: readonly string[], caller = counsel): Promise<string> {
  const file = { name: 'Agreement.docx', content: docx(paragraphs) }
  return (await contractOfDocument(caller, typeId, file)).path
}

interface Fact {
  readonly id: string
  readonly kind: string
  readonly name: string | null
  readonly place: string | null
  readonly state: string
  readonly passage: { readonly text: string; readonly paragraph: number; readonly find: string }
}

const factsOf = async (url: string) =>
  (await counsel.get(`${url}/documentFacts`)).json<{ facts: Fact[] }>().facts
const accept = (url: string, facts: readonly string[], more: object = {}, headers = {}) =>
  counsel.post(`${url}/documentFacts/acceptances`, { version: 1, facts, ...more }, { headers })
const idsOf = (facts: readonly Fact[], ...places: string[]) =>
  facts.filter(({ place, state }) => state === 'Proposed' && places.includes(place ?? '')).map(({ id }) => id)

test('the facts of the document are proposed with their passages, and nothing is recorded [C-241]', async () => {
  const url = await contractOf(agreement)
  const answer = (await counsel.get(`${url}/documentFacts`)).json<{
    document: object
    textState: string
    facts: Fact[]
  }>()
  expect(answer).toMatchObject({ document: { version: 1 }, textState: 'Text' })
  expect(answer.facts.map(({ kind, place, state }) => [kind, place, state])).toEqual([
    ['DocumentName', null, 'Shown'],
    // the organisation itself
    ['Party', null, 'Shown'],
    ['Party', 'OtherParty', 'Proposed'],
    ['AgreementDate', null, 'Shown'],
    ['EffectiveDate', 'EffectiveDate', 'Proposed'],
    ['ExpiryDate', 'Expiry', 'Proposed'],
    ['Renewal', 'RenewalDecision', 'Proposed'],
    ['NoticePeriod', 'NoticePeriod', 'Proposed'],
    ['GoverningLaw', null, 'Shown'],
    ['Value', 'Value', 'Proposed'],
  ])
  expect(answer.facts.find(({ kind }) => kind === 'GoverningLaw')?.passage).toMatchObject({
    paragraph: 4,
    find: 'This Agreement is governed by the laws of England and Wales.',
  })
  const facts = (await counsel.get(`${url}/keyFacts`)).json()
  expect(facts).toMatchObject({
    otherParty: null,
    effectiveDate: null,
    expiry: null,
    value: null,
    noticePeriod: null,
  })
})

test('accepting records them where the contract keeps them, with the document as their source [C-242]', async () => {
  const url = await contractOf(agreement)
  const places = ['OtherParty', 'EffectiveDate', 'Expiry', 'NoticePeriod', 'Value', 'RenewalDecision']
  const accepted = await accept(url, idsOf(await factsOf(url), ...places))
  expect(accepted.statusCode, accepted.body).toBe(204)
  expect((await counsel.get(`${url}/keyFacts`)).json()).toMatchObject({
    otherParty: { name: 'Birch and Rowan LLP' },
    effectiveDate: '2024-05-03',
    expiry: '2099-05-02',
    value: { amount: 120_000 },
    noticePeriod: { amount: 90, unit: 'Days', noticeDate: '2099-02-01' },
  })
  expect((await counsel.get(`${url}/renewal`)).json()).toMatchObject({
    term: { amount: 1, unit: 'Years' },
    renewedUntil: '2100-05-02',
  })
  const dates = (await counsel.get(`${url}/keyDates`)).json<{ items: object[] }>().items
  expect(dates).toContainEqual(
    expect.objectContaining({ name: 'Renew or give notice', date: '2099-02-01', category: 'Renewal' }),
  )
  expect(dates).not.toContainEqual(expect.objectContaining({ name: 'Renew or give notice', owner: null }))
  const names = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
  expect(names).toContain('contract.facts.accepted')
  const after = await factsOf(url)
  expect(after.filter(({ state }) => state === 'Proposed')).toEqual([])
  // once more changes nothing
  expect(
    (
      await accept(
        url,
        after.filter(({ place }) => place === 'Expiry').map(({ id }) => id),
      )
    ).statusCode,
  ).toBe(204)
  expect((await eventsOf(parts.app, organisationId)).length).toBe(names.length)
})

test('a renewal that has passed is decided before the next one', async () => {
  const url = await contractOf([
    'This Agreement is made on 1 May 2010 between Oak Ltd, a company, and Elm Ltd, a company.',
    'This Agreement shall continue for a term of one year. It shall automatically renew for successive periods of one year.',
  ])
  expect((await accept(url, idsOf(await factsOf(url), 'Expiry', 'RenewalDecision'))).statusCode).toBe(204)
  const { items } = (await counsel.get(`${url}/keyDates`)).json<{ items: { name: string; date: string }[] }>()
  const decision = items.find(({ name }) => name === 'Renew or give notice')
  const today = parts.app.clock.now().toISOString().slice(0, 10)
  expect(decision?.date.slice(4)).toBe('-05-01')
  expect((decision?.date ?? '') >= today).toBe(true)
})

test('what the document does not say, has no place or comes twice is refused, and nothing changes [C-243]', async () => {
  const url = await contractOf([
    ...agreement.slice(0, 1),
    ...agreement.slice(2),
    agreement[1]?.replace('Northgate Instruments Ltd', 'Elm Ltd') ?? '',
  ])
  const facts = await factsOf(url)
  const law = facts.find(({ kind }) => kind === 'GoverningLaw')?.id ?? ''
  const both = idsOf(facts, 'OtherParty')
  expect(both).toHaveLength(2)
  for (const ids of [['expiryDate-999999'], [law], both, []])
    expect((await accept(url, ids)).statusCode).toBe(400)
  expect((await accept(url, idsOf(facts, 'Expiry'), { version: 2 })).statusCode).toBe(409)
  expect((await accept(url, idsOf(facts, 'Expiry'), {}, { 'if-match': '"999"' })).statusCode).toBe(412)
  expect((await counsel.get(`${url}/keyFacts`)).json()).toMatchObject({ otherParty: null, expiry: null })
  expect((await accept(url, idsOf(facts, 'Expiry'))).statusCode).toBe(204)
})

test('a document without text says nothing, and says why', async () => {
  const url = await contractOf([])
  expect((await counsel.get(`${url}/documentFacts`)).json()).toMatchObject({ textState: 'NoText', facts: [] })
})

test('obligations become key dates of the owner, once, and recur where they do [C-474]', async () => {
  const url = await contractOf([
    ...agreement,
    'Consultant shall provide a report within 45 days after the end of each calendar quarter.',
    'Consultant shall deliver the first draft by 30 June 2098.',
    'Consultant shall deliver the plan by 30 June 2024.',
  ])
  const facts = await factsOf(url)
  expect(facts.filter(({ kind }) => kind === 'Obligation')).toMatchObject([
    {
      name: 'Consultant: provide a report',
      place: 'Obligation',
      days: 45,
      duration: { amount: 3, unit: 'Months' },
    },
    { name: 'Consultant: deliver the first draft', place: 'Obligation', date: '2098-06-30' },
    { name: 'Consultant: deliver the plan', place: null, state: 'Shown' },
  ])
  expect((await accept(url, idsOf(facts, 'Obligation'))).statusCode).toBe(204)
  const dates = (await counsel.get(`${url}/keyDates`)).json<{ items: object[] }>().items
  expect(dates).toMatchObject([
    {
      name: 'Consultant: provide a report',
      date: '2026-05-14',
      category: 'Obligation',
      recurrence: 'FREQ=MONTHLY;INTERVAL=3',
    },
    { name: 'Consultant: deliver the first draft', date: '2098-06-30', recurrence: null },
  ])
  const after = (await factsOf(url)).filter(({ place }) => place === 'Obligation')
  expect(after.map(({ state }) => state)).toEqual(['Recorded', 'Recorded'])
  expect(
    (
      await accept(
        url,
        after.map(({ id }) => id),
      )
    ).statusCode,
  ).toBe(204)
  expect((await counsel.get(`${url}/keyDates`)).json<{ items: object[] }>().items).toHaveLength(2)
})
