// Clauses in the documents of wizards: which alternative goes in, what drafts note of it, and what templates hold.
import { beforeEach, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../../test/documents/docx.ts'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { clauseContent } from '../../../../test/fixtures/clauses.ts'
import type { Caller } from '../../../../test/http.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const headers = { 'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document' }

let organisationId: number
let caller: Caller
let type: string
beforeEach(async () => {
  ;({ id: organisationId } = await createOrganisation(parts.app))
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
  const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
  type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
  for (const name of ['Law', 'Cap', 'Amount'])
    await caller.post('/v2/fields', { name, fieldType: 'ShortText' })
  await caller.put(`${type}/forms/wizard`, {
    parts: [{ field: 'law' }, { field: 'cap' }, { field: 'amount' }],
  })
})

async function approved(title: string, more: object = {}): Promise<number> {
  const added = await caller.post('/v2/clauses', { title, category: 'Usual', ...clauseContent(), ...more })
  const { id } = added.json<{ id: number }>()
  expect((await caller.post(`/v2/clauses/${id}/approve`, { version: 1 })).statusCode).toBe(200)
  return id
}

const put = (...paragraphs: string[]) => caller.put(`${type}/document`, docx(paragraphs), { headers })

async function draft(fields: object): Promise<{ id: number; paragraphs: readonly string[] }> {
  const typeId = Number(type.split('/').at(-1))
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Pier 7', fields })
  expect(made.statusCode, made.body).toBe(201)
  const { id } = made.json<{ id: number }>()
  const { document } = (await caller.get(`/v2/contracts/${id}`)).json<{ document: { id: number } }>()
  const content = await caller.get(`/v2/files/${document.id}/content`)
  return { id, paragraphs: paragraphsOf(content.rawPayload) }
}

const cap = {
  text: 'Liability is limited.\nNot for fraud.',
  alternatives: [
    { name: 'Fixed amount', whenToUse: 'No fees.', text: 'Liability is limited to {amount} & no more.' },
  ],
}

test('the standard text goes in, or the alternative of an answer or a condition [C-401]', async () => {
  await approved('Liability', cap)
  const answer = await put(
    'Before',
    '{{clause:liability by cap}}',
    '{#law=Norway}',
    '{{clause:Liability / fixed AMOUNT}}',
    '{/}',
    'After {law}',
  )
  expect(answer.statusCode, answer.body).toBe(204)
  expect((await draft({ law: 'Peru', cap: 'Usual' })).paragraphs).toEqual([
    'Before',
    'Liability is limited.',
    'Not for fraud.',
    'After Peru',
  ])
  const fixed = await draft({ law: 'Norway', cap: 'fixed amount', amount: '5 {law}' })
  expect(fixed.paragraphs).toEqual([
    'Before',
    'Liability is limited to 5 {law} &amp; no more.',
    'Liability is limited to 5 {law} &amp; no more.',
    'After Norway',
  ])
})

test('a draft notes which clauses went in, and the clause where it is used [C-402]', async () => {
  const id = await approved('Liability', cap)
  await put('{{clause:liability by cap}}')
  const { id: contractId } = await draft({ cap: 'Fixed amount', amount: '5' })
  const text = 'Liability is limited, once more.'
  await caller.post(`/v2/clauses/${id}/versions`, { ...clauseContent({ ...cap, text }), reason: 'Clearer' })
  await caller.post(`/v2/clauses/${id}/approve`, { version: 2 })
  const url = `/v2/contracts/${contractId}/clauses`
  expect((await caller.get(url)).json()).toEqual({
    items: [
      {
        id,
        key: 'liability',
        title: 'Liability',
        state: 'Approved',
        version: 1,
        alternative: 'Fixed amount',
        approvedVersion: 2,
        changed: false,
      },
    ],
  })
  const later = await draft({})
  expect(later.paragraphs).toEqual([text])
  const uses = (await caller.get(`/v2/clauses/${id}/uses`)).json()
  expect(uses).toMatchObject({
    contractTypes: [{ name: 'Lease', active: true, alternative: null, chosenBy: 'cap' }],
    contracts: [
      { id: later.id, version: 2, alternative: null },
      { id: contractId, version: 1, alternative: 'Fixed amount' },
    ],
    more: false,
  })
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await colleague.get(url)).statusCode).toBe(404)
  expect((await colleague.get(`/v2/clauses/${id}/uses`)).json()).toMatchObject({ contracts: [] })
})

