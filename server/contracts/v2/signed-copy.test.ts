// The signed copy of a contract through v2: recorded, corrected, demanded by the type, refused.
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { contractOfDocument } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const content = Buffer.from('%PDF-1.4 signed by all')

let organisationId: number
let counsel: Caller
let admin: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { timeZone: 'Pacific/Auckland' })).id
  counsel = await callerFor(parts, await createUser(app, { organisationId, role: 'InhouseLegal' }))
  admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  typeId = await createContractTemplate(app, { organisationId })
})

async function contractIn(status = 'Signing'): Promise<string> {
  const file = { name: 'Agreement.pdf', content }
  const { path } = await contractOfDocument(counsel, typeId, file)
  if (status !== 'Draft') expect((await counsel.patch(path, { status })).statusCode).toBe(204)
  return path
}

const ana = { name: 'Ana Prior', title: 'General Counsel', party: 'Harbour Foods', signedOn: '2026-03-01' }
const nils = { name: 'Nils Lindqvist', title: null, party: 'Lindqvist AB', signedOn: '2026-02-27' }
const signed = { document: { version: 1 }, signatories: [ana, nils] }
const demand = () => admin.patch(`/v2/contractTypes/${typeId}`, { signedCopyRequired: true })

// v1 says when it was executed
const contract = async (path: string) =>
  (await counsel.get(path.replace('/v2/', '/contract-apis/v1/'))).json<object>()

test('says who signed for whom and when, and executes the contract on the last of these days [C-300]', async () => {
  const path = await contractIn()
  expect((await counsel.get(`${path}/signedCopy`)).statusCode).toBe(404)
  const recorded = await counsel.put(`${path}/signedCopy`, signed)
  expect(recorded.statusCode, recorded.body).toBe(200)
  const sha256 = createHash('sha256').update(content).digest('hex')
  expect(recorded.json()).toMatchObject({
    document: { version: 1, sha256, isCurrent: true },
    signatories: [ana, nils],
  })
  // noon of 1 March in Auckland
  expect(await contract(path)).toMatchObject({
    status: 'Executed',
    executedDateUtc: expect.stringMatching('^2026-02-28T23:00:00'),
  })
  const events = await eventsOf(parts.app, organisationId)
  expect(events.map(([name]) => name)).toEqual(
    expect.arrayContaining(['contract.signedCopy.recorded', 'contract.status.updated']),
  )
  const history = (await counsel.get(`${path}/history`)).body
  expect(history).toContain(sha256)
  expect(history).toContain('Ana Prior (General Counsel, Harbour Foods, 2026-03-01)')
})

test('is corrected by those who may change the contract, but not what another has written since [C-301]', async () => {
  const path = await contractIn()
  const first = await counsel.put(`${path}/signedCopy`, signed)
  const etag = String(first.headers['etag'])
  const corrected = { ...signed, signatories: [ana] }
  const ifMatch = { headers: { 'if-match': etag } }
  expect((await counsel.put(`${path}/signedCopy`, corrected, ifMatch)).statusCode).toBe(200)
  expect((await counsel.put(`${path}/signedCopy`, signed, ifMatch)).statusCode).toBe(412)
  const later = { ...ana, signedOn: '2026-03-02' }
  const moved = await counsel.put(`${path}/signedCopy`, { ...signed, signatories: [later] })
  expect(moved.statusCode, moved.body).toBe(200)
  expect(await contract(path)).toMatchObject({
    executedDateUtc: expect.stringMatching('^2026-03-01T23:00:00'),
  })
  const { app } = parts
  const business = await callerFor(parts, await createUser(app, { organisationId, role: 'Standard' }))
  expect((await business.put(`${path}/signedCopy`, signed)).statusCode).toBe(404)
  expect((await counsel.get(`${path}/signedCopy`)).json()).toMatchObject({ signatories: [later] })
})

