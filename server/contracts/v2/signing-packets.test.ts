// Packets to sign in ink: what they contain, and of which contracts they are made.
import { PDF } from '@libpdf/core'
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { makeSample } from '../../seals/sample.ts'

const parts = useTestApp()

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

const ana = { name: 'Ana Prior', title: 'General Counsel', party: 'Harbour Foods Ltd' }
const nils = { name: 'Nils Lindqvist', title: null, party: null }
const asked = (signers: readonly object[] = [ana, nils], version = 1) => ({ document: { version }, signers })
const textOf = (pdf: PDF) =>
  pdf.getPages().map((page) => page.extractText().text.replaceAll(/\s+/g, ' ').trim())

test('a packet has how to sign, the document, and a sheet for the signatures [C-420]', async () => {
  const { counsel, contractWith } = world
  const path = await contractWith(Buffer.from(await makeSample(['Agreement on services'])))
  const answer = await counsel.post(`${path}/signingPackets`, asked())
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'attachment; filename="Agreement - to sign.pdf"',
    'cache-control': 'private, no-store',
  })
  const pages = textOf(await PDF.load(new Uint8Array(answer.rawPayload)))
  expect(pages).toHaveLength(3)
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  const content = await counsel.get(`/v2/files/${document.id}/content`)
  const { createHash } = await import('node:crypto')
  const sha256 = createHash('sha256').update(content.rawPayload).digest('hex')
  for (const page of [pages[0], pages[2]]) {
    expect(page).toContain('Agreement.pdf, version 1')
    expect(page).toContain(sha256)
  }
  expect(pages[0]).toContain('General Counsel, for Harbour Foods Ltd')
  expect(pages[1]).toContain('Agreement on services')
  expect(pages[2]).toMatch(
    /For Harbour Foods Ltd Name Ana Prior, General Counsel Signature _+ Place _+ Date _+/,
  )
  expect(pages[2]).toMatch(/Nils Lindqvist Name Nils Lindqvist Signature/)
  const history = (await counsel.get(`${path}/history`)).body
  expect(history).toContain('contract.signingPacket.made')
})

test('a Word document is printed as a PDF, and many signers take several pages [C-420]', async () => {
  const { counsel, contractWith } = world
  const path = await contractWith(docx(['Agreement']), 'Agreement.docx')
  const many = Array.from({ length: 20 }, (_, place) => ({ ...nils, name: `Signer ${place + 1}` }))
  const answer = await counsel.post(`${path}/signingPackets`, asked(many))
  expect(answer.statusCode, answer.body).toBe(200)
  const pages = textOf(await PDF.load(new Uint8Array(answer.rawPayload)))
  expect(pages.length).toBeGreaterThan(4)
  // no signature is parted from the name of its signer
  for (const page of pages.slice(2))
    expect(page.match(/Signature _/g)?.length).toBe(page.match(/Name Signer/g)?.length)
})

test('nothing is printed to be signed that is not ready to be signed [C-421]', async () => {
  const { counsel, contractWith, newRequest } = world
  const pdf = Buffer.from(await makeSample(['Agreement']))
  const draft = await contractWith(pdf, 'Agreement.pdf', 'Approval')
  expect((await counsel.post(`${draft}/signingPackets`, asked())).json()).toMatchObject({
    status: 409,
    detail: 'A packet is made of a contract in Signing.',
  })
  const path = await contractWith(pdf)
  const refused = async (body: object, at = path) => (await counsel.post(`${at}/signingPackets`, body)).json()
  expect(await refused(asked([ana], 2))).toMatchObject({ status: 409 })
  expect(await refused(asked([{ ...ana, name: ' ' }]))).toMatchObject({
    status: 400,
    errors: { 'signers.0.name': ['signers.0.name is missing.'] },
  })
  expect(await refused(asked([{ ...ana, party: 'a\nb' }]))).toMatchObject({ status: 400 })
  expect(await refused(asked([]))).toMatchObject({ status: 400 })
  const damaged = await contractWith(Buffer.from('%PDF-1.7 nothing'))
  expect(await refused(asked(), damaged)).toMatchObject({ status: 400 })
  const text = await contractWith(Buffer.from('Agreement'), 'Agreement.txt')
  expect(await refused(asked(), text)).toMatchObject({ status: 409 })
  expect((await counsel.post(`${path}/signatureRequests`, newRequest(['ana']))).statusCode).toBe(201)
  expect(await refused(asked([ana], 2))).toMatchObject({
    status: 409,
    detail: expect.stringContaining('out for signature'),
  })
})
