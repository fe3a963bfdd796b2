// Fields on the pages of what is signed here: placed, by anchors, filled in by their signers and nobody else.
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { signingWorld } from '../../../test/fixtures/signing-world.ts'
import { noPdfsig, signaturesIn } from '../../../test/seals/pdfsig.ts'
import { pictureOf } from '../../../test/seals/picture.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { makeSample } from '../../seals/sample.ts'

const parts = useTestApp()

let world: Awaited<ReturnType<typeof signingWorld>>
beforeEach(async () => {
  world = await signingWorld(parts)
})

const at = (signer: number, kind: string, y: number, more: object = {}) => ({
  signer,
  kind,
  page: 1,
  x: 72,
  y,
  width: 160,
  height: kind === 'Signature' ? 44 : 20,
  ...more,
})
const initials = pictureOf().toString('base64')

/** What the pages say, with what is drawn over them. */
function textOf(pdf: Buffer): string {
  const folder = mkdtempSync(join(tmpdir(), 'fields-'))
  try {
    writeFileSync(join(folder, 'a.pdf'), pdf)
    return execFileSync('pdftotext', ['-layout', join(folder, 'a.pdf'), '-'], { encoding: 'utf8' })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length

interface Shown {
  readonly fields: readonly { readonly field: number; readonly kind: string }[]
}
const fieldsOf = (opened: object) => (opened as Shown).fields
const numbersOf = (opened: object) => fieldsOf(opened).map(({ field }) => field)

test('each signer sees, fills in and signs their own fields, and earlier seals stay valid [C-391]', async () => {
  const { sent, current, open, read, sign } = world
  const fields = [
    at(1, 'Signature', 100),
    at(1, 'Name', 160),
    at(1, 'Title', 190),
    at(1, 'Date', 220),
    at(1, 'Text', 250, { label: 'Delivery address' }),
    at(1, 'Tick', 280, { required: false, width: 14, height: 14 }),
    at(2, 'Signature', 400),
    at(2, 'Initials', 460),
  ]
  const { path } = await sent(['ana', 'ben'], { fields })
  const ana = await open('ana')
  expect(numbersOf(ana)).toEqual([0, 1, 2, 3, 4, 5])
  const values = [
    { field: 0, checked: true },
    { field: 2, text: 'Vice President Łódź' },
    { field: 4, text: 'Kaistraße 7, Köln' },
    { field: 5, checked: true },
  ]
  expect((await sign(ana, { fields: values })).statusCode).toBe(204)
  const ben = await open('ben')
  expect(fieldsOf(ben)).toMatchObject([{ field: 6 }, { field: 7, kind: 'Initials' }])
  const both = [
    { field: 6, checked: true },
    { field: 7, checked: true },
  ]
  expect((await sign(ben, { fields: both, initials })).statusCode).toBe(204)
  expect((await current(path)).fields).toMatchObject([
    { signer: 1, kind: 'Signature', value: 'true' },
    { value: 'ana' },
    { value: 'Vice President Łódź' },
    { value: '2 March 2026' },
    { value: 'Kaistraße 7, Köln', label: 'Delivery address' },
    { value: 'true', required: false },
    { signer: 2, value: 'true' },
    { value: 'true' },
  ])
  const signed = (await read(await open('ben'))).rawPayload
  if (noPdfsig !== undefined) return
  expect(signaturesIn(signed).map(({ valid, total }) => [valid, total])).toEqual([
    [true, false],
    [true, true],
  ])
  const text = textOf(signed)
  for (const said of [
    'ana',
    'Vice President Łódź',
    '2 March 2026',
    'Kaistraße 7, Köln',
    'Signed electronically',
  ])
    expect(text).toContain(said)
  // everybody has a place for their signature
  expect(text).not.toContain('Signatures')
})

test('without fields everything stays as it was; a signer without a place signs at the end [C-391]', async () => {
  const { sent, open, read, sign } = world
  await sent(['ana', 'ben'], { fields: [at(1, 'Signature', 100)] })
  const [ana, ben] = [await open('ana'), await open('ben')]
  expect(fieldsOf(ben)).toEqual([])
  expect((await sign(ana, { fields: [{ field: 0, checked: true }] })).statusCode).toBe(204)
  expect((await sign(ben)).statusCode).toBe(204)
  const signed = (await read(await open('ben'))).rawPayload
  if (noPdfsig !== undefined) return
  expect(textOf(signed)).toMatch(/Signatures[^]*ben, Director/)
  expect(textOf(signed)).not.toContain('ana, Director')
})

test('anchors in the text are fields, and are whitened; they are proposed before [C-392]', async () => {
  const { counsel, contractWith, newRequest, open, read, current, sign } = world
  const lines = [
    'Agreement',
    'Signed: {{sign:1}}',
    'by {{name:1}} on {{date:1}}',
    '{{text:2?}} {{ tick : 2 }}',
  ]
  const path = await contractWith(Buffer.from(await makeSample(lines)))
  const proposed = (await counsel.get(`${path}/signatureFields/1`)).json()
  expect(proposed.pages).toHaveLength(1)
  expect(proposed.fields).toMatchObject([
    { signer: 1, kind: 'Signature', page: 1, required: true },
    { signer: 1, kind: 'Name' },
    { signer: 1, kind: 'Date' },
    { signer: 2, kind: 'Text', required: false },
    { signer: 2, kind: 'Tick', required: true },
  ])
  expect((await counsel.get(`${path}/signatureFields/7`)).statusCode).toBe(409)
  const tooFew = await counsel.post(`${path}/signatureRequests`, newRequest(['ana']))
  expect(tooFew.json()).toMatchObject({ status: 400, detail: expect.stringContaining('signer 2') })
  expect((await counsel.post(`${path}/signatureRequests`, newRequest(['ana', 'ben']))).statusCode).toBe(201)
  expect((await current(path)).fields).toMatchObject(proposed.fields)
  expect((await sign(await open('ana'), { fields: [{ field: 0, checked: true }] })).statusCode).toBe(204)
  const ben = await open('ben')
  expect((await sign(ben)).json()).toMatchObject({ status: 400, detail: expect.stringContaining('Tick') })
  expect((await sign(ben, { fields: [{ field: 4, checked: true }] })).statusCode).toBe(204)
  expect(pagesOf((await read(await open('ben'))).rawPayload)).toBeGreaterThan(1)
})

describe('what is refused', () => {
  test('fields outside of pages, on pages that there are not, of nobody, and too many [C-393]', async () => {
    const { counsel, contractWith, newRequest, current } = world
    const path = await contractWith(Buffer.from(await makeSample(['Agreement'])))
    const send = (fields: unknown) =>
      counsel.post(`${path}/signatureRequests`, { ...newRequest(['ana']), fields })
    for (const [field, name] of [
      [at(1, 'Text', 100, { page: 2 }), 'fields.0.page'],
      [at(1, 'Text', 100, { page: 0 }), 'fields.0.page'],
      [at(1, 'Text', 100, { page: 1e15 }), 'fields.0.page'],
      [at(1, 'Text', 840), 'fields.0'],
      [at(1, 'Text', 100, { x: 500 }), 'fields.0'],
      [at(1, 'Text', -1), 'fields.0.y'],
      [at(1, 'Text', 100, { width: 1 }), 'fields.0.width'],
      [at(1, 'Text', 100, { width: 1e9 }), 'fields.0.width'],
      // as JSON has no NaN
      [at(1, 'Text', Number.NaN), 'fields.0.y'],
      [at(1, 'Text', 100, { x: '12' }), 'fields.0.x'],
      [at(2, 'Text', 100), 'fields.0.signer'],
      [at(0, 'Text', 100), 'fields.0.signer'],
      [at(1, 'constructor', 100), 'fields.0.kind'],
      [at(1, 'Text', 100, { label: 'a\nb' }), 'fields.0.label'],
      [at(1, 'Text', 100, { label: 'x'.repeat(101) }), 'fields.0.label'],
      [at(1, 'Text', 100, { colour: 'red' }), 'fields.0.colour'],
      [null, 'fields.0'],
    ] as const) {
      const refused = await send([field])
      expect(refused.statusCode, refused.body).toBe(400)
      expect(refused.body).toContain(name)
    }
    for (const wrong of [{}, 'all', Array.from({ length: 1_000 }, () => at(1, 'Text', 100))])
      expect((await send(wrong)).statusCode).toBe(400)
    expect(await current(path)).toBeUndefined()
    expect((await send(Array.from({ length: 200 }, () => at(1, 'Text', 100)))).statusCode).toBe(201)
  })

  test('somebody else’s field, a wrong value, and required ones that are empty [C-393]', async () => {
    const { sent, current, open, read, sign, signWithout } = world
    const fields = [
      at(1, 'Text', 100),
      at(2, 'Text', 200),
      at(1, 'Initials', 300, { required: false }),
      at(1, 'Name', 350),
    ]
    const { path } = await sent(['ana', 'ben'], { fields })
    const ana = await open('ana')
    const own = { field: 0, text: 'Mine' }
    for (const wrong of [
      [],
      [{ field: 0, text: ' ' }],
      [own, own],
      [own, { field: 1, text: 'Theirs' }],
      [own, { field: 77, text: 'Nobody’s' }],
      [own, { field: 3, text: 'Another name' }],
      [{ field: 0, checked: true }],
      [{ field: 0, text: 'a\nb' }],
      [{ field: 0, text: 'x'.repeat(500) }],
      [{ field: 0, text: 'ꦗ' }],
      [own, { field: 2, text: 'HM' }],
      // without a picture of them
      [own, { field: 2, checked: true }],
    ])
      expect((await sign(ana, { fields: wrong })).statusCode, JSON.stringify(wrong)).toBe(400)
    expect(
      (await sign(ana, { fields: [own, { field: 2, checked: true }], initials: 'AAAA' })).statusCode,
    ).toBe(400)
    expect((await sign(ana, { fields: [{ field: 0, text: 'x'.repeat(501) }] })).statusCode).toBe(400)
    expect((await current(path)).signers[0]).toMatchObject({ state: 'Asked' })

    // two at once: the second reads again, and nothing of theirs is lost or kept twice
    const ben = await open('ben')
    const shown = { sha256: (await read(ana)).headers['x-sha256'] }
    await read(ben)
    const theirs = { fields: [{ field: 1, text: 'Theirs' }] }
    const codes = await Promise.all([
      signWithout(ana, { ...shown, fields: [own] }),
      signWithout(ben, { ...shown, ...theirs }),
    ])
    expect(codes.map(({ statusCode }) => statusCode).toSorted()).toEqual([204, 409])
    const isAna = (await current(path)).signers[0].state === 'Signed'
    const values = async () =>
      (await current(path)).fields.map(({ value }: { value: string | null }) => value)
    expect(await values()).toEqual(isAna ? ['Mine', null, null, 'ana'] : [null, 'Theirs', null, null])
    expect((await (isAna ? sign(ben, theirs) : sign(ana, { fields: [own] }))).statusCode).toBe(204)
    expect(await values()).toEqual(['Mine', 'Theirs', null, 'ana'])
  })
})
