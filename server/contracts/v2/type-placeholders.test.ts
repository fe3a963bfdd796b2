// v2 of the placeholders of wizard documents: what each refers to, and what was probably meant.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let caller: Caller
let type: string
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
  type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
  for (const name of ['Tenant', 'Rent per month', 'Governing law'])
    await caller.post('/v2/fields', { name, fieldType: 'ShortText' })
  await caller.put(`${type}/forms/wizard`, {
    parts: [
      { field: 'tenant' },
      { group: { title: 'Money' }, parts: [{ field: 'rentPerMonth', label: 'Rent' }] },
    ],
  })
})

const read = (...paragraphs: string[]) =>
  caller.post(`${type}/placeholders`, docx(paragraphs), { headers: { 'content-type': docxType } })

test('each placeholder of a document comes with what it refers to, or what was meant [T-6]', async () => {
  const stored = (await storedIn(parts.app)).length
  const answer = await read(
    '{Tenant} rents from {organisationName}',
    '{#Money}for {rentPerMonht}{/Money}',
    'under {governing law}, and {nothingLikeIt}',
  )
  expect(answer.statusCode, answer.body).toBe(200)
  const { placeholders, unused } = answer.json<{ placeholders: { name: string }[]; unused: object[] }>()
  const found = Object.fromEntries(placeholders.map((each) => [each.name, each]))
  expect(found).toMatchObject({
    Tenant: { is: 'Field', field: { id: 'tenant', label: 'Tenant' }, guess: null },
    organisationName: { is: 'Contract', field: null },
    Money: { is: 'Section' },
    rentPerMonht: { is: null, guess: { id: 'rentPerMonth', write: 'Rent', onForm: true } },
    'governing law': { is: null, guess: { id: 'governingLaw', onForm: false } },
    nothingLikeIt: { is: null, guess: null },
  })
  expect(unused).toEqual([{ id: 'rentPerMonth', label: 'Rent', mergeName: 'rentPerMonth', write: 'Rent' }])
  expect(await storedIn(parts.app)).toHaveLength(stored)
  expect((await caller.get(type)).json()).toMatchObject({ hasWizard: false })
})

test('a field is written by its label, its title or an internal name, in any case and with any spaces [T-42]', async () => {
  const answer = await read('{RENT}, {Rent per month}, {rent_per_month}, {rentPerMonth}')
  const found = answer.json<{ placeholders: { field: { id: string } | null }[] }>().placeholders
  expect(found.map(({ field }) => field?.id)).toEqual(['rentPerMonth', 'rentPerMonth'])
  await caller.put(`${type}/document`, docx(['{RENT} for {Tenant}']), {
    headers: { 'content-type': docxType },
  })
  await caller.patch('/v2/features/CONTRACT_WIZARD', { enabled: true })
  const shown = await caller.post(`${type}/preview`, { name: 'Lease', fields: { rentPerMonth: '500' } })
  expect(shown.statusCode).toBe(200)
  expect(paragraphsOf(shown.rawPayload)).toEqual(['500 for [Tenant]'])
})

test('a title of several fields is no name, and the possibilities are named [T-42]', async () => {
  await caller.post('/v2/fields', { id: 'other', name: 'Tenant', fieldType: 'ShortText' })
  await caller.put(`${type}/forms/wizard`, {
    parts: [
      { field: 'tenant', label: 'Start' },
      { field: 'other', label: 'Start' },
    ],
  })
  const { placeholders } = (await read('{start} {tenant}')).json<{ placeholders: object[] }>()
  expect(placeholders).toMatchObject([
    { name: 'start', is: null, possible: [{ id: 'tenant' }, { id: 'other' }] },
    { name: 'tenant', is: 'Field', field: { id: 'tenant' }, possible: [] },
  ])
  const refused = await caller.put(`${type}/document`, docx(['{start}']), {
    headers: { 'content-type': docxType },
  })
  expect(refused.json()).toMatchObject({
    errors: { document: [expect.stringMatching(/may be 2 fields .* use \{tenant\} .* or \{other\}/)] },
  })
})

test('a field keeps the title that a document writes for it until the document is another one [T-43]', async () => {
  await caller.post('/v2/fields', { id: 'fee', name: 'Yearly fee', fieldType: 'ShortText' })
  await caller.put(`${type}/forms/wizard`, { parts: [{ field: 'tenant' }, { field: 'fee' }] })
  const use = (text: string) =>
    caller.put(`${type}/document`, docx([text]), { headers: { 'content-type': docxType } })
  expect((await use('{Yearly fee} and {Tenant}')).statusCode).toBe(204)
  const rename = (field: string, name: string) => caller.patch(`/v2/fields/${field}`, { name })
  const refused = await rename('fee', 'Fee a year')
  expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
    409,
    expect.stringContaining('Lease speaks of it as {Yearly fee}'),
  ])
  // {Tenant} is its internal name as well
  expect((await rename('tenant', 'Lessee')).statusCode).toBe(204)
  await use('{fee}')
  expect((await rename('fee', 'Fee a year')).statusCode).toBe(204)
})

test('words in square brackets are read as places that people fill in, with the field that may be meant [T-44]', async () => {
  const { blanks, placeholders, others } = (
    await read('The law of [Fill in governing law] applies [1].', 'Signed in [place] and [place]')
  ).json<{ blanks: object[]; placeholders: object[]; others: string[] }>()
  expect(placeholders).toEqual([])
  expect(blanks).toMatchObject([
    { text: '[Fill in governing law]', guess: { id: 'governingLaw', write: 'Governing law', onForm: false } },
    { text: '[place]', guess: null },
  ])
  expect(others).toEqual(['contractName', 'organisationName', 'ownerName', 'today', 'Money'])
})

test('of the document of a type they are listed, and none without one [T-6]', async () => {
  expect((await caller.get(`${type}/placeholders`)).json()).toMatchObject({ placeholders: [] })
  await caller.put(`${type}/document`, docx(['{tenant}']), { headers: { 'content-type': docxType } })
  expect((await caller.get(`${type}/placeholders`)).json()).toMatchObject({
    placeholders: [{ name: 'tenant', is: 'Field', field: { id: 'tenant' } }],
    unused: [{ id: 'rentPerMonth' }],
  })
})

test('a document that cannot be used is a 400 that says why [T-6]', async () => {
  const refused = await read('{Tenant')
  expect(refused.statusCode).toBe(400)
  expect(refused.json()).toMatchObject({ errors: { document: [expect.stringContaining('Tenant')] } })
  const empty = await caller.post(`${type}/placeholders`, undefined, {
    headers: { 'content-type': docxType },
  })
  expect(empty.statusCode).toBe(400)
  expect(
    (
      await caller.post('/v2/contractTypes/999/placeholders', docx(['x']), {
        headers: { 'content-type': docxType },
      })
    ).statusCode,
  ).toBe(404)
})

const real = join(import.meta.dirname, '../../../../shared/data/templates')

test.skipIf(!existsSync(real))(
  'what people fill in by hand in real forms is found; skipped where ../shared/data is absent [T-44]',
  async () => {
    for (const [name, least] of [
      ['common-paper-docx/Mutual-NDA-coverpage.docx', 6],
      ['github-beipa-docx/Balanced_Employee_IP_Agreement.docx', 2],
    ] as const) {
      const answer = await caller.post(`${type}/placeholders`, readFileSync(join(real, name)), {
        headers: { 'content-type': docxType },
      })
      expect(answer.json<{ blanks: object[] }>().blanks.length, name).toBeGreaterThanOrEqual(least)
    }
  },
)
