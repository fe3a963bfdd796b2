// Access to people and teams through v2.
import { internalTransaction, systemActor } from '../../../../server/platform/events/change.ts'
import { erasePerson } from '../../../../server/identity/users/erasure/erase-person.ts'
import { createTeam, createUser } from '../../../factories.ts'
import { insertMatter } from '../../../fixtures/matters.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { mark, type World } from '../world.ts'

async function team({ app, organisationId }: World) {
  const name = mark()
  return { name, teamId: await createTeam(app, { organisationId, name }) }
}

/** Somebody of the organisation whom no other case needs. */
const somebody = async (
  { app, organisationId }: World,
  status: 'Active' | 'Disabled' | 'Invited' = 'Active',
) => {
  const { id, email } = await createUser(app, { organisationId, status, role: 'Standard' })
  if (status === 'Invited') {
    await internalTransaction(app, (tx, now) =>
      tx.updateTable('users').set({ invited_at: now }).where('id', '=', id).execute(),
    )
  }
  return { params: { userId: id }, mark: email }
}

/** Somebody who owns a matter, and the colleague who gets it. */
async function leaving({ app, organisationId }: World) {
  const owner = await createUser(app, { organisationId })
  await insertMatter(app, { owner })
  const { id } = await createUser(app, { organisationId })
  return { params: { userId: owner.id }, to: { id } }
}

const picture = () => ({ body: `RIFF....WEBP${mark()}`, headers: { 'content-type': 'image/webp' } })

/** Updates of an account, each for administrators. */
const ofAccounts: readonly AccessCase[] = (
  [
    ['PATCH /v2/users/:userId/rights', 'Active', { groups: ['MatterAdministrators'] }],
    ['POST /v2/users/:userId/disable', 'Active', undefined],
    ['POST /v2/users/:userId/enable', 'Disabled', undefined],
    ['POST /v2/users/:userId/invitation', 'Invited', undefined],
    ['PATCH /v2/users/:userId/invitation', 'Invited', { lastName: 'Marsh-Prior' }],
    ['DELETE /v2/users/:userId/invitation', 'Invited', undefined],
    ['PATCH /v2/users/:userId/profile', 'Active', { biography: mark() }],
  ] as const
).map(([route, status, body]) => ({
  route,
  make: async (world) => ({
    params: (await somebody(world, status)).params,
    ...(body === undefined ? {} : { body }),
  }),
  colleague: 403,
}))

