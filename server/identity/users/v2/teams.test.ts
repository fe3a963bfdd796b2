// v2 of teams: what is shown, to whom, and every filter and order compared with a plain evaluation.
import { expect, test } from 'vitest'
import { actorFor } from '../../../../test/fixtures/actors.ts'
import { createOrganisation, createTeam, createUser } from '../../../../test/factories.ts'
import { allOfV2, expectOrders, expectPlainEvaluation } from '../../../../test/lists/odata-lists.ts'
import { useTestApp } from '../../../../test/test-app.ts'
import { callerFor } from '../../../../test/tokens.ts'
import { internalTransaction, systemActor } from '../../../platform/events/change.ts'
import type { Filter } from '../../../platform/lists/list-query.ts'
import { createTeam as makeTeam } from '../commands/create-team.ts'
import { listVisibleTeams, teamListing } from '../list-teams.ts'
import { teamProperties } from './teams.wire.ts'

const parts = useTestApp()

async function world() {
  const { app } = parts
  const { id: organisationId } = await createOrganisation(app)
  const me = await createUser(app, { organisationId, role: 'Standard', firstName: 'Ana', lastName: 'Prior' })
  return { app, organisationId, me, caller: await callerFor(parts, me) }
}

test('a team has all its properties, with its number of members and its creator [V-21]', async () => {
  const { app, organisationId, me, caller } = await world()
  const other = await createUser(app, { organisationId })
  const id = await createTeam(app, { organisationId, name: 'Disputes', members: [me, other] })
  await internalTransaction(app, (tx) =>
    tx
      .updateTable('teams')
      .set({ description: 'Courts', created_by: me.id })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', id)
      .execute(),
  )
  const whole = {
    id,
    name: 'Disputes',
    description: 'Courts',
    allowAssignment: true,
    members: { count: 2 },
    created: { dateUtc: expect.stringMatching(/Z$/), userName: 'Ana Prior' },
    modified: { dateUtc: expect.stringMatching(/Z$/) },
  }
  expect((await caller.get(`/v2/teams/${id}`)).json()).toEqual(whole)
  expect((await caller.get(`/account-apis/v2/teams?$count=true`)).json()).toEqual({
    items: [whole],
    count: 1,
  })
})

test('teams of other organisations, and deleted ones, are not found [V-21]', async () => {
  const { app, organisationId, caller } = await world()
  const theirs = await createTeam(app, { organisationId: (await createOrganisation(app)).id })
  const gone = await createTeam(app, { organisationId })
  await internalTransaction(app, (tx, now) =>
    tx
      .updateTable('teams')
      .set({ deleted_at: now })
      .where('organisation_id', '=', organisationId)
      .where('id', '=', gone)
      .execute(),
  )
  for (const id of [theirs, gone, 0, 'x', 2_147_483_648]) {
    expect((await caller.get(`/v2/teams/${id}`)).statusCode, String(id)).toBe(404)
  }
  expect((await caller.get('/v2/teams')).json()).toEqual({ items: [] })
})

test('every property and operator of teams filters and sorts like a plain evaluation [V-23]', async () => {
  const { app, organisationId, me, caller } = await world()
  const names = ['Alpha', "it's 100%", 'under_score', 'back\\slash', 'Ünï', '日本語', '🙂 team', 'ALPHA beta']
  for (const [index, name] of [...names, ...names.map((each) => `${each} 2`)].entries()) {
    const description = index % 3 === 0 ? null : names[(index * 5) % names.length]
    const id = await makeTeam(app, systemActor('test'), {
      organisationId,
      name,
      memberIds: index % 2 === 0 ? [me.id] : [],
      ...(description ? { description } : {}),
    })
    await internalTransaction(app, (tx) =>
      tx
        .updateTable('teams')
        .set({
          allow_assignment: index % 4 !== 0,
          created_at: new Date(Date.UTC(2026, 1, 26 + (index % 5), 23, 59, 59, 999)),
          ...(index % 2 === 0 ? { created_by: me.id } : { updated_by: me.id }),
        })
        .where('organisation_id', '=', organisationId)
        .where('id', '=', id)
        .execute(),
    )
  }
  const actor = await actorFor(app, me)
  const ids = (await allOfV2(caller, '/v2/teams', { $select: 'id' })).map(({ id }) => Number(id))
  const shown = await Promise.all(
    ids.map(async (id) => (await caller.get(`/v2/teams/${id}`)).json<Record<string, unknown>>()),
  )
  expect(shown).toHaveLength(names.length * 2)
  const list = {
    resource: { ...teamListing, properties: teamProperties },
    shown,
    find: (filter: Filter) =>
      listVisibleTeams(app, actor, { query: { filter, sort: [], skip: 0, take: 200 }, columns: ['id'] }),
    caller,
    path: '/v2/teams',
  }
  await expectPlainEvaluation(list)
  await expectOrders(list)
})
