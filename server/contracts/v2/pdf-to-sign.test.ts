// The PDF of a Word document that is going to be signed.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../test/documents/docx.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { createWordToPdf } from '../../platform/documents/office/word-to-pdf.ts'

const parts = useTestApp()

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
