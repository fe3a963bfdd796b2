// A record always has somebody of its organisation who may open it: every way to lose the last one, and what to do
// where there is none.
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createOrganisation, createTeam, createUser, type TestUser } from '../../../test/factories.ts'
import type { Caller } from '../../../test/http.ts'
import { recountAll } from '../../../test/lists/counts.ts'
import { detailOf, eventsOf, kindsOf } from '../../../test/records/both-kinds.ts'
import { useTestApp } from '../../../test/test-app.ts'
import { callerFor } from '../../../test/tokens.ts'
import { findSnapshots } from '../../identity/users/authorization-snapshot.ts'
import { recordKinds } from '../../operations/process/record-kinds.ts'
import { visibilityOf } from '../visibility.ts'

const parts = useTestApp()
const kinds = kindsOf(parts)

/** People without any group: an owner, a colleague and an administrator, who sees what they are a member of. */
async function sceneWithoutGroups() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const person = (role: 'InhouseLegal' | 'Administrator' | 'Standard') =>
    createUser(app, { organisationId, role })
  const [owner, colleague, administrator] = [
    await person('InhouseLegal'),
    await person('InhouseLegal'),
    await person('Administrator'),
  ]
  const { id: firm } = await createOrganisation(app, { type: 'ServiceProvider' })
  const outside = await createUser(app, { organisationId: firm, role: 'MatterManager' })
  const ofAdministrator = await callerFor(parts, administrator)
  return {
    organisationId,
    owner,
    colleague,
    administrator,
    outside,
    caller: await callerFor(parts, owner),
    ofAdministrator,
    disable: (who: TestUser, body?: object) =>
      ofAdministrator.post(`/v2/users/${who.id}/disable`, body ?? {}),
    rights: (who: TestUser, body: object) => ofAdministrator.patch(`/v2/users/${who.id}/rights`, body),
  }
}

const statusIn = async (who: TestUser) =>
  await parts.app.db
    .selectFrom('users')
    .where('id', '=', who.id)
    .select(['status', 'groups', 'role'])
    .executeTakeFirstOrThrow()

/** Makes somebody of a firm the owner of a record, and takes its former owner off it, past the commands. */
const leave = async (
  table: string,
  one: string,
  { to, from, id }: { to: TestUser; from: TestUser; id: number },
) => {
  const db = parts.app.database.kysely
  await sql`update ${sql.table(table)} set owner_id = ${to.id} where id = ${id}`.execute(db)
  await sql`delete from ${sql.table(`${one}_members`)} where user_id = ${from.id} and ${sql.ref(`${one}_id`)} = ${id}`.execute(
    db,
  )
  await recountAll(parts.app)
}

const unattended = async (caller: Caller, kind: string) =>
  (await caller.get(`/v2/unattended/${kind}`)).json<{ items: { id: number; restricted: boolean }[] }>().items

