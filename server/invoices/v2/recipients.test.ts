// v2 of invoice recipients, through the server.
import { beforeEach, describe, expect, test } from 'vitest'
import { createInvoiceWorld, type InvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { recipientProperties } from './recipients.ts'

const parts = useTestApp()
let world: InvoiceWorld
beforeEach(async () => {
  world = await createInvoiceWorld(parts)
})

const path = '/v2/invoices'
const body = (more: object) => ({
  matter: { id: world.matterId },
  serviceProvider: { id: world.firmId },
  number: 'H-1',
  invoiceDate: '2026-10-05',
  lines: [{ kind: 'Disbursement', description: 'Court fees', unitPrice: 20 }],
  ...more,
})

describe('recipients', () => {
  const recipients = '/v2/invoiceRecipients'

  test('are added, shown, updated and deleted; the name is free again [I-47]', async () => {
    const { caller } = world.payer
    const made = await caller.post(recipients, {
      name: ' Harbour Ltd ',
      addressLine1: 'Quay 1',
      taxType: 'gst',
    })
    expect(made.statusCode, made.body).toBe(201)
    const { id } = made.json<{ id: number }>()
    const own = `${recipients}/${id}`
    expect(made.headers.location).toBe(own)
    expect((await caller.get(own)).json()).toEqual(made.json())
    expect(made.json()).toMatchObject({ name: 'Harbour Ltd', addressLine1: 'Quay 1', taxType: 'GST' })
    expect((await caller.post(recipients, { name: 'harbour ltd' })).statusCode).toBe(409)
    const patch = { taxType: null, contactEmail: 'pay@harbour.example' }
    expect((await caller.patch(own, patch)).statusCode).toBe(204)
    expect((await caller.get(own)).json()).toMatchObject({ name: 'Harbour Ltd', ...patch })
    expect((await caller.patch(own, { contactEmail: 'nobody' })).statusCode).toBe(400)
    const invoice = await caller.post(path, body({ recipient: { id } }))
    expect(invoice.json()).toMatchObject({ recipient: { id, name: 'Harbour Ltd' } })
    expect((await caller.delete(own)).statusCode).toBe(204)
    expect((await caller.get(own)).statusCode).toBe(404)
    expect((await caller.delete(own)).statusCode).toBe(404)
    const { id: invoiceId } = invoice.json<{ id: number }>()
    expect((await caller.get(`${path}/${invoiceId}`)).json()).toMatchObject({ recipient: { id } })
    expect((await caller.post(path, body({ number: 'H-2', recipient: { id } }))).statusCode).toBe(400)
    expect((await caller.post(recipients, { name: 'Harbour Ltd' })).statusCode).toBe(201)
  })

  test('are listed by every property; a law firm sees those of its customers and cannot update them [I-47]', async () => {
    const { payer, lawyer } = world
    const { id } = (await payer.caller.post(recipients, { name: 'Harbour' })).json<{ id: number }>()
    for (const [name, { sorted }] of Object.entries(recipientProperties)) {
      const page = await payer.caller.get(
        `${recipients}?$filter=${name} eq null or ${name} ne null${sorted ? `&$orderby=${name}` : ''}`,
      )
      expect(page.json(), name).toMatchObject({ items: [{ id, name: 'Harbour' }] })
    }
    expect((await lawyer.caller.get(recipients)).json()).toMatchObject({ items: [{ id }] })
    expect((await lawyer.caller.patch(`${recipients}/${id}`, { name: 'Theirs' })).statusCode).toBe(404)
    expect((await lawyer.caller.delete(`${recipients}/${id}`)).statusCode).toBe(404)
  })
})
