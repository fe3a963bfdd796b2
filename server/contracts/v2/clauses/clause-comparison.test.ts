// Comparing documents with clauses: which passage is found, which position it is nearest to, and who may ask.
import { beforeEach, expect, test } from 'vitest'
import { docx } from '../../../../test/documents/docx.ts'
import { form } from '../../../../test/documents/forms.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../../test/factories.ts'
import { clauseContent } from '../../../../test/fixtures/clauses.ts'
import { insertContract } from '../../../../test/fixtures/contracts.ts'
import type { Caller } from '../../../../test/http.ts'
import { longestTurnAllowed, watchLoopAgain } from '../../../../test/servers/loop-delay.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()
const word = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document'

let organisationId: number
let caller: Caller
let contractId: number
let clauseId: number
beforeEach(async () => {
  ;({ id: organisationId } = await createOrganisation(parts.app))
  const owner = await createUser(parts.app, { organisationId, role: 'Administrator' })
  caller = await callerFor(parts, owner)
  const templateId = await createContractTemplate(parts.app, { organisationId })
  contractId = await insertContract(parts.app, { owner, templateId })
  const added = await caller.post('/v2/clauses', {
    title: 'Limitation of liability',
    category: 'Liability',
    ...clauseContent({ walkAway: { text: 'Liability is not limited.', guidance: 'Stop.' } }),
  })
  clauseId = added.json<{ id: number }>().id
})

async function upload(name: string, content: Buffer, contentType = word): Promise<number> {
  const { payload, headers } = form({
    targetResourceType: 'Contract',
    targetResourceId: String(contractId),
    file: { name, content, contentType },
  })
  return (await caller.post('/v2/files', payload, { headers })).json<{ id: number }>().id
}

const compare = (fileId: number, by = caller, version = 1) =>
  by.get(`/v2/clauses/${clauseId}/comparison?fileId=${fileId}&version=${version}`)

const agreement = (liability: string) =>
  docx([
    'Services Agreement',
    '1. Payment',
    'Fees are paid within 30 days of the invoice, in euros.',
    '2. Limitation of Liability',
    liability,
    '3. Governing Law',
    'The law of Norway governs this agreement and its performance.',
  ])

test('the passage of a document is found, with the differences and the nearest position [C-406]', async () => {
  const id = await upload(
    'Agreement.docx',
    agreement('Neither party is liable for more than the fees of 24 months, in any case.'),
  )
  const answer = await compare(id)
  expect([answer.statusCode, answer.json()]).toMatchObject([
    200,
    {
      passage: {
        heading: 'Limitation of Liability',
        firstParagraph: 5,
        lastParagraph: 5,
        text: 'Neither party is liable for more than the fees of 24 months, in any case.',
      },
      version: 1,
      nearest: 2,
      positions: [
        {
          kind: 'Standard',
          pieces: [
            { kind: 'Same', text: 'Neither party is liable for more than the fees of ' },
            { kind: 'Removed', text: 'twelve' },
            { kind: 'Added', text: '24' },
            { kind: 'Same', text: ' months' },
            { kind: 'Added', text: ', in any case' },
            { kind: 'Same', text: '.' },
          ],
        },
        { kind: 'Alternative', name: 'Fixed amount' },
        { kind: 'Fallback', place: 1 },
        { kind: 'WalkAway' },
      ],
    },
  ])
  const { positions } = answer.json<{ positions: { sameness: number }[] }>()
  expect(positions[2]?.sameness).toBeGreaterThan(0.8)
})

test('a document without such a passage says so, and what is no Word document is refused [C-406]', async () => {
  const none = await upload('Note.docx', docx(['Dear Ana,', 'Thank you for the flowers and the cake.']))
  expect((await compare(none)).json()).toMatchObject({
    passage: null,
    nearest: null,
    positions: [{ pieces: [], sameness: 0 }, {}, {}, {}],
  })
  const text = await upload('Note.txt', Buffer.from('Liability is limited.'), 'text/plain')
  expect((await compare(text)).statusCode).toBe(409)
  expect((await compare(none, caller, 2)).statusCode).toBe(404)
  const url = `/v2/clauses/${clauseId}/comparison`
  expect((await caller.get(`${url}?fileId=x&version=1`)).statusCode).toBe(400)
  expect((await caller.get(url)).statusCode).toBe(400)
})

test('who does not see the document, or has another library, is refused [C-407]', async () => {
  const id = await upload('Agreement.docx', agreement('Liability is limited.'))
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId }))
  expect((await compare(id, colleague)).statusCode).toBe(404)
  const { id: other } = await createOrganisation(parts.app)
  const outsider = await callerFor(parts, await createUser(parts.app, { organisationId: other }))
  expect((await compare(id, outsider)).statusCode).toBe(404)
})

test('a long document is searched without holding up others [C-406]', async () => {
  const paragraphs = Array.from(
    { length: 15_000 },
    (_, at) => `${at}. The supplier delivers part ${at} of the goods to the harbour on day ${at % 30}.`,
  )
  const liability = 'Neither party is liable for more than the fees of twelve months.'
  const id = await upload('Long.docx', docx([...paragraphs, liability]))
  const { result, longestTurn } = await watchLoopAgain(() => compare(id))
  expect(result.json()).toMatchObject({ passage: { firstParagraph: 15_001 }, nearest: 0 })
  expect(longestTurn).toBeLessThan(longestTurnAllowed)
})
