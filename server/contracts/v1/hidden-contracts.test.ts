// What the details of a contract say of others that the caller does not see.
import { expect, test } from 'vitest'
import { contractWorld, insertContract } from '../../../test/fixtures/contracts.ts'
import { createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'

const parts = useTestApp()

test('a restricted child contract is shown to its members only [P-53]', async () => {
  const { organisationId, owner, templateId, insert } = await contractWorld(parts)
  const member = await createUser(parts.app, { organisationId, role: 'Standard' })
  const master = await insert({}, [member])
  const below = { parent_id: master, restricted: true }
  await insertContract(parts.app, { owner, templateId, values: below })
  const shown = async (user: typeof owner) => {
    const answer = await (await callerFor(parts, user)).get(`/contract-apis/v1/contracts/${master}`)
    return answer.json<Record<string, unknown>>()['hasSow']
  }
  expect([await shown(owner), await shown(member)]).toEqual([true, false])
  await insert({ parent_id: master })
  expect(await shown(member)).toBe(true)
})
