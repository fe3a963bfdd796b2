// Executed contracts are locked records: what was signed changes by amendments, or by a correction.
import { beforeEach, expect, test } from 'vitest'
import { form } from '../../../test/documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { contractOfDocument, insertContract } from '../../../test/fixtures/contracts.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let organisationId: number
let counsel: Caller
let admin: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app)).id
  counsel = await callerFor(parts, await createUser(app, { organisationId, role: 'InhouseLegal' }))
  admin = await callerFor(
    parts,
    await createUser(app, { organisationId, role: 'Administrator', groups: ['ContractAdministrators'] }),
  )
  typeId = await createContractTemplate(app, { organisationId })
  const details = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  const field = { title: 'Worth', type: 'Decimal' } as const
  await insertFieldOn(app, details, { ...field, apiName: 'worth', meaning: 'Value' })
  await insertFieldOn(app, details, { ...field, apiName: 'pages', title: 'Pages' })
})

const signatories = [{ name: 'Ana Prior', title: null, party: null, signedOn: '2026-01-31' }]

/** A contract that was executed with a value, an expiry and an effective date, by its signed copy. */
async function executed() {
  const file = { name: 'Agreement.pdf', content: Buffer.from('%PDF-1.4 signed') }
  const { path, documentId } = await contractOfDocument(counsel, typeId, file)
  const facts = { value: 100, expiry: '2030-12-31', effectiveDate: '2026-01-01' }
  expect((await counsel.patch(`${path}/keyFacts`, facts)).statusCode).toBe(204)
  expect((await counsel.patch(path, { status: 'Signing' })).statusCode).toBe(204)
  const recorded = await counsel.put(`${path}/signedCopy`, { document: { version: 1 }, signatories })
  expect(recorded.json()).toMatchObject({ locked: true, correction: null })
  return { path, documentId }
}

const version = (documentId: number) => {
  const { payload, headers } = form({
    file: { name: 'Agreement.pdf', content: Buffer.from('%PDF-1.4 other') },
  })
  return counsel.post(`/v2/files/${documentId}`, payload, { headers })
}

const facts = async (path: string) => (await counsel.get(`${path}/keyFacts`)).json<object>()

test('what was signed is not changed in place: 409 that says to make an amendment, in both versions [C-331]', async () => {
  const { path, documentId } = await executed()
  const before = await facts(path)
  const v1 = path.replace('/v2/', '/contract-apis/v1/')
  for (const { statusCode, body } of [
    await counsel.patch(path, { expiry: '2031-12-31T23:59:59' }),
    await counsel.patch(v1, { Expiry: '2031-12-31T00:00:00' }),
    await counsel.patch(path, { fields: { worth: 200 } }),
    await counsel.patch(`${path}/keyFacts`, { value: null }),
    await counsel.patch(`${path}/keyFacts`, { effectiveDate: '2026-02-01' }),
    await version(documentId),
  ])
    expect([statusCode, body]).toEqual([409, expect.stringContaining('amendment')])
  expect(await facts(path)).toEqual(before)
  const [start] = (await counsel.get(`${path}/keyDates`)).json<{ items: { id: number }[] }>().items
  const moved = await counsel.patch(`${path}/keyDates/${start?.id}`, { date: '2026-03-01' })
  expect([moved.statusCode, moved.body]).toEqual([409, expect.stringContaining('amendment')])
})

test('what was not signed is changed as before, and what is missing is added once [C-331]', async () => {
  const { path } = await executed()
  for (const { statusCode, body } of [
    await counsel.patch(path, { name: 'Services 2026', fields: { pages: 12 } }),
    await counsel.post(`${path}/keyDates`, { name: 'Review', date: '2027-01-31' }),
    await counsel.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' }),
  ])
    expect(statusCode, body).toBeLessThan(300)
  const other = await counsel.put(`${path}/noticePeriod`, { amount: 6, unit: 'Months' })
  expect([other.statusCode, other.body]).toEqual([409, expect.stringContaining('amendment')])
})

test('what would be refused because it was signed is not among what people may do [C-564]', async () => {
  const { path, documentId } = await executed()
  const may = async (caller: Caller) =>
    (await caller.get(`${path}/overview`)).json<{ can: { delete: boolean; rights: string[] } }>().can
  const before = await may(counsel)
  expect(before.rights).toEqual(expect.arrayContaining(['name', 'fields.pages', 'noticePeriod', 'keyDates']))
  for (const right of ['fields', 'fields.worth', 'expiry']) expect(before.rights).not.toContain(right)
  expect(before.delete).toBe(false)
  expect((await counsel.get(`/v2/files/${documentId}`)).json()).toMatchObject({ frozen: true })
  await counsel.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' })
  expect((await may(counsel)).rights).not.toContain('noticePeriod')
  // each of them is refused, and possible again while the contract is open for a correction
  expect((await admin.put(`${path}/signedCopy/correction`, { reason: 'Page 7.' })).statusCode).toBe(204)
  expect((await may(counsel)).rights).toEqual(expect.arrayContaining(['fields', 'expiry', 'noticePeriod']))
  expect((await counsel.get(`/v2/files/${documentId}`)).json()).toMatchObject({ frozen: false })
})

test('a contract that was executed without the names of those who signed is not locked [C-331]', async () => {
  const owner = await createUser(parts.app, { organisationId, role: 'InhouseLegal' })
  const path = `/v2/contracts/${await insertContract(parts.app, { owner, templateId: typeId })}`
  counsel = await callerFor(parts, owner)
  for (const changes of [
    { status: 'Executed', expiry: '2030-12-31T23:59:59' },
    { expiry: '2031-12-31T23:59:59' },
  ])
    expect((await counsel.patch(path, changes)).statusCode).toBe(204)
  expect((await admin.put(`${path}/signedCopy/correction`, { reason: 'None.' })).statusCode).toBe(409)
})

test('an administrator opens it for a correction with a reason, and locks it again [C-332]', async () => {
  const { path, documentId } = await executed()
  const correction = `${path}/signedCopy/correction`
  expect((await counsel.put(correction, { reason: 'Page 7.' })).statusCode).toBe(403)
  expect((await admin.put(correction, { reason: ' ' })).statusCode).toBe(400)
  expect((await admin.delete(correction)).statusCode).toBe(409)
  expect((await admin.put(correction, { reason: 'The scan lacks page 7.' })).statusCode).toBe(204)
  expect((await admin.put(correction, { reason: 'Again.' })).statusCode).toBe(409)
  expect((await counsel.get(`${path}/signedCopy`)).json()).toMatchObject({
    correction: { reason: 'The scan lacks page 7.' },
  })
  expect((await version(documentId)).statusCode).toBe(201)
  expect((await counsel.patch(`${path}/keyFacts`, { value: 120 })).statusCode).toBe(204)
  const again = await counsel.put(`${path}/signedCopy`, { document: { version: 2 }, signatories })
  expect(again.json()).toMatchObject({ document: { version: 2 }, correction: { reason: expect.any(String) } })
  expect((await admin.delete(correction)).statusCode).toBe(204)
  expect((await version(documentId)).statusCode).toBe(409)
  const names = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
  expect(names).toEqual(expect.arrayContaining(['contract.correction.begun', 'contract.correction.ended']))
})
