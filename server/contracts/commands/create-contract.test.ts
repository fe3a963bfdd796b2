import { describe, expect, test } from 'vitest'
import {
  createContractTemplate,
  createFirm,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { form } from '../../../test/documents/forms.ts'
import type { Caller } from '../../../test/http.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const contracts = '/contract-apis/v1/contracts'

async function world() {
  const { id: organisationId } = await createOrganisation(parts.app)
  const owner = await createUser(parts.app, { organisationId })
  return { organisationId, owner, caller: await callerFor(parts, owner) }
}

const create = (caller: Caller, templateId: number, more: Record<string, number> = {}) => {
  const document = { name: 'a.txt', content: 'a' }
  const fields = { ContractTemplateId: templateId, Name: 'Supply', ...more, ContractFile: document }
  const { payload, headers } = form(fields)
  return caller.post(contracts, payload, { headers })
}

async function teamOf(caller: Caller, answer: Awaited<ReturnType<typeof create>>) {
  expect(answer.statusCode, answer.body).toBe(200)
  return (await caller.get(`${contracts}/${answer.body}`)).json<{ teamId: number | null }>().teamId
}

describe('a new contract', () => {
  test('is assigned to the team of its type, or to the one that is said [C-16]', async () => {
    const { organisationId, caller } = await world()
    const [usual, other] = [
      await createTeam(parts.app, { organisationId }),
      await createTeam(parts.app, { organisationId }),
    ]
    const templateId = await createContractTemplate(parts.app, { organisationId })
    expect(await teamOf(caller, await create(caller, templateId))).toBeNull()
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('contract_templates')
        .set({ team_id: usual })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', templateId)
        .execute(),
    )
    expect(await teamOf(caller, await create(caller, templateId))).toBe(usual)
    expect(await teamOf(caller, await create(caller, templateId, { TeamId: other }))).toBe(other)
  })

  test('of a type that asks for a team is made with one only [C-16]', async () => {
    const { organisationId, caller } = await world()
    const teamId = await createTeam(parts.app, { organisationId })
    const templateId = await createContractTemplate(parts.app, { organisationId, teamRequired: true })
    const refused = await create(caller, templateId)
    expect(refused.statusCode).toBe(400)
    expect(refused.json()).toMatchObject({ errors: { TeamId: [expect.stringContaining('missing')] } })
    expect((await caller.get(contracts)).json()).toMatchObject({ total: 0 })
    expect(await teamOf(caller, await create(caller, templateId, { TeamId: teamId }))).toBe(teamId)
  })

  test('is not for people of law firms to make [C-17]', async () => {
    const { organisationId, caller } = await world()
    const firm = await createFirm(parts.app, organisationId)
    const partner = await createUser(parts.app, {
      organisationId: firm.id,
      role: 'MatterManager',
      permissions: ['ContractCreator'],
    })
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const refused = await create(await callerFor(parts, partner), templateId)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({ detail: expect.stringContaining('customer organisations') })
    expect((await create(caller, templateId)).statusCode).toBe(200)
    expect((await caller.get(contracts)).json()).toMatchObject({ total: 1 })
  })

  test('needs the permission to create contracts [P-12]', async () => {
    const { organisationId, caller } = await world()
    const templateId = await createContractTemplate(parts.app, { organisationId })
    const business = await createUser(parts.app, { organisationId, role: 'Standard' })
    expect((await create(await callerFor(parts, business), templateId)).statusCode).toBe(403)
    expect((await caller.get(`${contracts}?context=Personal`)).json()).toMatchObject({ total: 0 })
    const allowed = await createUser(parts.app, {
      organisationId,
      role: 'Standard',
      permissions: ['ContractCreator'],
    })
    expect((await create(await callerFor(parts, allowed), templateId)).statusCode).toBe(200)
  })
})
