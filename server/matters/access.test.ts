import { describe, expect, test } from 'vitest'
import { actorFor } from '../../test/actors.ts'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../test/factories.ts'
import { insertMatter } from '../../test/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { sql } from 'kysely'
import { bookkeeping } from '../platform/change.ts'
import { AppError } from '../platform/errors.ts'
import {
  getMatterToChange,
  getMatterToContribute,
  getMatterToSee,
  matterSubjects,
  mattersVisibleTo,
} from './access.ts'

const parts = useTestApp()

/** What the person may do with the matter, from the three ways in; the lists must agree. */
async function levelOf(user: TestUser, id: number): Promise<string> {
  const { db } = parts.app
  const actor = await actorFor(parts.app, user)
  const attempts = [getMatterToSee, getMatterToContribute, getMatterToChange].map((get) =>
    get(db, actor, id).then(
      () => 'yes',
      (error: unknown) => (error instanceof AppError ? error.code : 'failed'),
    ),
  )
  const answers = (await Promise.all(attempts)).join(' ')
  const listed = await mattersVisibleTo(db, actor).where('matters.id', '=', id).select('matters.id').execute()
  expect(listed.length === 1, 'the list and the look-up agree').toBe(answers.startsWith('yes'))
  const columns = { organisationId: 'named.organisation_id', id: 'named.id' }
  const { rows } = await sql<{ see: boolean; change: boolean }>`/* every organisation: one matter by its id */
    select ${matterSubjects.isToSee(db, actor, columns)} as see, ${matterSubjects.isToChange(db, actor, columns)} as change
    from matters named where named.id = ${id}`.execute(db)
  expect(rows, 'what hangs on it agrees').toEqual([
    { see: answers.startsWith('yes'), change: answers.endsWith('yes') },
  ])
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
  const elsewhere = await createOrganisation(app)
  const inTeam = await createUser(app, { organisationId, role: 'Contributor' })
  const businessInTeam = await createUser(app, { organisationId, role: 'Standard' })
  const permissions = ['ManageIntake'] as const
  return {
    inTeam,
    businessInTeam,
    teamId: await createTeam(app, { organisationId, members: [inTeam, businessInTeam] }),
    owner: await createUser(app, { organisationId, permissions: [] }),
    lawyer: await createUser(app, { organisationId, permissions: [] }),
    business: await createUser(app, { organisationId, role: 'Standard' }),
    intake: await createUser(app, { organisationId, role: 'Standard', permissions }),
    administrator: await createUser(app, { organisationId, role: 'Administrator', permissions: [] }),
    recordsAdministrator: await createUser(app, {
      organisationId,
      groups: ['MatterAdministrators'],
      permissions: [],
    }),
    partner: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    partnersColleague: await createUser(app, { organisationId: firm.id, role: 'MatterManager' }),
    foreignAdministrator: await createUser(app, {
      organisationId: elsewhere.id,
      role: 'Administrator',
      permissions,
      groups: ['MatterAdministrators'],
    }),
  }
}
type People = Awaited<ReturnType<typeof people>>
type Person = Exclude<keyof People, 'teamId'>

const levels = async (here: People, id: number, who: readonly Person[]) =>
  Object.fromEntries(await Promise.all(who.map(async (name) => [name, await levelOf(here[name], id)])))

describe('a matter', () => {
  test('is changed by its owner and members of legal, added to by other members, unseen by the rest', async () => {
    const here = await people()
    const members = [here.lawyer, here.business, here.partnersColleague]
    const values = { manager_id: here.partner.id }
    const id = await insertMatter(parts.app, { owner: here.owner, members, values })
    const who: Person[] = ['owner', 'partner', 'lawyer', 'business', 'partnersColleague']
    expect(await levels(here, id, who)).toEqual({
      owner: 'change',
      partner: 'change',
      lawyer: 'change',
      business: 'contribute',
      partnersColleague: 'contribute',
    })
    const others: Person[] = ['inTeam', 'businessInTeam', 'intake', 'administrator', 'foreignAdministrator']
    expect(new Set(Object.values(await levels(here, id, others)))).toEqual(new Set(['nothing']))
    expect(await levels(here, id, ['recordsAdministrator'])).toEqual({ recordsAdministrator: 'change' })
  })

  test('of a team is its lawyers to change; business people of the team see nothing of it', async () => {
    const here = await people()
    const id = await insertMatter(parts.app, { owner: here.owner, values: { team_id: here.teamId } })
    expect(await levels(here, id, ['inTeam', 'businessInTeam', 'lawyer'])).toEqual({
      inTeam: 'change',
      businessInTeam: 'nothing',
      lawyer: 'nothing',
    })
  })

  test('in intake is theirs to change who manage it, until it leaves', async () => {
    const here = await people()
    const waiting = await insertMatter(parts.app, { owner: here.business, values: { in_intake: true } })
    const taken = await insertMatter(parts.app, { owner: here.business })
    const who: Person[] = ['intake', 'lawyer', 'administrator', 'foreignAdministrator', 'business']
    expect(await levels(here, waiting, who)).toEqual({
      intake: 'change',
      lawyer: 'nothing',
      administrator: 'nothing',
      foreignAdministrator: 'nothing',
      business: 'change',
    })
    expect(await levels(here, taken, ['intake'])).toEqual({ intake: 'nothing' })
  })

  test('that is restricted is its members’, whatever team, group or intake others are in', async () => {
    const here = await people()
    const values = { restricted: true, team_id: here.teamId, in_intake: true }
    const id = await insertMatter(parts.app, { owner: here.owner, members: [here.business], values })
    const others: Person[] = ['inTeam', 'intake', 'recordsAdministrator', 'administrator', 'partner']
    expect(new Set(Object.values(await levels(here, id, others)))).toEqual(new Set(['nothing']))
    expect(await levels(here, id, ['owner', 'business'])).toEqual({ owner: 'change', business: 'contribute' })
    const on = await insertMatter(parts.app, {
      owner: here.owner,
      members: [here.recordsAdministrator, here.intake],
      values,
    })
    expect(await levels(here, on, ['recordsAdministrator', 'intake'])).toEqual({
      recordsAdministrator: 'change',
      intake: 'change',
    })
  })

  test('is changed by those who stand in for its owner or manager', async () => {
    const here = await people()
    const id = await insertMatter(parts.app, { owner: here.owner, members: [here.business, here.partner] })
    await bookkeeping(parts.app, (tx) =>
      tx
        .updateTable('matter_members')
        .set({ delegate_manager: true })
        .where('organisation_id', '=', here.owner.organisationId)
        .where('matter_id', '=', id)
        .where('user_id', 'in', [here.business.id, here.partner.id])
        .execute(),
    )
    expect(await levels(here, id, ['business', 'partner'])).toEqual({ business: 'change', partner: 'change' })
  })
})