test('is demanded before the contract is executed where its type says so [C-302]', async () => {
  expect((await demand()).statusCode).toBe(204)
  const path = await contractIn()
  const refused = await counsel.patch(path, { status: 'Executed' })
  expect(refused.statusCode).toBe(409)
  expect(refused.body).toContain('Contracts of its type need a signed copy')
  const overview = (await counsel.get(`${path}/overview`)).body
  expect(overview).toContain('Contracts of its type need a signed copy')
  expect((await counsel.put(`${path}/signedCopy`, signed)).statusCode).toBe(200)
  expect(await contract(path)).toMatchObject({ status: 'Executed' })
  expect((await counsel.get(`${path}/overview`)).body).not.toContain('need a signed copy')

  // in use again, it needs another one
  expect((await counsel.patch(path, { status: 'Void' })).statusCode).toBe(204)
  expect((await counsel.put(`${path}/signedCopy`, signed)).statusCode).toBe(409)
  expect((await counsel.patch(path, { status: 'Draft' })).statusCode).toBe(204)
  expect((await counsel.get(`${path}/signedCopy`)).statusCode).toBe(404)
  expect((await counsel.patch(path, { status: 'Executed' })).statusCode).toBe(409)
})

test('is recorded when an integration says that the document is signed, without anybody who signed [C-303]', async () => {
  await demand()
  const path = await contractIn()
  const target = path.replace('/v2/contracts/', '/file-apis/v1/files/Contract/')
  const { document } = (await counsel.get(`${path}/overview`)).json<{
    record: { document: { id: number } }
  }>().record
  const fileId = document.id
  const headers = { 'content-type': 'application/pdf' }
  const version = await counsel.post(
    `${target}?fileName=Agreement.pdf&parentFileId=${fileId}`,
    Buffer.from('%PDF-1.4 by an integration'),
    { headers },
  )
  expect(version.statusCode, version.body).toBe(200)
  const ended = await counsel.put(`${target}/uploads/${version.body}`, {
    outcome: 'Succeeded',
    isSigned: true,
  })
  expect(ended.statusCode, ended.body).toBe(200)
  expect(await contract(path)).toMatchObject({ status: 'Executed' })
  const copy = await counsel.get(`${path}/signedCopy`)
  expect(copy.json()).toMatchObject({
    document: { id: fileId, version: 2, isCurrent: true },
    signatories: [],
  })
})

test.each([
  ['signatories', { ...signed, signatories: [] }],
  ['signatories', { document: signed.document }],
  ['signatories', { ...signed, signatories: Array.from({ length: 51 }, () => ana) }],
  ['signatories.1.name', { ...signed, signatories: [ana, { ...nils, name: ' ' }] }],
  ['signatories.0.name', { ...signed, signatories: [{ ...ana, name: 'a\nb' }] }],
  ['signatories.0.party', { ...signed, signatories: [{ ...ana, party: 'x'.repeat(256) }] }],
  ['signatories.0.signedOn', { ...signed, signatories: [{ ...ana, signedOn: '2026-02-30' }] }],
  ['signatories.0.signedOn', { ...signed, signatories: [{ ...ana, signedOn: '2026-03-03' }] }],
  ['signatories.0.signedOn', { ...signed, signatories: [{ ...ana, signedOn: '1822-01-01' }] }],
  ['document.version', { ...signed, document: { version: 0 } }],
  ['document', { signatories: [ana] }],
])('names %s where that is wrong, and records nothing [C-304]', async (path, body) => {
  const at = await contractIn()
  const refused = await counsel.put(`${at}/signedCopy`, body)
  expect(refused.statusCode, refused.body).toBe(400)
  expect(refused.body).toContain(`"${path}"`)
  expect(await contract(at)).toMatchObject({ status: 'Signing' })
  expect((await counsel.get(`${at}/signedCopy`)).statusCode).toBe(404)
})

test('is the version that was looked at [C-305]', async () => {
  const path = await contractIn()
  const other = await counsel.put(`${path}/signedCopy`, { ...signed, document: { version: 2 } })
  expect(other.statusCode).toBe(409)
  expect(other.body).toContain('version 1 by now')
  expect(await contract(path)).toMatchObject({ status: 'Signing' })
})
