// The PDF of a Word document that is going to be signed, and what is left of it when it is not.
import { createHash } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { hiddenDocx } from '../../../test/documents/hidden-docx.ts'
import { markedDocx } from '../../../test/documents/marked-docx.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { readHidden } from '../../platform/documents/markup/hidden-content.ts'
import { readStory } from '../../platform/documents/redline/story-reader.ts'
import { plainText } from '../../platform/documents/redline/story.ts'
import { createWordToPdf } from '../../platform/documents/office/word-to-pdf.ts'
import { expireRequests } from '../signing/here/end-request.ts'

const parts = useTestApp()

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

test('a PDF of a Word document is made, read and sent, where the installation can [C-390]', async () => {
  const { counsel, contractWith, newRequest } = world
  const word = docx(['Agreement'])
  const path = await contractWith(word, 'Agreement.docx')
  const make = (version: number, at = path) => counsel.post(`${at}/signaturePdfs`, { document: { version } })
  const send = (version: number) =>
    counsel.post(`${path}/signatureRequests`, newRequest(['ana'], { document: { version } }))
  const canMakePdf = async () => (await counsel.get(`${path}/signatureRequests`)).json().canMakePdf
  expect(await canMakePdf()).toBe(true)
  expect((await send(1)).statusCode).toBe(400)
  expect((await make(7)).statusCode).toBe(409)
  expect((await make(1)).json()).toEqual({ version: 2 })
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  expect((await counsel.get(`/v2/files/${document.id}/versions`)).json().items).toMatchObject([
    { version: 2, name: 'Agreement.pdf', comments: 'PDF of version 1' },
    { version: 1, name: 'Agreement.docx' },
  ])
  // it is a PDF by now
  expect((await make(2)).statusCode).toBe(409)
  expect((await send(2)).statusCode).toBe(201)
  expect((await make(3)).body).toContain('out for signature')

  const draft = await contractWith(word, 'Agreement.docx', 'Approval')
  expect((await make(1, draft)).body).toContain('in Signing')
  const damaged = await contractWith(Buffer.from('nothing'), 'Agreement.docx')
  expect((await make(1, damaged)).json()).toMatchObject({
    status: 400,
    detail: expect.stringMatching(/damaged/),
  })
})

test('where no PDF can be made, the document is uploaded as one [C-390]', async () => {
  const { counsel, contractWith } = world
  const path = await contractWith(docx(['Agreement']), 'Agreement.docx')
  const { wordToPdf } = parts.app
  Object.assign(parts.app, { wordToPdf: createWordToPdf('off', { now: () => parts.app.clock.now() }) })
  try {
    expect((await counsel.get(`${path}/signatureRequests`)).json().canMakePdf).toBe(false)
    const refused = await counsel.post(`${path}/signaturePdfs`, { document: { version: 1 } })
    expect(refused.json()).toMatchObject({
      status: 409,
      detail: expect.stringContaining('Upload the document as a PDF'),
    })
  } finally {
    Object.assign(parts.app, { wordToPdf })
  }
})

test('changes and comments are decided before a PDF is made, and nothing of them is in it [C-500]', async () => {
  const { counsel, contractWith } = world
  const path = await contractWith(markedDocx, 'Agreement.docx')
  const make = (body: object) => counsel.post(`${path}/signaturePdfs`, { document: { version: 1 }, ...body })
  const refused = await make({})
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringContaining('contains 10 tracked changes and 3 comments'),
  ])
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const versions = `/v2/files/${document.id}/versions`
  expect((await counsel.get(`${versions}/1/hiddenContent`)).json()).toEqual({
    changes: 10,
    comments: 3,
    hiddenTexts: 0,
    customProperties: 0,
    documentVariables: 0,
    customData: 0,
    documentProperties: [],
    authors: ['Tomas Berg', 'Ana Prior'],
  })
  expect((await make({ changes: 'Maybe' })).statusCode).toBe(400)
  const converted: Uint8Array[] = []
  const { wordToPdf } = parts.app
  const convert: typeof wordToPdf.convert = (document, of) => {
    converted.push(document)
    return wordToPdf.convert(document, of)
  }
  Object.assign(parts.app, { wordToPdf: { ...wordToPdf, convert } })
  try {
    expect((await make({ changes: 'Reject' })).json()).toEqual({ version: 2 })
  } finally {
    Object.assign(parts.app, { wordToPdf })
  }
  const [word = new Uint8Array()] = converted
  expect(await readHidden(word)).toMatchObject({ changes: 0, comments: 0, authors: [] })
  const text = plainText(await readStory(word), () => true)
  expect(text).toContain('Publicity')
  expect(text).not.toMatch(/Renewal|more time|45/)
})

test('hidden text is neither left out nor shown without a choice; properties are left out [C-500]', async () => {
  const { counsel, contractWith } = world
  const path = await contractWith(hiddenDocx, 'Agreement.docx')
  const make = (body: object) => counsel.post(`${path}/signaturePdfs`, { document: { version: 1 }, ...body })
  const refused = await make({})
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringMatching(/^The document contains 3 passages of hidden text\. .*hidden text are left out/),
  ])
  expect((await make({ changes: 'Accept' })).json()).toEqual({ version: 2 })
})

test('a request that ended leaves no page in the document, and the next one begins without it [C-501, C-502]', async () => {
  const { lawyer, newRequest, sent, call, open, sign } = world
  let { counsel } = world
  const { path, acts } = await sent(['ana', 'ben'])
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const shas = (most: number) =>
    Promise.all(
      Array.from({ length: most }, async (_, at) => {
        const content = await counsel.get(`/v2/files/${document.id}/versions/${at + 1}/content`)
        expect(content.statusCode).toBe(200)
        return sha256(content.rawPayload)
      }),
    )
  expect((await sign(await open('ana'))).statusCode).toBe(204)
  expect((await counsel.post(`${acts}/void`, { reason: 'The price.' })).statusCode).toBe(204)
  const [before, sentAs, , after] = await shas(4)
  expect(after).toBe(before)
  const send = (version: number) =>
    counsel.post(`${path}/signatureRequests`, newRequest(['ana'], { document: { version } }))
  expect((await send(4)).statusCode).toBe(201)
  const ana = await open('ana')
  const refuse = await call('POST', `${ana.address}/refusal`, { reason: 'Clause 4.' }, ana.proof)
  expect(refuse.statusCode).toBe(204)
  expect((await send(6)).statusCode).toBe(201)
  parts.clock.advance({ days: 60 })
  await expireRequests(parts.app)
  counsel = await callerFor(parts, lawyer)
  const all = await shas(8)
  expect([all[5], all[7]]).toEqual([before, before])
  // the same page each time, and only one of it
  expect(all[6]).toBe(all[4])
  const requests = await parts.app.db
    .selectFrom('signature_requests')
    .where('organisation_id', '=', world.organisationId)
    .orderBy('id')
    .select('sent_sha256')
    .execute()
  expect(requests.map(({ sent_sha256: each }) => each?.toString('hex'))).toEqual([sentAs, all[4], all[6]])
})