describe.each(kinds)('$kind', ({ kind, one, make }) => {
  const at = (id: number) => `/v2/${kind}/${id}`
  const leaveTo = (to: TestUser, from: TestUser, id: number) => leave(kind, one, { to, from, id })
  const nobody: readonly unknown[] = [409, expect.stringContaining('could open it any more')]
  const many = [409, expect.stringContaining('could open')]

  test('cannot be restricted when only their team or a group sees them [R-40]', async () => {
    const { owner, outside, administrator, organisationId, caller } = await sceneWithoutGroups()
    const teamId = await createTeam(parts.app, { organisationId, members: [owner] })
    const id = await make(owner, [outside], {
      team_id: teamId,
      // without a manager it would wait in intake, where others see it
      ...(one === 'matter' ? { in_intake: false, manager_id: outside.id } : {}),
    })
    await leaveTo(outside, owner, id)
    expect((await caller.patch(at(id), { restricted: true })).statusCode).toBe(403)
    expect(detailOf(await caller.patch(at(id), { teamAssigned: null }))).toEqual(nobody)
    await caller.put(`${at(id)}/members/${administrator.id}`, { roles: ['Member'] })
    const done = await caller.patch(at(id), { teamAssigned: null })
    expect(done.statusCode, done.body).toBe(204)
  })

  test('keep their last member, who neither leaves nor is taken off [R-40]', async () => {
    const { owner, colleague, outside, caller } = await sceneWithoutGroups()
    const id = await make(owner, [colleague, outside], { restricted: true })
    await sql`update ${sql.table(kind)} set owner_id = ${outside.id} where id = ${id}`.execute(
      parts.app.database.kysely,
    )
    expect((await caller.delete(`${at(id)}/members/${colleague.id}`)).statusCode).toBe(204)
    expect(detailOf(await caller.delete(`${at(id)}/members/${owner.id}`))).toEqual(nobody)
    expect((await caller.get(at(id))).statusCode).toBe(200)
  })

  test('two who leave at the same time do not leave it to nobody [R-40]', async () => {
    const { owner, colleague, outside, caller } = await sceneWithoutGroups()
    const ofColleague = await callerFor(parts, colleague)
    const id = await make(owner, [colleague, outside], { restricted: true })
    await sql`update ${sql.table(kind)} set owner_id = ${outside.id} where id = ${id}`.execute(
      parts.app.database.kysely,
    )
    const answers = await Promise.all([
      caller.delete(`${at(id)}/members/${owner.id}`),
      ofColleague.delete(`${at(id)}/members/${colleague.id}`),
    ])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  test('one leaves while the other is disabled: one of both is refused [R-40]', async () => {
    const { owner, colleague, outside, caller, disable } = await sceneWithoutGroups()
    const id = await make(owner, [colleague, outside], { restricted: true })
    await sql`update ${sql.table(kind)} set owner_id = ${outside.id} where id = ${id}`.execute(
      parts.app.database.kysely,
    )
    const answers = await Promise.all([caller.delete(`${at(id)}/members/${owner.id}`), disable(colleague)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([204, 409])
  })

  test('go to a successor when the only person who can open them is disabled [R-41]', async () => {
    const scene = await sceneWithoutGroups()
    const { owner, colleague, outside, organisationId, ofAdministrator, disable } = scene
    const id = await make(owner, [outside], { restricted: true })
    await make(owner, [colleague])
    const sole = await ofAdministrator.get(`/v2/users/${owner.id}/soleRecords`)
    expect(sole.json()).toEqual({ items: [{ type: one === 'matter' ? 'Matter' : 'Contract', id }] })
    expect(detailOf(await disable(owner))).toEqual([409, expect.stringContaining(`${one} ${id}`)])
    expect((await statusIn(owner)).status).toBe('Active')
    for (const wrong of [outside.id, owner.id])
      expect((await disable(owner, { successor: { id: wrong } })).statusCode).toBe(400)
    const done = await disable(owner, { successor: { id: colleague.id } })
    expect(done.statusCode, done.body).toBe(204)
    expect((await statusIn(owner)).status).toBe('Disabled')
    const ofColleague = await callerFor(parts, colleague)
    expect((await ofColleague.get(at(id))).json()).toMatchObject({ owner: { id: colleague.id } })
    const names = (await eventsOf(parts, organisationId, id, one)).map(({ name }) => name)
    expect(names).toEqual([`${one}.member.added`, `${one}.updated`])
  })

  test('keep the last person of a group and of a team [R-40]', async () => {
    const { owner, colleague, outside, organisationId, rights, ofAdministrator } = await sceneWithoutGroups()
    const group = kind === 'matters' ? 'MatterAdministrators' : 'ContractAdministrators'
    await rights(colleague, { groups: [group] })
    const id = await make(owner, [outside])
    await leaveTo(outside, owner, id)
    expect(detailOf(await rights(colleague, { groups: [] }))).toEqual(many)
    expect((await statusIn(colleague)).groups).toEqual([group])
    const teamId = await createTeam(parts.app, { organisationId, members: [owner] })
    await sql`update ${sql.table(kind)} set team_id = ${teamId} where id = ${id}`.execute(
      parts.app.database.kysely,
    )
    await recountAll(parts.app)
    expect((await rights(colleague, { groups: [] })).statusCode).toBe(204)
    const member = `/v2/teams/${teamId}/members/${owner.id}`
    expect(detailOf(await ofAdministrator.delete(member))).toEqual(many)
    // business people see nothing through their team
    expect(detailOf(await rights(owner, { role: 'Standard' }))).toEqual(many)
    await sql`update ${sql.table(kind)} set status = ${one === 'matter' ? 'Archived' : 'Void'} where id = ${id}`.execute(
      parts.app.database.kysely,
    )
    await recountAll(parts.app)
    expect(detailOf(await ofAdministrator.delete(`/v2/teams/${teamId}`))).toEqual(many)
    await rights(colleague, { groups: [group] })
    expect((await ofAdministrator.delete(member)).statusCode).toBe(204)
    expect((await ofAdministrator.delete(`/v2/teams/${teamId}`)).statusCode).toBe(204)
  })

  test('that nobody can open are found and taken over by an administrator, with a reason [R-42]', async () => {
    const { owner, colleague, outside, administrator, organisationId, ofAdministrator, caller } =
      await sceneWithoutGroups()
    const [lost, kept] = [await make(owner, [outside], { restricted: true }), await make(owner, [])]
    await make(colleague, [])
    expect(await unattended(ofAdministrator, kind)).toEqual([])
    expect((await caller.get(`/v2/unattended/${kind}`)).statusCode).toBe(403)
    const over = (id: number, body: object, who = ofAdministrator) => who.post(`${at(id)}/takeOver`, body)
    const reason = { reason: 'Olga has left' }
    expect((await over(lost, reason)).statusCode).toBe(409)
    expect((await over(kept, reason)).statusCode).toBe(404)
    // as records were left before
    await sql`update users set status = 'Disabled' where id = ${owner.id}`.execute(parts.app.database.kysely)
    expect((await unattended(ofAdministrator, kind)).map(({ id }) => id).sort()).toEqual([lost, kept].sort())
    expect((await over(lost, {})).statusCode).toBe(400)
    expect((await over(lost, reason, await callerFor(parts, colleague))).statusCode).toBe(403)
    expect((await ofAdministrator.get(at(lost))).statusCode).toBe(404)
    const done = await over(lost, reason)
    expect(done.statusCode, done.body).toBe(204)
    expect((await ofAdministrator.get(at(lost))).json()).toMatchObject({ owner: { id: administrator.id } })
    const [taken] = await eventsOf(parts, organisationId, lost, one)
    expect(taken).toMatchObject({ name: `${one}.takenOver`, facts: reason, user_id: administrator.id })
    expect((await over(lost, reason)).statusCode).toBe(409)
    expect((await unattended(ofAdministrator, kind)).map(({ id }) => id)).toEqual([kept])
    const ofOther = await callerFor(
      parts,
      await createUser(parts.app, {
        organisationId: (await createOrganisation(parts.app)).id,
        role: 'Administrator',
      }),
    )
    expect((await over(kept, reason, ofOther)).statusCode).toBe(404)
  })

  test('whose people have gone while it was in the bin goes to who restores it [R-43]', async () => {
    const { owner, outside, administrator, organisationId, ofAdministrator, disable, rights } =
      await sceneWithoutGroups()
    await rights(owner, { permissions: ['DeleteOwn', 'DeleteAll'] })
    const ofOwner = await callerFor(parts, owner)
    const id = await make(owner, [outside], { restricted: true })
    const kept = await make(owner, [administrator])
    for (const each of [id, kept]) expect((await ofOwner.delete(at(each))).statusCode).toBe(204)
    expect((await disable(owner)).statusCode).toBe(204)
    for (const each of [id, kept]) {
      const restored = await ofAdministrator.post(`/v2/bin/${kind}/${each}/restore`)
      expect(restored.statusCode, restored.body).toBe(204)
    }
    expect(await unattended(ofAdministrator, kind)).toEqual([])
    expect((await ofAdministrator.get(at(id))).json()).toMatchObject({ owner: { id: administrator.id } })
    expect((await ofAdministrator.get(at(kept))).json()).toMatchObject({ owner: { id: owner.id } })
    const names = (await eventsOf(parts, organisationId, id, one)).map(({ name }) => name)
    for (const name of ['restored', 'takenOver', 'member.added', 'updated'])
      expect(names).toContain(`${one}.${name}`)
  })

  test('what the list says agrees with the access rule, for every person and record [R-42]', async () => {
    const { owner, colleague, outside, organisationId, ofAdministrator } = await sceneWithoutGroups()
    const teamId = await createTeam(parts.app, { organisationId, members: [colleague] })
    for (const restricted of [false, true])
      for (const team of [null, teamId])
        for (const members of [[], [colleague], [outside]]) {
          const id = await make(owner, members, { restricted, team_id: team })
          await leaveTo(outside, owner, id)
        }
    const descriptor = recordKinds.find((each) => each.kind === one)
    if (!descriptor) throw new Error('no such kind')
    const people = await parts.app.db
      .selectFrom('users')
      .where('organisation_id', '=', organisationId)
      .select('id')
      .execute()
    const snapshots = await findSnapshots(
      parts.app.db,
      people.map(({ id }) => id),
    )
    const { rows } = await sql<{
      id: number
    }>`select id::int as id from ${sql.table(kind)} where organisation_id = ${organisationId}`.execute(
      parts.app.database.kysely,
    )
    const subjects = rows.map(({ id }) => ({ organisationId, id }))
    const { maySee } = await visibilityOf(descriptor, parts.app.db, subjects, snapshots)
    const expected = subjects.filter((subject) => !snapshots.some((person) => maySee(subject, person)))
    const listed = (await unattended(ofAdministrator, kind)).map(({ id }) => id)
    expect(listed.sort()).toEqual(expected.map(({ id }) => id).sort())
  })
})
