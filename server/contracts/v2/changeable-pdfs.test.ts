// A PDF that can look different from what is shown: not sent before it is made fixed, which sender and signers read.
import { extractText } from 'unpdf'
import { beforeEach, expect, test } from 'vitest'
import { noteOverPrice, pdfsWithTraits, undrawnPdfs } from '../../../test/documents/changeable-pdf.ts'
import { drawnPages } from '../../../test/documents/drawn-pdf.ts'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { openPdf } from '../../seals/open-pdf.ts'

const parts = useTestApp()

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

const words = 'a note that only appears in print, on page 1'

/** A contract with a note over its price that only printers draw, and what is done with it. */
async function withNote() {
  const { counsel, contractWith, newRequest } = world
  const path = await contractWith(noteOverPrice(36))
  const send = (version: number) =>
    counsel.post(`${path}/signatureRequests`, newRequest(['ana'], { document: { version } }))
  const fix = (version: number) =>
    counsel.post(`${path}/signaturePdfs`, { document: { version }, fixed: true })
  const traits = async (version: number) =>
    (await counsel.get(`${path}/signatureFields/${version}`)).json().traits
  return { path, send, fix, traits }
}

test('what is printed and not shown is named, and is not sent [C-545]', async () => {
  const { path, send, traits } = await withNote()
  expect(await traits(1)).toEqual([
    { trait: 'Printed', count: 1, pages: [1], text: words, fixable: true, fixed: 'removed' },
  ])
  const refused = await send(1)
  expect([refused.statusCode, refused.json().detail]).toEqual([
    409,
    expect.stringContaining(`It has ${words}. Make it fixed`),
  ])
  const packet = await world.counsel.post(`${path}/signingPackets`, {
    document: { version: 1 },
    signers: [{ name: 'Ana', title: null, party: null }],
  })
  expect([packet.statusCode, packet.json().detail]).toEqual([409, expect.stringContaining(words)])
  expect((await world.counsel.get(`${path}/signatureRequests`)).json().items).toEqual([])
})

test('the fixed copy is the next version, is sent, and says what was removed [C-546]', async () => {
  const { counsel, read, open, current, sign } = world
  const { path, send, fix, traits } = await withNote()
  expect((await fix(7)).statusCode).toBe(409)
  expect((await fix(1)).json()).toEqual({ version: 2 })
  expect(await traits(2)).toEqual([])
  expect((await fix(2)).json().detail).toContain('looks the same to everybody already')
  const { document } = (await counsel.get(path)).json<{ document: { id: number } }>()
  expect((await counsel.get(`/v2/files/${document.id}/versions`)).json().items).toMatchObject([
    { version: 2, name: 'Agreement.pdf', comments: `Version 1, made fixed. Before, it had ${words}` },
    { version: 1 },
  ])
  expect((await send(2)).statusCode).toBe(201)
  expect(await current(path)).toMatchObject({ madeFixed: [{ trait: 'Printed', text: words }] })
  const ana = await open('ana')
  expect(ana).toMatchObject({ madeFixed: [words] })
  const shown = (await read(ana)).rawPayload
  expect(await drawnPages(shown, 'display')).toEqual(await drawnPages(shown, 'print'))
  expect((await openPdf(new Uint8Array(shown))).getPage(0)?.extractText().text).toContain('EUR 1000')
  expect((await sign(ana)).statusCode).toBe(204)
  const binder = (await counsel.get(`${path}/binder`)).rawPayload
  const { text } = await extractText(new Uint8Array(binder), { mergePages: true })
  expect(text.replaceAll(/\s+/g, ' ')).toContain(`Before it was sent. Until then it had ${words}`)
})

test('the history says what was removed, and a request that begins again still does [C-547]', async () => {
  const { counsel, current } = world
  const { path, send, fix } = await withNote()
  await fix(1)
  await send(2)
  const history = (await counsel.get(`${path}/history?$top=50`)).json<{
    items: { action: string; changes: { property: string; to: unknown }[] }[]
  }>()
  const saying = history.items.filter(({ changes }) =>
    changes.some(({ property, to }) => property === 'madeFixed' && to === words),
  )
  expect(saying.map(({ action }) => action)).toEqual(['contract.signature.sent', 'contract.document.updated'])
  const { id } = await current(path)
  expect(
    (await counsel.post(`${path}/signatureRequests/${id}/void`, { reason: 'The price.' })).statusCode,
  ).toBe(204)
  expect((await send(4)).statusCode).toBe(201)
  expect(await current(path)).toMatchObject({ madeFixed: [{ trait: 'Printed' }] })
})

test('what cannot be made fixed, and what is no PDF, is refused with what to do [C-548]', async () => {
  const { counsel, contractWith, newRequest } = world
  const path = await contractWith(pdfsWithTraits.External)
  const body = { document: { version: 1 }, fixed: true }
  for (const refused of [
    await counsel.post(`${path}/signaturePdfs`, body),
    await counsel.post(`${path}/signatureRequests`, newRequest(['ana'])),
  ])
    expect([refused.statusCode, refused.json().detail]).toEqual([
      409,
      expect.stringMatching(/fetched from outside of the file.*cannot be made fixed/),
    ])
  const drawn = await contractWith(undrawnPdfs.square)
  expect((await counsel.post(`${drawn}/signaturePdfs`, body)).json()).toMatchObject({
    status: 409,
    detail: expect.stringContaining(
      'cannot keep a note or button that each PDF reader draws in its own way, on page 1.',
    ),
  })
  expect((await counsel.get(`${drawn}/signatureFields/1`)).json().traits).toMatchObject([
    { trait: 'Undrawn', fixable: false, fixed: null },
  ])
  const text = await contractWith(Buffer.from('Agreement'), 'Agreement.txt')
  expect((await counsel.post(`${text}/signaturePdfs`, body)).json().detail).toContain('is no PDF')
})

test('a PDF that looks the same to everybody is sent as it is [C-545]', async () => {
  const { sent, current, open } = world
  const { path } = await sent(['ana'])
  expect(await current(path)).toMatchObject({ madeFixed: [] })
  expect(await open('ana')).toMatchObject({ madeFixed: [] })
})
