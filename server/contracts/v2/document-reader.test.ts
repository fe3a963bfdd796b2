// A service of an organisation's own that reads documents, through v2: set, asked, and not trusted.
import { afterAll, beforeEach, expect, test } from 'vitest'
import { contractOfDocument } from '../../../test/fixtures/contracts.ts'
import { docx } from '../../../test/documents/docx.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { runJobs } from '../../../test/fixtures/jobs.ts'
import type { Caller } from '../../../test/http.ts'
import { startDocumentReader } from '../../../test/peers/document-reader.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const service = await startDocumentReader()
afterAll(service.close)

const agreement = [
  'SERVICES AGREEMENT',
  'This Agreement is made on 3 May 2024 between Northgate Instruments Ltd and Birch and Rowan LLP.',
  'Birch advises for as long as both are pleased, in any case until the Feast of Stephen 2030.',
]
const expiry = {
  kind: 'ExpiryDate',
  date: '2030-12-26',
  certainty: 'Certain',
  paragraph: 2,
  words: 'until the Feast of Stephen 2030',
}

let organisationId: number
let admin: Caller
let counsel: Caller
let contract: string
beforeEach(async () => {
  const { app } = parts
  organisationId = (await createOrganisation(app, { name: 'Northgate Instruments Limited' })).id
  admin = await callerFor(parts, await createUser(app, { organisationId, role: 'Administrator' }))
  counsel = await callerFor(parts, await createUser(app, { organisationId, role: 'InhouseLegal' }))
  const typeId = await createContractTemplate(app, { organisationId })
  const file = { name: 'Agreement.docx', content: docx(agreement) }
  ;({ path: contract } = await contractOfDocument(counsel, typeId, file))
  service.received.length = 0
  service.say({ facts: [] })
})

interface Said {
  readonly facts: readonly { readonly id: string; readonly kind: string; readonly source: string }[]
  readonly reading: { readonly state: string } | null
}
const said = async () => (await counsel.get(`${contract}/documentFacts`)).json<Said>()
const ask = () => counsel.post(`${contract}/documentFacts/readings`)
async function askFor(facts: readonly object[]) {
  service.say({ facts })
  expect((await ask()).statusCode).toBe(204)
  await runJobs(parts.app, 'ask-document-reader')
  return said()
}
const set = (more: object = {}) => admin.put('/v2/documentReader', { url: service.url, ...more })

test('it is off until an administrator sets one that answers as it should [C-470]', async () => {
  expect((await admin.get('/v2/documentReader')).json()).toEqual({
    url: null,
    hasSecret: false,
    testedAt: null,
  })
  expect(await said()).toMatchObject({ service: null, reading: null })
  expect((await ask()).statusCode).toBe(409)
  for (const url of [
    'http://reader.example',
    'https://user:word@reader.example',
    'reader',
    'https://10.0.0.1/',
  ])
    expect((await set({ url })).statusCode, url).toBe(400)
  for (const [answer, words] of [
    [500, 'status 500'],
    ['no', 'not JSON'],
    [{ facts: {} }, 'its answer.facts'],
    [{ facts: [{ ...expiry, date: '2030-02-30' }] }, 'facts.0.date is not a day'],
    [{ facts: [{ ...expiry, kind: 'constructor' }] }, 'facts.0.kind'],
    [{ facts: [{ ...expiry, paragraph: -1 }] }, 'facts.0.paragraph'],
    ['x'.repeat(600_000), 'too long'],
  ] as const) {
    service.say(answer)
    const refused = await set()
    expect([refused.statusCode, refused.body]).toEqual([400, expect.stringContaining(words)])
  }
  expect((await admin.get('/v2/documentReader')).json()).toMatchObject({ url: null })
  service.say({ facts: [] })
  expect((await counsel.put('/v2/documentReader', { url: service.url })).statusCode).toBe(403)
  expect((await set({ secret: 'k7 Qe' })).json()).toEqual({ facts: 0 })
  expect(service.received.at(-1)?.authorization).toBe('Bearer k7 Qe')
  // the token stays with its address, and goes with another one
  await set()
  expect(service.received.at(-1)?.authorization).toBe('Bearer k7 Qe')
  await set({ url: `${service.url}/other` })
  expect(service.received.at(-1)?.authorization).toBeUndefined()
  const stored = await parts.app.db.selectFrom('document_readers').select('secret_sealed').execute()
  expect(stored.map(({ secret_sealed: sealed }) => sealed?.toString('latin1') ?? '').join()).not.toContain(
    'k7',
  )
})

