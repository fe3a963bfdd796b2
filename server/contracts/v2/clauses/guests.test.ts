// What guests do not see of an organisation.
import { expect, test } from 'vitest'
import { createOrganisation, createUser } from '../../../../test/factories.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'

const parts = useTestApp()

test('guests see no clauses, no approval rules, no cost lists and no list of all people; colleagues do [P-141]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const guest = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'External' }))
  const colleague = await callerFor(parts, await createUser(parts.app, { organisationId, role: 'Standard' }))
  const addresses = [
    '/v2/clauses',
    '/v2/clauses/1',
    '/v2/clauses/1/uses',
    '/v2/approvalDefaults',
    '/v2/contractTypes/1/approvalRules',
    '/v2/users/export',
    '/v2/costCentres',
    '/v2/costCentres/1',
    '/v2/legalEntities',
    '/v2/legalEntities/1',
  ]
  for (const address of addresses) {
    expect((await guest.get(address)).statusCode, address).toBe(403)
    expect((await colleague.get(address)).statusCode, address).not.toBe(403)
  }
})