test('whether the text that went in is another one since is said with it [C-430]', async () => {
  const id = await approved('Liability', cap)
  await put('{{clause:liability by cap}}')
  const fixed = await draft({ cap: 'Fixed amount', amount: '5' })
  const usual = await draft({})
  const since = async ({ id: contractId }: { id: number }) => {
    const { items } = (await caller.get(`/v2/contracts/${contractId}/clauses`)).json<{
      items: { state: string; changed: boolean }[]
    }>()
    return items.map(({ state, changed }) => [state, changed])
  }
  const use = async (version: number, content: object) => {
    await caller.post(`/v2/clauses/${id}/versions`, { ...content, reason: 'Clearer' })
    expect((await caller.post(`/v2/clauses/${id}/approve`, { version })).statusCode).toBe(200)
  }
  expect([await since(fixed), await since(usual)]).toEqual([[['Approved', false]], [['Approved', false]]])
  await use(2, clauseContent({ ...cap, text: 'Another text.' }))
  expect([await since(fixed), await since(usual)]).toEqual([[['Approved', false]], [['Approved', true]]])
  await use(3, clauseContent({ text: cap.text, alternatives: [] }))
  expect([await since(fixed), await since(usual)]).toEqual([[['Approved', true]], [['Approved', false]]])
  await caller.delete(`${type}/document`)
  expect((await caller.post(`/v2/clauses/${id}/retire`, {})).statusCode).toBe(204)
  expect(await since(usual)).toEqual([['Retired', false]])
})

test('a document with a clause that leads nowhere is refused [C-403]', async () => {
  await approved('Liability', cap)
  await caller.post('/v2/clauses', { title: 'Draft', category: 'Usual', text: 'Not approved.' })
  await approved('Rent', { text: 'The rent is {rent}.', alternatives: [] })
  const refused = async (...paragraphs: string[]) => {
    const answer = await put(...paragraphs)
    return [answer.statusCode, answer.json<{ errors: { document: string[] } }>().errors.document]
  }
  const nothing = 'no clause with this key is approved.'
  expect(await refused('{{clause:nothing}}', '{{clause:draft}}', '{{clause:liability/None}}')).toEqual([
    400,
    [
      `{{clause:nothing}} leads nowhere: ${nothing}`,
      `{{clause:draft}} leads nowhere: ${nothing}`,
      '{{clause:liability/None}} leads nowhere: the clause has no such alternative.',
    ],
  ])
  const missing = 'use the title or the merge name of a field on the wizard form, or the title of a group.'
  expect(await refused('{{clause:liability by size}}')).toEqual([400, [`{size} leads nowhere: ${missing}`]])
  expect(await refused('{{clause:rent}}')).toEqual([400, [`{rent} leads nowhere: ${missing}`]])
  expect(await refused('As follows: {{clause:liability}}')).toEqual([
    400,
    ['A clause stands alone in its paragraph, and not beside “As follows:”.'],
  ])
  expect((await refused('{{clause:liability or else}}'))[0]).toBe(400)
  expect((await caller.get(type)).json()).toMatchObject({ hasWizard: false })
})

test('a clause is not taken from templates that use it [C-404]', async () => {
  const id = await approved('Liability', cap)
  await put('{{clause:liability/Fixed amount}}')
  const act = async (what: string, body: object = {}) => {
    const answer = await caller.post(`/v2/clauses/${id}/${what}`, body)
    return [answer.statusCode, answer.statusCode < 400 ? '' : answer.json<{ detail: string }>().detail]
  }
  expect(await act('retire')).toEqual([
    409,
    'The document of the contract type Lease has the clause. Give it another document first.',
  ])
  await act('versions', { ...clauseContent({ alternatives: [] }), reason: 'Fewer' })
  expect(await act('approve', { version: 2 })).toEqual([
    409,
    'The contract type Lease uses the alternative Fixed amount, which this version does not have.',
  ])
  await act('versions', { ...clauseContent({ ...cap, text: 'For {rent}.' }), reason: 'Rent' })
  expect(await act('approve', { version: 3 })).toEqual([
    409,
    'The contract type Lease uses the clause, and {rent} is not on its wizard form.',
  ])
  await act('versions', { ...clauseContent({ ...cap, text: 'By {law}.' }), reason: 'Law' })
  expect(await act('approve', { version: 4 })).toEqual([200, ''])
  const without = await caller.put(`${type}/forms/wizard`, { parts: [{ field: 'cap' }, { field: 'amount' }] })
  expect(without.statusCode).toBe(409)
  expect((await caller.delete(`${type}/document`)).statusCode).toBe(204)
  expect((await act('retire'))[0]).toBe(204)
})

test('a preview has the clauses with what is missing in brackets [C-401]', async () => {
  await approved('Liability', cap)
  await put('{{clause:liability/Fixed amount}}')
  const preview = await caller.post(`${type}/preview`, { fields: {} })
  expect([preview.statusCode, paragraphsOf(preview.rawPayload)]).toEqual([
    200,
    ['Liability is limited to [Amount] &amp; no more.'],
  ])
  const typeId = Number(type.split('/').at(-1))
  const made = await caller.post('/v2/contracts', { type: { id: typeId }, name: 'Pier 7', fields: {} })
  expect([made.statusCode, Object.keys(made.json<{ errors: object }>().errors)]).toEqual([
    400,
    ['fields.amount'],
  ])
})