test('it gets the text when somebody asks, and what it reads is proposed beside the rules [C-471]', async () => {
  await set()
  const read = await askFor([
    expiry,
    { ...expiry, words: 'until Easter' },
    { kind: 'AgreementDate', date: '2024-05-03', paragraph: 1, words: 'made on 3 May 2024' },
  ])
  expect(service.received.at(-1)?.body).toEqual({
    paragraphs: agreement.map((text) => ({ text, page: null })),
  })
  expect(read).toMatchObject({
    service: service.host,
    reading: { host: service.host, state: 'Read', reason: null, leftOut: 1 },
  })
  // what the rules read too is shown once; nothing of a service is certain
  expect(read.facts.filter(({ source }) => source === 'Service')).toMatchObject([
    {
      kind: 'ExpiryDate',
      date: '2030-12-26',
      certainty: 'Likely',
      state: 'Proposed',
      passage: { paragraph: 2, find: 'until the Feast of Stephen 2030' },
    },
  ])
  expect(read.facts.filter(({ kind }) => kind === 'AgreementDate')).toMatchObject([{ source: 'Rules' }])
  const [fact] = read.facts.filter(({ source }) => source === 'Service')
  const accepted = await counsel.post(`${contract}/documentFacts/acceptances`, {
    version: 1,
    facts: [fact?.id],
  })
  expect(accepted.statusCode, accepted.body).toBe(204)
  expect((await counsel.get(`${contract}/keyFacts`)).json()).toMatchObject({ expiry: '2030-12-26' })
  const history = (await counsel.get(`${contract}/history`)).body
  expect(history).toContain('contract.facts.asked')
  expect(history).toContain(service.host)
})

test('a fact that says something else by now is not accepted under its old id [C-471]', async () => {
  await set()
  const [before] = (await askFor([expiry])).facts.filter(({ source }) => source === 'Service')
  await askFor([{ ...expiry, date: '2031-12-26' }])
  const late = await counsel.post(`${contract}/documentFacts/acceptances`, {
    version: 1,
    facts: [before?.id],
  })
  expect(late.statusCode).toBe(400)
})

test('a failure is said with its reason, once at a time, and the rules stay [C-472]', async () => {
  await set()
  service.say(503)
  expect((await ask()).statusCode).toBe(204)
  expect(await said()).toMatchObject({ reading: { state: 'Reading' } })
  expect((await ask()).statusCode).toBe(409)
  await runJobs(parts.app, 'ask-document-reader')
  const failed = await said()
  expect(failed).toMatchObject({ reading: { state: 'Failed', reason: 'it answered with status 503' } })
  expect(failed.facts.length).toBeGreaterThan(0)
  const colleague = await callerFor(
    parts,
    await createUser(parts.app, { organisationId, role: 'Contributor' }),
  )
  expect((await colleague.post(`${contract}/documentFacts/readings`)).statusCode).toBeGreaterThanOrEqual(403)
  expect((await askFor([expiry])).reading).toMatchObject({ state: 'Read' })
  expect((await admin.delete('/v2/documentReader')).statusCode).toBe(204)
  const without = await said()
  expect(without).toMatchObject({ service: null, reading: null })
  expect(without.facts.every(({ source }) => source === 'Rules')).toBe(true)
  expect(
    await parts.app.db
      .selectFrom('reader_readings')
      .where('organisation_id', '=', organisationId)
      .selectAll()
      .execute(),
  ).toEqual([])
})
