import { describe, expect, test } from 'vitest'
import { insertContract } from '../../../test/contracts.ts'
import { createContractTemplate, createOrganisation, createUser } from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { linkOrganisations } from '../../organisations/commands/link-organisations.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { systemActor } from '../../platform/change.ts'
import { findStanding } from '../../users/standing.ts'
import { getContractToSee } from '../access.ts'
import { addContractMembers } from './add-contract-members.ts'

const tested = useTestApp()

async function actorOf(app: App, userId: string): Promise<Actor> {
  const standing = await findStanding(app.db, userId)
  if (!standing) throw new Error('nobody')
  return { ...standing, via: { kind: 'system', name: 'test' }, requestId: null }
}

async function scene() {
  const { app } = tested
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const [owner, colleague] = [
    await createUser(app, { organisationId }),
    await createUser(app, { organisationId, role: 'Standard' }),
  ]
  const partner = await createUser(app, { organisationId: firm.id, role: 'MatterManager' })
  const templateId = await createContractTemplate(app, { organisationId })
  const contractId = await insertContract(app, { owner, templateId })
  const members = () =>
    app.db
      .selectFrom('contract_members')
      .where('organisation_id', '=', organisationId)
      .where('contract_id', '=', contractId)
      .select('user_id')
      .execute()
      .then((rows) => rows.map((row) => row.user_id).toSorted())
  return { app, organisationId, firm, owner, colleague, partner, contractId, members }
}

describe('people on a contract', () => {
  test('a colleague sees it from then on; adding them again tells nothing', async () => {
    const { app, organisationId, owner, colleague, contractId, members } = await scene()
    const actor = await actorOf(app, owner.id)
    await expect(
      getContractToSee(app.db, await actorOf(app, colleague.id), contractId),
    ).rejects.toMatchObject({
      code: 'not_found',
    })
    await addContractMembers(app, actor, contractId, [colleague.id])
    await addContractMembers(app, actor, contractId, [owner.id, colleague.id])
    expect(await members()).toEqual([owner.id, colleague.id].toSorted())
    expect(await getContractToSee(app.db, await actorOf(app, colleague.id), contractId)).toMatchObject({
      id: contractId,
    })
    const events = await app.db
      .selectFrom('events')
      .where('organisation_id', '=', organisationId)
      .where('name', '=', 'contract.memberAdded')
      .select('facts')
      .execute()
    expect(events).toEqual([{ facts: expect.objectContaining({ userId: colleague.id }) }])
  })

  test('somebody of a law firm only once the firm works for the organisation', async () => {
    const { app, organisationId, firm, owner, partner, contractId, members } = await scene()
    const actor = await actorOf(app, owner.id)
    await expect(addContractMembers(app, actor, contractId, [partner.id])).rejects.toMatchObject({
      code: 'bad_request',
    })
    expect(await members()).toEqual([owner.id])
    await linkOrganisations(app, systemActor('operator'), { customerId: organisationId, providerId: firm.id })
    await addContractMembers(app, actor, contractId, [partner.id])
    expect(await getContractToSee(app.db, await actorOf(app, partner.id), contractId)).toMatchObject({
      id: contractId,
    })
  })

  test('whoever may not change the contract adds nobody', async () => {
    const { app, owner, colleague, contractId, members } = await scene()
    await addContractMembers(app, await actorOf(app, owner.id), contractId, [colleague.id])
    const before = await members()
    const adding = addContractMembers(app, await actorOf(app, colleague.id), contractId, [colleague.id])
    await expect(adding).rejects.toMatchObject({ code: 'forbidden' })
    expect(await members()).toEqual(before)
  })
})
