// v2 of the references of a matter, through the server, up to the invoices that name them.
import { expect, test } from 'vitest'
import { createInvoiceWorld } from '../../../test/fixtures/invoices.ts'
import { ledes1998B, rows1998B } from '../../../test/documents/ledes.ts'
import { insertMatter, matterWorld, topicsOf } from '../../../test/fixtures/matters.ts'
import { useTestApp } from '../../../test/test-app.ts'

const parts = useTestApp()

test('the references of a matter are set, shown and cleared, and announced as an update [M-150]', async () => {
  const { owner, caller, organisationId } = await matterWorld(parts)
  const matterId = await insertMatter(parts.app, { owner })
  const path = `/v2/matters/${matterId}/references`
  const read = await caller.get(path)
  expect(read.json()).toEqual({ reference: null, managerReference: null, purchaseOrderNumber: null })
  const put = await caller.patch(path, {
    reference: ' LEG-14 ',
    managerReference: 'AP/4711',
    purchaseOrderNumber: 'PO 9',
  })
  expect(put.statusCode, put.body).toBe(204)
  expect((await caller.get(path)).json()).toEqual({
    reference: 'LEG-14',
    managerReference: 'AP/4711',
    purchaseOrderNumber: 'PO 9',
  })
  expect((await caller.patch(path, { purchaseOrderNumber: null })).statusCode).toBe(204)
  expect((await caller.get(path)).json()).toMatchObject({ reference: 'LEG-14', purchaseOrderNumber: null })
  const stale = { headers: { 'if-match': String(read.headers.etag) } }
  expect((await caller.patch(path, { reference: 'x' }, stale)).statusCode).toBe(412)
  expect((await caller.patch(path, { matter: 'x' })).statusCode).toBe(400)
  expect(await topicsOf(parts, organisationId, matterId)).toEqual(['matter.updated', 'matter.updated'])
})

test('LEDES invoices find the matter by the firm’s reference that was set so [M-151]', async () => {
  const { matterId, payer, lawyer } = await createInvoiceWorld(parts)
  const set = await payer.caller.patch(`/v2/matters/${matterId}/references`, {
    managerReference: 'AP/4711-3',
  })
  expect(set.statusCode, set.body).toBe(204)
  const file = ledes1998B(rows1998B({ CLIENT_MATTER_ID: '', LAW_FIRM_MATTER_ID: 'AP/4711-3' }))
  const made = await lawyer.caller.post('/v2/invoices/imports', file, {
    headers: { 'content-type': 'text/plain' },
  })
  expect(made.statusCode, made.body).toBe(201)
  expect(made.json()).toMatchObject({ invoices: [{ matter: { id: matterId } }] })
})
