import { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createContractTemplate, createOrganisation } from '../../../test/factories.ts'
import { storedIn } from '../../../test/fixtures/files.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { internalTransaction } from '../../platform/events/change.ts'
import { sweepStorage } from './sweep.ts'

const parts = useTestApp()

test('the document of a wizard template is not an orphan; one that no template refers to is', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const templateId = await createContractTemplate(app, { organisationId })
  const put = (content: string) => app.storage.put(organisationId, Readable.from([Buffer.from(content)]), 100)
  const { key } = await put('to be filled')
  await put('no longer used')
  await internalTransaction(app, (tx) =>
    tx
      .updateTable('contract_templates')
      .set({ wizard_storage_key: key })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', templateId)
      .execute(),
  )
  expect(await sweepStorage(app, { graceMinutes: -1 })).toEqual({ removed: 1 })
  expect(await storedIn(app)).toHaveLength(1)
  expect(await text(await app.storage.open(key))).toBe('to be filled')
})
