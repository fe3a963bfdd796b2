import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { actorFor } from '../../test/actors.ts'
import { insertContract } from '../../test/contracts.ts'
import {
  createContractTemplate,
  createOrganisation,
  createTeam,
  createUser,
  type TestUser,
} from '../../test/factories.ts'
import { useTestApp } from '../../test/test-app.ts'
import { AppError } from '../platform/errors.ts'
import {
  contractSubjects,
  contractsVisibleTo,
  getContractToChange,
  getContractToContribute,
  getContractToSee,
} from './access.ts'

const parts = useTestApp()

/** What the person may do with the contract, from the three ways in; the list must agree. */
async function levelOf(user: TestUser, id: number): Promise<string> {
  const { db } = parts.app
  const actor = await actorFor(parts.app, user)
  const attempts = [getContractToSee, getContractToContribute, getContractToChange].map((get) =>
    get(db, actor, id).then(
      () => 'yes',
      (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
    ),
  )
  const listed = await contractsVisibleTo(db, actor)
    .where('contracts.id', '=', id)
    .select('contracts.id')
    .execute()
  const answers = (await Promise.all(attempts)).join(' ')
  expect(listed.length === 1, 'the list and the look-up agree').toBe(answers.startsWith('yes'))
  const columns = { organisationId: 'c.organisation_id', id: 'c.id' }
  const asked = await db
    .selectFrom('contracts as c')
    .modifyFront(sql`/* every organisation: the test knows the id only */`)
    .where('c.id', '=', id)
    .select(() => [
      contractSubjects.isToSee(db, actor, columns).as('see'),
      contractSubjects.isToChange(db, actor, columns).as('change'),
    ])
    .executeTakeFirstOrThrow()
  expect(asked, 'lists of what hangs on it agree as well').toEqual({
    see: answers.startsWith('yes'),
    change: answers === 'yes yes yes',
  })
  const levels: Record<string, string> = {
    'yes yes yes': 'change',
    'yes yes forbidden': 'contribute',
    'yes forbidden forbidden': 'see',
    'not_found not_found not_found': 'nothing',
  }
  return levels[answers] ?? answers
}

async function people() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const firm = await createOrganisation(app, { type: 'ServiceProvider' })
  const owner = await createUser(app, { organisationId })
  const inTeam = await createUser(app, { organisationId, role: 'Contributor' })
  const businessInTeam = await createUser(app, { organisationId, role: 'Standard' })
  const teamId = await createTeam(app, { organisationId, members: [inTeam, businessInTeam] })
  return {
    owner,
    inTeam,
    businessInTeam,
    teamId,
    templateId: await createContractTemplate(app, { organisationId }),
    lawyer: await createUser(app, { organisationId }),
    business: await createUser(app, { organisationId, role: 'Standard' }),
    administrator: await createUser(app, { organisationId, role: 'Administrator' }),
    recordsAdministrator: await createUser(app, { organisationId, groups: ['ContractAdministrators'] }),
    partner: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    partnersColleague: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    foreignAdministrator: await createUser(app, {
      organisationId: (await createOrganisation(app)).id,
      role: 'Administrator',
      groups: ['ContractAdministrators'],
    }),
  }
}

describe('who may do what with a contract', () => {
  test('unrestricted, assigned to a team, with members from the business and from a firm', async () => {
    const all = await people()
    const { owner, templateId, teamId, lawyer, business, partner } = all
    const id = await insertContract(parts.app, {
      owner,
      templateId,
      members: [lawyer, business, partner],
      values: { team_id: teamId },
    })
    const expected = {
      owner: 'change',
      lawyer: 'change',
      business: 'contribute',
      partner: 'contribute',
      inTeam: 'change',
      businessInTeam: 'nothing',
      recordsAdministrator: 'change',
      administrator: 'nothing',
      partnersColleague: 'nothing',
      foreignAdministrator: 'nothing',
    }
    for (const [name, level] of Object.entries(expected)) {
      expect(`${name}: ${await levelOf(all[name as keyof typeof expected], id)}`).toBe(`${name}: ${level}`)
    }
  })

  test('restricted: its members only, whatever team or group others are in', async () => {
    const all = await people()
    const { owner, templateId, teamId, lawyer, partner } = all
    const id = await insertContract(parts.app, {
      owner,
      templateId,
      members: [lawyer, partner],
      values: { team_id: teamId, restricted: true },
    })
    const expected = {
      owner: 'change',
      lawyer: 'change',
      partner: 'contribute',
      inTeam: 'nothing',
      recordsAdministrator: 'nothing',
      administrator: 'nothing',
      partnersColleague: 'nothing',
      foreignAdministrator: 'nothing',
    }
    for (const [name, level] of Object.entries(expected)) {
      expect(`${name}: ${await levelOf(all[name as keyof typeof expected], id)}`).toBe(`${name}: ${level}`)
    }
  })

  test('the business person who owns a contract may change it', async () => {
    const { business, templateId } = await people()
    const id = await insertContract(parts.app, { owner: business, templateId })
    expect(await levelOf(business, id)).toBe('change')
  })

  test('who leaves the contract sees it no more', async () => {
    const { owner, lawyer, templateId } = await people()
    const id = await insertContract(parts.app, { owner, templateId, members: [lawyer] })
    expect(await levelOf(lawyer, id)).toBe('change')
    await parts.app.database.kysely
      .deleteFrom('contract_members')
      .where('organisation_id', '=', owner.organisationId)
      .where('contract_id', '=', id)
      .where('user_id', '=', lawyer.id)
      .execute()
    expect(await levelOf(lawyer, id)).toBe('nothing')
  })
})
