import { describe, expect, test } from 'vitest'
import { everybody, levelsOf, nothingForEverybody } from '../../test/fixtures/access-levels.ts'
import type { TestUser } from '../../test/factories.ts'
import { insertMatter } from '../../test/fixtures/matters.ts'
import { useTestApp } from '../../test/test-app.ts'
import { internalTransaction } from '../platform/events/change.ts'
import {
  getMatterFor,
  getMatterToContribute,
  getMatterToSee,
  mattersVisibleTo,
  matterSubjects,
} from './access.ts'

const parts = useTestApp()

const levels = <Name extends string>(people: Readonly<Record<Name, TestUser>>, matterId: number) =>
  levelsOf(
    parts,
    {
      table: 'matters',
      subjects: matterSubjects,
      gets: [
        getMatterToSee,
        getMatterToContribute,
        (db, actor, id) => getMatterFor(db, actor, id, 'privateFiles'),
      ],
      list: (db, actor, id) =>
        mattersVisibleTo(db, actor).where('matters.id', '=', id).select('matters.id').execute(),
    },
    people,
    matterId,
  )

describe('a matter', () => {
  test('is changed by its owner and members of legal, added to by other members, unseen by the rest [P-15, P-37, P-39]', async () => {
    const { people } = await everybody(parts)
    const { owner, lawyer, business, partner, partnersColleague } = people
    const members = [lawyer, business, partnersColleague]
    const id = await insertMatter(parts.app, { owner, members, values: { manager_id: partner.id } })
    expect(await levels(people, id)).toEqual({
      ...nothingForEverybody,
      owner: 'change',
      partner: 'change',
      lawyer: 'change',
      business: 'contribute',
      partnersColleague: 'contribute',
      recordsAdministrator: 'change',
    })
  })

  test('of a team is its lawyers to change; business people of the team see nothing of it [P-38]', async () => {
    const { people, teamId } = await everybody(parts)
    const id = await insertMatter(parts.app, { owner: people.owner, values: { team_id: teamId } })
    expect(await levels(people, id)).toEqual({
      ...nothingForEverybody,
      owner: 'change',
      inTeam: 'change',
      recordsAdministrator: 'change',
    })
  })

  test('in intake is theirs to change who manage it, until it leaves [P-41]', async () => {
    const { people } = await everybody(parts)
    const waiting = await insertMatter(parts.app, { owner: people.business, values: { in_intake: true } })
    const taken = await insertMatter(parts.app, { owner: people.business })
    const expected = { ...nothingForEverybody, business: 'change', recordsAdministrator: 'change' }
    expect(await levels(people, waiting)).toEqual({ ...expected, managesIntake: 'change' })
    expect(await levels(people, taken)).toEqual(expected)
  })

  test('that is restricted is its members’, whatever team, group or intake others are in [P-40]', async () => {
    const { people, teamId } = await everybody(parts)
    const { owner, business, managesIntake, recordsAdministrator } = people
    const values = { restricted: true, team_id: teamId, in_intake: true }
    const id = await insertMatter(parts.app, { owner, members: [business], values })
    const expected = { ...nothingForEverybody, owner: 'change' }
    expect(await levels(people, id)).toEqual({ ...expected, business: 'contribute' })
    const members = [recordsAdministrator, managesIntake]
    const on = await insertMatter(parts.app, { owner, members, values })
    expect(await levels(people, on)).toEqual({
      ...expected,
      recordsAdministrator: 'change',
      managesIntake: 'change',
    })
  })

  test('is open in all of it to those who stand in for its owner or manager [P-42]', async () => {
    const { people } = await everybody(parts)
    const { owner, business, partner } = people
    const id = await insertMatter(parts.app, { owner, members: [business, partner] })
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('matter_members')
        .set({ delegate_manager: true })
        .where('organisation_id', '=', owner.organisationId)
        .where('matter_id', '=', id)
        .where('user_id', 'in', [business.id, partner.id])
        .execute(),
    )
    expect(await levels({ business, partner }, id)).toEqual({
      business: 'change',
      partner: 'change',
    })
  })
})
