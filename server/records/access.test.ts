// Who may do what with a record, in every way that it is asked for.
import { describe, expect, test } from 'vitest'
import { everybody, levelsOf, nothingForEverybody } from '../../test/fixtures/access-levels.ts'
import type { TestUser } from '../../test/factories.ts'
import { recountAll } from '../../test/lists/counts.ts'
import { kindsOf, type TestKind } from '../../test/records/both-kinds.ts'
import { useTestApp } from '../../test/test-app.ts'
import {
  contractSubjects,
  contractsVisibleTo,
  getContractFor,
  getContractToContribute,
  getContractToSee,
} from '../contracts/access.ts'
import {
  getMatterFor,
  getMatterToContribute,
  getMatterToSee,
  mattersVisibleTo,
  matterSubjects,
} from '../matters/access.ts'
import { internalTransaction } from '../platform/events/change.ts'

const parts = useTestApp()

const waysOf: Readonly<Record<TestKind['kind'], Parameters<typeof levelsOf>[1]>> = {
  contracts: {
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
  matters: {
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
}

describe.each(kindsOf(parts))('a $one', ({ kind, one, make }) => {
  const levels = <Name extends string>(people: Readonly<Record<Name, TestUser>>, id: number) =>
    levelsOf(parts, waysOf[kind], people, id)

  test('is changed by its owner, members of legal and its team, added to by other members, unseen by the rest [P-15, P-30, P-31, P-32, P-33, P-37, P-38, P-39]', async () => {
    const { people, teamId } = await everybody(parts)
    const { owner, lawyer, business, partner } = people
    const expected = { ...nothingForEverybody, owner: 'change', recordsAdministrator: 'change' }
    const members = { lawyer: 'change', business: 'contribute', partner: 'contribute' }
    const on = [lawyer, business, partner]
    expect(await levels(people, await make(owner, on))).toEqual({ ...expected, ...members })
    const ofTeam = { ...expected, inTeam: 'change' }
    expect(await levels(people, await make(owner, [], { team_id: teamId }))).toEqual(ofTeam)
    const both = await make(owner, on, { team_id: teamId })
    expect(await levels(people, both)).toEqual({ ...ofTeam, ...members })
  })

  test('that is restricted is its members’, whatever team, group or intake others are in [P-34, P-40]', async () => {
    const { people, teamId } = await everybody(parts)
    const { owner, lawyer, business, partner, managesIntake, recordsAdministrator } = people
    const values = { restricted: true, team_id: teamId, ...(one === 'matter' && { in_intake: true }) }
    const id = await make(owner, [lawyer, business, partner], values)
    const expected = { ...nothingForEverybody, owner: 'change' }
    expect(await levels(people, id)).toEqual({
      ...expected,
      lawyer: 'change',
      business: 'contribute',
      partner: 'contribute',
    })
    const on = await make(owner, [recordsAdministrator, managesIntake], values)
    expect(await levels(people, on)).toEqual({
      ...expected,
      recordsAdministrator: 'change',
      managesIntake: one === 'matter' ? 'change' : 'contribute',
    })
  })

  test('may be changed by the business person who owns it [P-35]', async () => {
    const { people } = await everybody(parts)
    const expected = { ...nothingForEverybody, business: 'change', recordsAdministrator: 'change' }
    expect(await levels(people, await make(people.business, []))).toEqual(expected)
  })

  test('is seen no more by somebody who leaves it [P-36]', async () => {
    const { owner, lawyer } = (await everybody(parts)).people
    const id = await make(owner, [lawyer])
    expect(await levels({ lawyer }, id)).toEqual({ lawyer: 'change' })
    await parts.app.database.kysely
      .deleteFrom(`${one}_members`)
      .where('organisation_id', '=', owner.organisationId)
      .where(`${one}_id`, '=', id)
      .where('user_id', '=', lawyer.id)
      .execute()
    await recountAll(parts.app)
    expect(await levels({ lawyer }, id)).toEqual({ lawyer: 'nothing' })
  })

  if (one === 'contract') return

  test('is changed by its manager at a law firm, whose colleagues on it add to it [P-37]', async () => {
    const { people } = await everybody(parts)
    const { owner, partner, partnersColleague } = people
    const id = await make(owner, [partnersColleague], { manager_id: partner.id })
    expect(await levels(people, id)).toEqual({
      ...nothingForEverybody,
      owner: 'change',
      partner: 'change',
      partnersColleague: 'contribute',
      recordsAdministrator: 'change',
    })
  })

  test('in intake is theirs to change who manage it, until it leaves [P-41]', async () => {
    const { people } = await everybody(parts)
    const waiting = await make(people.business, [], { in_intake: true })
    expect(await levels(people, waiting)).toEqual({
      ...nothingForEverybody,
      business: 'change',
      recordsAdministrator: 'change',
      managesIntake: 'change',
    })
  })

  test('is open in all of it to those who stand in for its owner or manager [P-42]', async () => {
    const { owner, business, partner } = (await everybody(parts)).people
    const id = await make(owner, [business, partner])
    await internalTransaction(parts.app, (tx) =>
      tx
        .updateTable('matter_members')
        .set({ delegate_manager: true })
        .where('organisation_id', '=', owner.organisationId)
        .where('matter_id', '=', id)
        .where('user_id', 'in', [business.id, partner.id])
        .execute(),
    )
    const expected = { business: 'change', partner: 'change' }
    expect(await levels({ business, partner }, id)).toEqual(expected)
  })
})
