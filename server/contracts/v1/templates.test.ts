import { expect, test } from 'vitest'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
} from '../../../test/factories.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { internalTransaction } from '../../platform/events/change.ts'

const parts = useTestApp()
const templates = '/contract-apis/v1/contractsTemplates'

test('templates stand under the name of their group, with their team; others see their own [C-10]', async () => {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const caller = await callerFor(parts, await createUser(app, { organisationId }))
  const nda = await createContractTemplate(app, { organisationId, name: 'Mutual NDA' })
  const supply = await createContractTemplate(app, { organisationId, name: 'Supply', teamRequired: true })
  const gone = await createContractTemplate(app, { organisationId, name: 'Gone' })
  const teamId = await createTeam(app, { organisationId, name: 'Procurement' })
  await internalTransaction(app, async (tx, now) => {
    const one = (id: number) =>
      tx.updateTable('contract_templates').where('organisation_id', '=', organisationId).where('id', '=', id)
    const { group_id } = await tx
      .selectFrom('contract_templates')
      .where('organisation_id', '=', organisationId)
      .where('id', '=', nda)
      .select('group_id')
      .executeTakeFirstOrThrow()
    await tx
      .updateTable('contract_groups')
      .set({ name: 'General' })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', group_id)
      .execute()
    await one(supply).set({ team_id: teamId, group_id }).execute()
    await one(gone).set({ deleted_at: now }).execute()
  })
  const plain = { hasWizard: false, hasRules: false }
  expect((await caller.get(templates)).json()).toEqual({
    General: [
      { id: nda, name: 'Mutual NDA', ...plain, team: null, teamRequired: false },
      {
        id: supply,
        name: 'Supply',
        ...plain,
        team: { id: teamId, name: 'Procurement', description: null },
        teamRequired: true,
      },
    ],
  })
  const elsewhere = await createUser(app, { organisationId: (await createOrganisation(app)).id })
  expect((await (await callerFor(parts, elsewhere)).get(templates)).json()).toEqual({})
})
