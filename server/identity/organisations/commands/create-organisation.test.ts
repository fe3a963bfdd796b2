import { expect, test } from 'vitest'
import { useTestApp } from '../../../../test/test-app.ts'
import { systemActor } from '../../../platform/events/change.ts'
import { listOrganisations } from '../organisation.ts'
import { createOrganisation } from './create-organisation.ts'
import { linkOrganisations } from './link-organisations.ts'

const tested = useTestApp()
const operator = systemActor('operator')

test('an organisation is created, with an event that says who created it', async () => {
  const { app } = tested
  const id = await createOrganisation(app, operator, {
    name: ' Acme ',
    type: 'Customer',
    timeZone: 'Pacific/Auckland',
  })
  const found = (await listOrganisations(app.db)).filter((each) => each.id === id)
  expect(found).toEqual([{ id, name: 'Acme', type: 'Customer' }])
  const events = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', id)
    .select(['name', 'resource_id', 'user_id', 'facts'])
    .execute()
  expect(events).toEqual([
    {
      name: 'organisation.created',
      resource_id: id,
      user_id: null,
      facts: { name: 'Acme', type: 'Customer', by: 'operator' },
    },
  ])
})

test.each([
  [{ name: ' ' }, 'needs a name'],
  [{ name: 'Acme', timeZone: 'Auckland' }, 'is not a time zone'],
  [{ name: 'Acme', currency: 'dollars' }, 'is not a currency'],
])('%o is rejected, and nothing is created', async (given, message) => {
  const { app } = tested
  const before = await listOrganisations(app.db)
  await expect(async () => createOrganisation(app, operator, { type: 'Customer', ...given })).rejects.toThrow(
    message,
  )
  expect(await listOrganisations(app.db)).toEqual(before)
})

test('linking two organisations again changes nothing [P-5]', async () => {
  const { app } = tested
  const customerId = await createOrganisation(app, operator, { name: 'Customer', type: 'Customer' })
  const providerId = await createOrganisation(app, operator, { name: 'Firm', type: 'ServiceProvider' })
  await linkOrganisations(app, operator, { customerId, providerId })
  await linkOrganisations(app, operator, { customerId, providerId })
  const events = await app.db
    .selectFrom('events')
    .where('organisation_id', '=', customerId)
    .where('name', '=', 'organisation.linked')
    .select('resource_id')
    .execute()
  expect(events).toEqual([{ resource_id: providerId }])
})
