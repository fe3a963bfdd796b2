// Internal notes of a customer on an invoice: the law firm cannot learn them in any way.
import { expect, test } from 'vitest'
import { createInvoiceWorld, draftInvoice, moveInvoiceTo } from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { updatePayerFields } from '../commands/update-payer-fields.ts'

const parts = useTestApp()
const notes = 'Watch the rates'

async function postedWithNotes() {
  const world = await createInvoiceWorld(parts)
  const { payer, matterId, firmId } = world
  const id = await draftInvoice(parts.app, payer.actor, matterId, { serviceProviderId: firmId })
  await moveInvoiceTo(parts.app, payer.actor, id, 'Posted')
  await updatePayerFields(parts.app, payer.actor, id, () => ({ internalNotes: notes }))
  return { ...world, id, path: `/invoice-apis/v1/invoices/${id}` }
}

const plain = (answer: { statusCode: number; body: string }) => ({
  status: answer.statusCode,
  body: answer.body.replaceAll(/"operationId":"[^"]*"/g, ''),
})

test('a patch of the law firm is refused with the same message whether its tests hold or not [P-52]', async () => {
  const { lawyer, payer, path } = await postedWithNotes()
  const tries = [
    [{ op: 'test', path: '/InternalNotes', value: notes }],
    [{ op: 'test', path: '/InternalNotes', value: 'Something else' }],
    [{ op: 'test', path: '/InternalNotes', value: null }],
    [
      { op: 'test', path: '/InternalNotes', value: notes },
      { op: 'replace', path: '/InternalNotes', value: notes },
    ],
    [{ op: 'replace', path: '/InternalNotes', value: notes }],
    [{ op: 'test', path: '/PaymentNote', value: 'x' }],
    { InternalNotes: notes },
  ]
  const answers = []
  for (const patch of tries) {
    answers.push(plain(await lawyer.caller.patch(path, patch)))
    answers.push(plain(await lawyer.caller.patch(path, patch, { headers: { 'if-match': '"99"' } })))
  }
  expect(answers[0]?.status).toBe(403)
  for (const answer of answers) expect(answer).toEqual(answers[0])
  const paying = async (value: string) =>
    (await payer.caller.patch(path, [{ op: 'test', path: '/InternalNotes', value }])).statusCode
  expect([await paying(notes), await paying('Something else')]).toEqual([200, 409])
})

test('lists of the law firm neither show, find, count nor sort by them [P-52]', async () => {
  const { lawyer, payer, id } = await postedWithNotes()
  const asked = [
    ['eq', notes],
    ['contains', 'rates'],
    ['startswith', 'Watch'],
    ['isnull', 'false'],
  ] as const
  for (const [operator, value] of asked) {
    const query = new URLSearchParams({
      'filtering.field': 'internalNotes',
      'filtering.operator': operator,
      'filtering.value': value,
    })
    const total = async ({ caller }: typeof lawyer) =>
      (await caller.get(`/invoice-apis/v1/invoices?${query.toString()}`)).json<{ total: number }>().total
    expect([await total(payer), await total(lawyer)], operator).toEqual([1, 0])
  }
  const shown = (await lawyer.caller.get(`/v2/invoices/${id}`)).body
  expect(shown).not.toContain(notes)
  expect((await payer.caller.get(`/v2/invoices/${id}`)).body).toContain(notes)
})
