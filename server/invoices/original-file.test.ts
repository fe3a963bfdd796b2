// The imported files of invoices are content like any other: damage is found, and the sweep never deletes them.
import { expect, test } from 'vitest'
import { createInvoiceWorld } from '../../test/fixtures/invoices.ts'
import { ledes1998B, rows1998B } from '../../test/documents/ledes.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { recordedKeys } from '../files/contents/stored-blobs.ts'
import { verifyStorage } from '../files/contents/sweep.ts'
import { importInvoices } from './commands/import-invoices.ts'
import { getInvoiceOriginal } from './original-file.ts'

const parts = useTestApp()

test('the file of an import is recorded, and its loss is found', async () => {
  const { app } = parts
  const { payer, lawyer, organisationId } = await createInvoiceWorld(parts)
  await insertMatter(app, { owner: payer.user, members: [lawyer.user], values: { reference: 'C-1' } })
  const bytes = Buffer.from(ledes1998B(rows1998B({ LAW_FIRM_MATTER_ID: '' })))
  const made = await importInvoices(app, lawyer.actor, { bytes, fileName: undefined }, {})
  const { key, name, size } = await getInvoiceOriginal(app, payer.actor, made.invoices[0]?.id ?? 0)
  expect({ name, size }).toEqual({ name: `invoices-${made.batchId}.txt`, size: bytes.length })
  expect(await recordedKeys(app.db, organisationId, [key])).toEqual(new Set([key]))
  expect((await verifyStorage(app)).findings).toEqual([])
  await app.storage.remove(key)
  expect((await verifyStorage(app)).findings).toEqual([{ problem: 'missing', key, organisationId }])
})
