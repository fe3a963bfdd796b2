import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { expireContracts } from './expire-contracts.ts'

const parts = useTestApp()

test('an executed contract expires at its local time, once, and sends an event; others stay [C-62, W-67]', async () => {
  const { app, clock } = parts
  const { id: organisationId } = await createOrganisation(app, { timeZone: 'Pacific/Auckland' })
  const owner = await createUser(app, { organisationId })
  const templateId = await createContractTemplate(app, { organisationId })
  // noon of 3 March in Auckland is 23:00 of 2 March in UTC
  const make = (status: string) =>
    insertContract(app, { owner, templateId, values: { status, expiry: '2026-03-03T12:00:00' } })
  const executed = await make('Executed')
  const draft = await make('Draft')
  clock.advance({ hours: 13, minutes: 59 })
  expect(await expireContracts(app)).toBe(0)
  clock.advance({ minutes: 1 })
  expect(await expireContracts(app)).toBe(1)
  expect(await expireContracts(app)).toBe(0)
  const rows = await app.db
    .selectFrom('contracts')
    .where('organisation_id', '=', organisationId)
    .where('id', 'in', [executed, draft])
    .orderBy('id')
    .select(['status', 'version'])
    .execute()
  expect(rows).toEqual([
    { status: 'Expired', version: 2 },
    { status: 'Draft', version: 1 },
  ])
  const events = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', organisationId)
    .orderBy('id')
    .select(['name', 'user_id', 'facts'])
    .execute()
  expect(events).toMatchObject([
    { name: 'contract.updated', user_id: null, facts: { by: 'expire-contracts' } },
    { name: 'contract.status.updated', facts: { from: 'Executed', to: 'Expired' } },
  ])
})