const accountCasesOfPeople: readonly AccessCase[] = [
  {
    route: 'POST /v2/users/:userId/erase',
    make: async (world) => ({
      params: (await somebody(world, 'Disabled')).params,
      body: { reason: 'Asked for it in writing.' },
    }),
    colleague: 403,
  },
  {
    route: 'GET /v2/users/:userId/erasure',
    make: async (world) => {
      const { params } = await somebody(world, 'Disabled')
      await erasePerson(world.app, systemActor('test'), { userId: params.userId, reason: 'Asked for it.' })
      return { params }
    },
    colleague: 403,
  },
  {
    route: 'POST /v2/users',
    make: () => ({
      body: { email: `${mark()}@people.example`, firstName: 'Ana', lastName: 'Prior', role: 'Standard' },
    }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/invitations',
    make: async (world) => {
      const { params, mark: email } = await somebody(world, 'Invited')
      return { query: `$filter=${encodeURIComponent(`User/Id eq ${params.userId}`)}`, mark: email }
    },
    colleague: 403,
  },
  {
    route: 'GET /v2/firmInvitations',
    make: async (world) => {
      const [name, email] = [mark(), `${mark()}@people.example`]
      const payload = { name, administrator: { email, firstName: 'Ana', lastName: 'Prior' } }
      await world.send('owner', 'token', { method: 'POST', url: '/v2/organizations', payload })
      return { query: `$filter=${encodeURIComponent(`Organization/Name eq '${name}'`)}`, mark: email }
    },
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/users/:userId/visibleRecords',
    make: ({ people }) => ({ params: { userId: people.owner.id } }),
    colleague: 403,
  },
  {
    route: 'GET /v2/users/:userId/holdings',
    make: async (world) => {
      const { name } = await contract(world)
      return { params: { userId: world.people.owner.id }, mark: name }
    },
    colleague: 403,
  },
  {
    route: 'GET /v2/users/:userId/handovers',
    make: async (world) => ({ params: (await somebody(world)).params }),
    colleague: 403,
  },
  {
    route: 'POST /v2/users/:userId/handovers',
    make: async (world) => {
      const { params, to } = await leaving(world)
      return { params, body: { to } }
    },
    colleague: 403,
  },
  {
    route: 'POST /v2/users/:userId/handovers/preview',
    make: async (world) => {
      const { params, to } = await leaving(world)
      return { params, body: { to } }
    },
    changesNothing: 'it only says what a handover would do',
    colleague: 403,
  },
  {
    route: 'DELETE /v2/users/:userId/handovers/:handoverId',
    make: async (world) => {
      const { params, to } = await leaving(world)
      const url = `/v2/users/${params.userId}/handovers`
      const day = new Date(world.app.clock.now().getTime() + 86_400_000 * 2).toISOString().slice(0, 10)
      await world.send('owner', 'token', { method: 'POST', url, payload: { to, lastDay: day } })
      const { items } = (await world.send('owner', 'token', { url })).json<{ items: { id: number }[] }>()
      return { params: { ...params, handoverId: items[0]?.id ?? 0 } }
    },
    colleague: 403,
  },
  {
    route: 'GET /v2/users/:userId/rights',
    make: async (world) => ({ params: (await somebody(world)).params }),
    colleague: 403,
  },
  {
    route: 'GET /v2/users/:userId/profile',
    make: async (world) => ({ params: (await somebody(world)).params }),
    colleague: 'may',
  },
  {
    route: 'GET /v2/users/:userId/picture',
    make: async (world) => {
      const { params } = await somebody(world)
      const { body, headers } = picture()
      const url = `/v2/users/${params.userId}/picture`
      await world.send('owner', 'token', { method: 'PUT', url, payload: body, headers })
      return { params, mark: body }
    },
    colleague: 'may',
  },
  {
    route: 'PUT /v2/users/:userId/picture',
    make: async (world) => ({ params: (await somebody(world)).params, ...picture() }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/users/:userId/picture',
    make: async (world) => {
      const { params } = await somebody(world)
      const { body, headers } = picture()
      const url = `/v2/users/${params.userId}/picture`
      await world.send('owner', 'token', { method: 'PUT', url, payload: body, headers })
      return { params }
    },
    colleague: 403,
  },
  ...ofAccounts,
]

/** A team with somebody in it. */
async function teamWith(world: World) {
  const { app, organisationId } = world
  const member = await createUser(app, { organisationId })
  return { member, teamId: await createTeam(app, { organisationId, name: mark(), members: [member] }) }
}

const teamCases: readonly AccessCase[] = [
  {
    route: 'POST /v2/teams',
    make: ({ people }) => ({ body: { name: mark(), members: [{ id: people.viewer.id }] } }),
    outsider: 400,
    colleague: 403,
  },
  {
    route: 'PATCH /v2/teams/:teamId',
    make: async (world) => ({ params: { teamId: (await team(world)).teamId }, body: { name: mark() } }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/teams/:teamId',
    make: async (world) => ({ params: { teamId: (await team(world)).teamId } }),
    colleague: 403,
  },
  {
    route: 'GET /v2/teams/:teamId/members',
    make: async (world) => {
      const { member, teamId } = await teamWith(world)
      return { params: { teamId }, mark: member.email }
    },
    colleague: 'may',
  },
  {
    route: 'POST /v2/teams/:teamId/members',
    make: async (world) => ({
      params: { teamId: (await team(world)).teamId },
      body: { id: world.people.viewer.id },
    }),
    colleague: 403,
  },
  {
    route: 'DELETE /v2/teams/:teamId/members/:userId',
    make: async (world) => {
      const { member, teamId } = await teamWith(world)
      return { params: { teamId, userId: member.id } }
    },
    colleague: 403,
  },
]

export const accountCasesV2: readonly AccessCase[] = [
  ...accountCasesOfPeople,
  ...teamCases,
  {
    route: 'GET /v2/teams',
    make: async (world) => ({ query: '$orderby=Id desc', mark: (await team(world)).name }),
    colleague: 'may',
  },
  {
    route: 'GET /v2/teams/:teamId',
    make: async (world) => {
      const { name, teamId } = await team(world)
      return { params: { teamId }, mark: name }
    },
    colleague: 'may',
  },
  {
    route: 'GET /v2/users',
    make: ({ people }) => ({
      query: `$filter=${encodeURIComponent(`Id eq ${people.viewer.id}`)}`,
      mark: people.viewer.email,
    }),
    colleague: 'may',
  },
  {
    route: 'GET /v2/users/:userId',
    make: ({ people }) => ({ params: { userId: people.viewer.id }, mark: people.viewer.email }),
    colleague: 'may',
  },
]
