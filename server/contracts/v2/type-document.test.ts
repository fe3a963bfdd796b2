// v2 of the documents that wizards of contract types fill.
import { beforeEach, describe, expect, test } from 'vitest'
import { docx, paragraphsOf } from '../../../test/documents/docx.ts'
import { createOrganisation, createUser } from '../../../test/factories.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

let caller: Caller
beforeEach(async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  caller = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Administrator' }))
})

describe('the document of a wizard', () => {
  const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'
  const put = (path: string, ...paragraphs: string[]) =>
    caller.put(`${path}/document`, docx(paragraphs), { headers: { 'content-type': docxType } })

  async function wizard() {
    const lease = { name: 'Lease', category: 'Commercial', parent: { name: 'Property' } }
    const type = (await caller.post('/v2/contractTypes', lease)).headers.location ?? ''
    const field = { name: 'Other party', fieldType: 'ShortText' }
    const party = (await caller.post('/v2/fields', field)).json<{ id: string }>().id
    const form = `${type}/forms/wizard`
    expect((await caller.put(form, { parts: [{ field: party, required: true }] })).statusCode).toBe(204)
    return { type, party, form }
  }

  test('is put there, replaced and downloaded; contracts are made by it, and not after it is taken away [V-230]', async () => {
    const { type } = await wizard()
    expect((await put(type, 'With {otherParty}')).statusCode).toBe(204)
    expect((await caller.get(type)).json()).toMatchObject({ hasWizard: true, placeholders: ['otherParty'] })
    const stored = (await storedIn(parts.app)).length
    expect((await put(type, 'Between us and {other party}')).statusCode).toBe(204)
    expect(await storedIn(parts.app)).toHaveLength(stored)
    const download = await caller.get(`${type}/document`)
    expect(download.headers['content-type']).toBe(docxType)
    expect(download.rawPayload).toEqual(docx(['Between us and {other party}']))
    const id = Number(type.split('/').at(-1))
    const contract = { type: { id }, name: 'NDA', fields: { otherParty: 'Zephyr' } }
    const made = await caller.post('/v2/contracts', contract)
    expect(made.statusCode, made.body).toBe(201)
    expect((await caller.delete(`${type}/document`)).statusCode).toBe(204)
    expect((await caller.delete(`${type}/document`)).statusCode).toBe(204)
    expect((await caller.get(`${type}/document`)).statusCode).toBe(404)
    expect((await caller.post('/v2/contracts', contract)).json()).toMatchObject({
      errors: { document: [expect.any(String)] },
    })
  })

  test('that speaks of what is not on the form, or is none, is refused with all that is wrong [V-231]', async () => {
    const { type } = await wizard()
    const refused = await put(type, 'With {otherParty} of {country} in {city}')
    expect([refused.statusCode, refused.json<{ errors: object }>().errors]).toEqual([
      400,
      { document: [expect.stringContaining('{country}'), expect.stringContaining('{city}')] },
    ])
    expect((await put(type, 'With {#otherParty}')).statusCode).toBe(400)
    const text = await caller.put(`${type}/document`, 'text', { headers: { 'content-type': 'text/plain' } })
    expect(text.statusCode).toBe(400)
    expect((await caller.get(type)).json()).toMatchObject({ hasWizard: false })
  })

  test('keeps its form from losing what it speaks of [V-231]', async () => {
    const { type, form, party } = await wizard()
    await put(type, 'With {otherParty}')
    const refused = await caller.put(form, { parts: [] })
    expect([refused.statusCode, refused.json<{ detail: string }>().detail]).toEqual([
      409,
      expect.stringContaining('{otherParty}'),
    ])
    const moved = { parts: [{ group: 'Parties', parts: [{ field: party }] }] }
    expect((await caller.put(form, moved)).statusCode).toBe(204)
    await put(type, 'With nobody')
    expect((await caller.put(form, { parts: [] })).statusCode).toBe(204)
  })

  test('is previewed with the answers so far, and nothing comes of it [V-394]', async () => {
    const { type } = await wizard()
    expect((await caller.post(`${type}/preview`, {})).statusCode).toBe(409)
    await put(type, '{contractName}: with {otherParty}{#otherParty}, at last{/otherParty}')
    const preview = async (body: object) => {
      const answer = await caller.post(`${type}/preview`, body)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, docxType])
      return paragraphsOf(answer.rawPayload)
    }
    expect(await preview({})).toEqual([': with [Other party]'])
    const answers = { name: 'NDA', fields: { otherParty: 'Zephyr' } }
    expect(await preview(answers)).toEqual(['NDA: with Zephyr, at last'])
    const wrong = await caller.post(`${type}/preview`, { fields: { otherParty: 7, colour: 'red' } })
    expect([wrong.statusCode, Object.keys(wrong.json<{ errors: object }>().errors)]).toEqual([
      400,
      ['fields.colour'],
    ])
    expect((await caller.get('/v2/contracts?$count=true')).json()).toMatchObject({ count: 0 })
  })
})
