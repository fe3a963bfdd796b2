// What the details of a contract say of others that the caller does not see.
import { expect, test } from 'vitest'
import { insertContract } from '../../../test/fixtures/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('a restricted child contract is shown to its members only [P-53]', async () => {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId })
  const member = await createUser(parts.app, { organisationId, role: 'Standard' })
  const templateId = await createContractTemplate(parts.app, { organisationId })
  const master = await insertContract(parts.app, { owner, templateId, members: [member] })
  const below = { parent_id: master, restricted: true }
  await insertContract(parts.app, { owner, templateId, values: below })
  const shown = async (user: typeof owner) => {
    const answer = await (await callerFor(parts, user)).get(`/contract-apis/v1/contracts/${master}`)
    return answer.json<Record<string, unknown>>()['hasSow']
  }
  expect([await shown(owner), await shown(member)]).toEqual([true, false])
  await insertContract(parts.app, { owner, templateId, values: { parent_id: master } })
  expect(await shown(member)).toBe(true)
})
