// Templates of notices: of a contract type and of the organisation, and the notices that are made from them.
import { beforeEach, expect, test } from 'vitest'
import { contractOfDocument } from '../../../test/fixtures/contracts.ts'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { insertFieldOn } from '../../../test/fixtures/fields.ts'
import { download, eventsOf } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const headers = { 'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }

let organisationId: number
let admin: Caller
let typeId: number
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { name: 'Harbour Foods' })).id
  admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  typeId = await createContractTemplate(app, { organisationId })
  const details = { organisationId, form: 'ContractDetails', templateId: typeId } as const
  await insertFieldOn(app, details, { title: 'Worth', type: 'Decimal', apiName: 'worth', meaning: 'Value' })
  await insertFieldOn(app, details, { title: 'Court', type: 'ShortText', apiName: 'court' })
})

const ofType = () => `/v2/contractTypes/${typeId}/noticeTemplate`
const ofAll = '/v2/noticeTemplate'
const put = (path: string, ...paragraphs: string[]) => admin.put(path, docx(paragraphs), { headers })

/** The paragraphs of the notice that ends a contract with this document. */
async function noticeOf(...paragraphs: string[]): Promise<readonly string[]> {
  const file = { name: 'Agreement.docx', content: docx(paragraphs) }
  const { path } = await contractOfDocument(admin, typeId, file)
  await admin.patch(`${path}/keyFacts`, { value: 100, expiry: '2027-01-31', effectiveDate: '2026-02-01' })
  await admin.put(`${path}/noticePeriod`, { amount: 3, unit: 'Months' })
  const signatories = [{ name: 'Ana Prior', title: null, party: null, signedOn: '2026-01-31' }]
  await admin.patch(path, { status: 'Signing' })
  await admin.put(`${path}/signedCopy`, { document: { version: 1 }, signatories })
  const decided = await admin.post(`${path}/renewal/decisions`, {
    decision: 'End',
    expiry: '2027-01-31',
    reason: 'The port closes.',
  })
  expect(decided.statusCode, decided.body).toBe(200)
  const { decision } = decided.json<{ decision: { notice: { id: number; name: string } } }>()
  expect(decision.notice.name).toBe('Notice of non-renewal.docx')
  return paragraphsOf(await download(admin, decision.notice.id))
}

test('a notice is made from the template of the type, else from that of the organisation, else built in [C-431]', async () => {
  const source = async () => (await admin.get(ofType())).json<{ source: string }>().source
  expect(await source()).toBe('BuiltIn')
  expect(await noticeOf('Nothing.')).toContain('Agreement: Services')
  expect((await put(ofAll, 'All: {contractName}')).statusCode).toBe(204)
  expect(await source()).toBe('Organization')
  expect(await noticeOf('Nothing.')).toEqual(['All: Services'])
  expect((await put(ofType(), 'Own: {contractName}')).statusCode).toBe(204)
  expect(await source()).toBe('ContractType')
  expect(await noticeOf('Nothing.')).toEqual(['Own: Services'])
  const content = await admin.get(`${ofType()}/content`)
  expect(paragraphsOf(content.rawPayload)).toEqual(['Own: {contractName}'])
  expect((await admin.delete(ofType())).statusCode).toBe(204)
  expect(await noticeOf('Nothing.')).toEqual(['All: Services'])
  expect((await admin.delete(ofAll)).statusCode).toBe(204)
  expect((await admin.delete(ofAll)).statusCode).toBe(204)
  expect(await source()).toBe('BuiltIn')
  // to start from: as a template it says what the built-in text says
  const built = await noticeOf('Nothing.')
  const start = (await admin.get(`${ofType()}/content`)).rawPayload
  expect(paragraphsOf(start)).toContain('Agreement: {contractName}')
  expect((await admin.put(ofType(), start, { headers })).statusCode).toBe(204)
  const own = await noticeOf('Nothing.')
  expect(own.filter((line) => !line.startsWith('To: '))).toEqual(
    built.filter((line) => !line.startsWith('To: ')),
  )
  expect((await admin.delete(ofType())).statusCode).toBe(204)
  const changed = (await eventsOf(parts.app, organisationId)).map(([name]) => name)
  expect(changed.filter((name) => name.startsWith('organisation.noticeTemplate'))).toEqual([
    'organisation.noticeTemplate.set',
    'organisation.noticeTemplate.removed',
  ])
})

