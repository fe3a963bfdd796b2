import { describe, expect, test } from 'vitest'
import { everybody, levelsOf, nothingForEverybody } from '../../test/fixtures/access-levels.ts'
import { insertContract } from '../../test/fixtures/contracts.ts'
import { createContractTemplate, type TestUser } from '../../test/factories.ts'
import { useTestApp } from '../../test/test-app.ts'
import { recountAll } from '../../test/lists/counts.ts'
import {
  contractSubjects,
  contractsVisibleTo,
  getContractFor,
  getContractToContribute,
  getContractToSee,
} from './access.ts'

const parts = useTestApp()

const levels = <Name extends string>(people: Readonly<Record<Name, TestUser>>, contractId: number) =>
  levelsOf(
    parts,
    {
      table: 'contracts',
      subjects: contractSubjects,
      gets: [
        getContractToSee,
        getContractToContribute,
        (db, actor, id) => getContractFor(db, actor, id, 'privateFiles'),
      ],
      list: (db, actor, id) =>
        contractsVisibleTo(db, actor).where('contracts.id', '=', id).select('contracts.id').execute(),
    },
    people,
    contractId,
  )

async function world() {
  const all = await everybody(parts)
  return { ...all, templateId: await createContractTemplate(parts.app, all) }
}

describe('who may do what with a contract', () => {
  test('unrestricted, assigned to a team, with members from the business and from a firm [P-15, P-30, P-31, P-32, P-33]', async () => {
    const { people, teamId, templateId } = await world()
    const { owner, lawyer, business, partner } = people
    const members = [lawyer, business, partner]
    const id = await insertContract(parts.app, { owner, templateId, members, values: { team_id: teamId } })
    expect(await levels(people, id)).toEqual({
      ...nothingForEverybody,
      owner: 'change',
      lawyer: 'change',
      business: 'contribute',
      partner: 'contribute',
      inTeam: 'change',
      recordsAdministrator: 'change',
    })
  })

  test('restricted: its members only, whatever team or group others are in [P-34]', async () => {
    const { people, teamId, templateId } = await world()
    const { owner, lawyer, partner } = people
    const values = { team_id: teamId, restricted: true }
    const id = await insertContract(parts.app, { owner, templateId, members: [lawyer, partner], values })
    expect(await levels(people, id)).toEqual({
      ...nothingForEverybody,
      owner: 'change',
      lawyer: 'change',
      partner: 'contribute',
    })
  })

  test('the business person who owns a contract may change it [P-35]', async () => {
    const { people, templateId } = await world()
    const id = await insertContract(parts.app, { owner: people.business, templateId })
    expect(await levels(people, id)).toMatchObject({ business: 'change', owner: 'nothing' })
  })

  test('who leaves the contract sees it no more [P-36]', async () => {
    const { people, templateId } = await world()
    const { owner, lawyer } = people
    const id = await insertContract(parts.app, { owner, templateId, members: [lawyer] })
    expect(await levels({ lawyer }, id)).toEqual({ lawyer: 'change' })
    await parts.app.database.kysely
      .deleteFrom('contract_members')
      .where('organisation_id', '=', owner.organisationId)
      .where('contract_id', '=', id)
      .where('user_id', '=', lawyer.id)
      .execute()
    await recountAll(parts.app)
    expect(await levels({ lawyer }, id)).toEqual({ lawyer: 'nothing' })
  })
})
