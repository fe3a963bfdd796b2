// The record of a contract and its document through v2: compared, and settled either way.
import { beforeEach, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { form } from '../../../test/documents/forms.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

const template = [
  'SERVICES AGREEMENT with {otherParty}',
  'If {otherParty} breaches clause 7, it pays liquidated damages of NZD {damages} within thirty days of a demand.',
  'This agreement lasts until {until}.',
]
const agreement = [
  'SERVICES AGREEMENT with Zephyr Ltd',
  'If Zephyr Ltd breaches clause 7, it pays liquidated damages of NZD 100,000 within thirty days of a demand.',
  'This agreement lasts until 31 December 2027.',
]

let caller: Caller
let path: string
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const lease = { name: 'Services', category: 'Commercial', parent: { name: 'Services' } }
  const type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
  const fieldOf = async (name: string, fieldType: string) =>
    (await caller.post('/v2/fields', { name, fieldType })).json<{ id: string }>().id
  const fields = [
    await fieldOf('Other party', 'ShortText'),
    await fieldOf('Damages', 'Currency'),
    await fieldOf('Until', 'Date'),
  ]
  const body = { parts: fields.map((field) => ({ field })) }
  for (const name of ['wizard', 'details'])
    expect((await caller.put(`${type}/forms/${name}`, body)).statusCode).toBe(204)
  const put = await caller.put(`${type}/document`, docx(template), { headers: { 'content-type': docxType } })
  expect(put.statusCode, put.body).toBe(204)
  const made = await caller.post('/v2/contracts', {
    type: { id: Number(type.split('/').at(-1)) },
    name: 'Zephyr',
    fields: { otherParty: 'Zephyr Ltd', damages: 250_000, until: '2027-12-31' },
  })
  expect(made.statusCode, made.body).toBe(201)
  path = `/v2/contracts/${made.json<{ id: number }>().id}`
})

interface Compared {
  readonly document: { readonly id: number; readonly version: number }
  readonly differences: readonly { readonly field: { readonly id: string } | null }[]
}

const compared = async () => (await caller.get(`${path}/documentDifferences`)).json<Compared>()

async function upload(paragraphs: readonly string[]) {
  const { document } = await compared()
  const { payload, headers } = form({ file: { name: 'Agreement.docx', content: docx(paragraphs) } })
  const added = await caller.post(`/v2/files/${document.id}`, payload, { headers })
  expect(added.statusCode, added.body).toBeLessThan(300)
}

test('a contract as it was drafted agrees with its document; marks of answers are not in it [C-510]', async () => {
  const { document, differences } = await compared()
  expect(differences).toEqual([])
  const content = await caller.get(`/v2/files/${document.id}/content`)
  expect(paragraphsOf(content.rawPayload)).toEqual([
    'SERVICES AGREEMENT with Zephyr Ltd',
    'If Zephyr Ltd breaches clause 7, it pays liquidated damages of NZD 250,000.00 within thirty days of a demand.',
    'This agreement lasts until 31 December 2027.',
  ])
})

test('an edited amount is a difference with its passage, and the record takes it [C-510]', async () => {
  await upload(agreement)
  const { differences } = await compared()
  expect(differences).toMatchObject([
    {
      field: { id: 'damages', label: 'Damages' },
      fact: null,
      recorded: '250,000.00',
      document: '100,000',
      acceptable: true,
      correctable: true,
      passage: { paragraph: 1, find: '100,000' },
    },
  ])
  const accepted = await caller.post(`${path}/documentDifferences/acceptances`, {
    version: 2,
    fields: ['damages'],
  })
  expect(accepted.statusCode, accepted.body).toBe(204)
  expect((await compared()).differences).toEqual([])
  expect((await caller.get(path)).json()).toMatchObject({ fields: { damages: 100_000 } })
})

test('a changed field is a difference, and the document takes it as a tracked change [C-510]', async () => {
  const changed = await caller.patch(path, { fields: { damages: 300_000, until: '2028-06-30' } })
  expect(changed.statusCode, changed.body).toBe(204)
  expect((await compared()).differences).toMatchObject([
    { field: { id: 'damages' }, recorded: '300,000.00', document: '250,000.00' },
    { field: { id: 'until' }, recorded: '30 June 2028', document: '31 December 2027' },
  ])
  const corrected = await caller.post(`${path}/documentDifferences/corrections`, {
    version: 1,
    fields: ['damages', 'until'],
  })
  expect(corrected.statusCode, corrected.body).toBe(204)
  const { document, differences } = await compared()
  expect([document.version, differences]).toEqual([2, []])
  const changes = await caller.get(`/v2/files/${document.id}/versions/2/markup`)
  expect(changes.body).toContain('30 June 2028')
})

test('a former version, a field that agrees and words that are no value are refused, and nothing changes [C-511]', async () => {
  const settle = async (act: string, version: number, fields: readonly string[]) =>
    (await caller.post(`${path}/documentDifferences/${act}`, { version, fields })).statusCode
  await upload(agreement.map((text) => text.replace('NZD 100,000', 'an amount to be agreed')))
  expect((await compared()).differences).toMatchObject([
    { field: { id: 'damages' }, document: 'an amount to be agreed', acceptable: false },
  ])
  expect(await settle('acceptances', 1, ['damages'])).toBe(409)
  expect(await settle('corrections', 1, ['damages'])).toBe(409)
  expect(await settle('acceptances', 2, ['otherParty'])).toBe(400)
  expect(await settle('acceptances', 2, ['damages'])).toBe(400)
  expect((await compared()).document.version).toBe(2)
})