test('placeholders are filled with what is known, and the rest stands in square brackets [C-431]', async () => {
  const written = await put(
    ofType(),
    '{today}, {organisationName} to {otherParty}',
    'Since {effectiveDate}, until {expiry}, {noticePeriod} before: {noticeDate}',
    '“{noticeClause}”',
    'Worth {worth}, {Court}. {#reason}Because: {.}{/reason}',
  )
  expect([written.statusCode, written.body]).toEqual([204, ''])
  const clause =
    'It shall automatically renew for one year unless either party gives at least three months’ notice of non-renewal before the end of the term.'
  expect(await noticeOf('1. Term', clause)).toEqual([
    '2 March 2026, Harbour Foods to [name and address of the counterparty]',
    'Since 1 February 2026, until 31 January 2027, 3 months before: 31 October 2026',
    expect.stringMatching(/^“It shall .* end of the term\.?”$/),
    'Worth 100, [Court]. Because: The port closes.',
  ])
  expect((await noticeOf('No such words.'))[2]).toBe('“[the clause about notice]”')
})

test('a document with placeholders that lead nowhere, or that is none, changes nothing [C-432]', async () => {
  await put(ofType(), 'Own: {contractName}')
  const refused = async (path: string, ...paragraphs: string[]) => {
    const answer = await put(path, ...paragraphs)
    return [answer.statusCode, answer.json<{ errors: { document: string[] } }>().errors.document[0]]
  }
  expect(await refused(ofType(), 'To {nobody}')).toEqual([
    400,
    expect.stringMatching(
      /^\{nobody\} leads nowhere: use contractName, .*, or the title or merge name of a field\.$/,
    ),
  ])
  expect(await refused(ofAll, 'To {otherParty')).toEqual([400, expect.any(String)])
  expect(await refused(ofAll, '{{clause:liability}}')).toEqual([400, expect.stringContaining('clauses')])
  expect((await admin.put(ofAll, Buffer.from('no document'), { headers })).statusCode).toBe(400)
  expect((await admin.put(ofAll, '', { headers })).statusCode).toBe(400)
  expect((await put('/v2/contractTypes/999999/noticeTemplate', 'To all')).statusCode).toBe(404)
  expect((await admin.get(ofAll)).json()).toMatchObject({ source: 'BuiltIn' })
  expect((await admin.get(ofType())).json()).toMatchObject({
    source: 'ContractType',
    placeholders: ['contractName'],
  })
})

test('only administrators read and set templates of notices, those of their own organisation [C-432]', async () => {
  await put(ofAll, 'All: {contractName}')
  const counsel = await callerFor(
    parts,
    await createUser(parts.app, { organisationId, role: 'InhouseLegal' }),
  )
  const body = docx(['Mine'])
  for (const path of [ofAll, ofType()]) {
    const answers = [counsel.get(path), counsel.put(path, body, { headers }), counsel.delete(path)]
    expect((await Promise.all(answers)).map(({ statusCode }) => statusCode)).toEqual([403, 403, 403])
  }
  const { id: elsewhere } = await createOrganisation(parts.app)
  const stranger = await createUser(parts.app, { organisationId: elsewhere, role: 'Administrator' })
  const other = await callerFor(parts, stranger)
  expect((await other.get(ofType())).statusCode).toBe(404)
  expect((await other.get(ofAll)).json()).toMatchObject({ source: 'BuiltIn' })
})
