// v2 of the placeholders of wizard documents: what each refers to, and what was probably meant.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
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
    rentPerMonht: { is: null, guess: { id: 'rentPerMonth', label: 'Rent', onForm: true } },
    'governing law': { is: null, guess: { id: 'governingLaw', onForm: false } },
    nothingLikeIt: { is: null, guess: null },
  })
  expect(unused).toEqual([{ id: 'rentPerMonth', label: 'Rent', mergeName: 'rentPerMonth' }])
  expect(await storedIn(parts.app)).toHaveLength(stored)
  expect((await caller.get(type)).json()).toMatchObject({ hasWizard: false })
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
