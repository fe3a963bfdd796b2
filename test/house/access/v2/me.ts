// Access to the caller's own things, and to overviews of records.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { recordView, viewsRecorded } from '../../../../server/recents/commands/record-view.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { contract } from '../contracts.ts'
import { matter } from '../matters.ts'
import { mark, type World } from '../world.ts'

/** A contract that everybody keeps among their favourites and has viewed. */
async function known(world: World) {
  const { app, organisationId, people } = world
  const { contractId, name } = await contract(world)
  for (const { id } of Object.values(people)) {
    await internalTransaction(app, (tx) =>
      tx
        .insertInto('favourites')
        .values({
          organisation_id: organisationId,
          user_id: id,
          kind: 'Contract',
          record_id: contractId,
          added_at: app.clock.now(),
        })
        .execute(),
    )
    recordView(app, await actorFor(app, { id }), { kind: 'Contract', id: contractId, organisationId })
  }
  await viewsRecorded(app)
  return { contractId, name }
}

/** A key date of today on a contract of the owner. */
async function waiting(world: World) {
  const { app, organisationId, people } = world
  const [{ contractId }, name] = [await contract(world), mark()]
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('contract_key_dates')
      .values({
        organisation_id: organisationId,
        contract_id: contractId,
        name,
        date: now.toISOString().slice(0, 10),
        created_by: people.owner.id,
        created_at: now,
        updated_at: now,
      })
      .execute(),
  )
  return { mark: name }
}

const favourite = '/v2/me/favourites/:type/:id'

export const meCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/firstSteps',
    make: () => ({ mark: 'LawFirm' }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/firstSteps/mail',
    make: () => ({ mark: 'receivesAt' }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/firstSteps/backup',
    make: () => ({ mark: 'lastMade' }),
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'PUT /v2/firstSteps/:step',
    make: () => ({ params: { step: 'People' }, body: { skipped: true } }),
    outsider: 'may',
    colleague: 403,
    words: ['step'],
  },
  {
    route: 'POST /v2/me/testMail',
    // a minute after the last one
    make: async ({ app }) => {
      await internalTransaction(app, (tx) =>
        tx
          .updateTable('first_steps')
          .set({ updated_at: new Date(app.clock.now().getTime() - 120_000) })
          .execute(),
      )
      return {}
    },
    outsider: 'may',
    colleague: 403,
  },
  {
    route: 'GET /v2/contracts/:contractId/overview',
    make: async (world) => {
      const { contractId, name } = await contract(world)
      return { params: { contractId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: 'GET /v2/matters/:matterId/overview',
    make: async (world) => {
      const { matterId, name } = await matter(world)
      return { params: { matterId }, mark: name }
    },
    viewer: 'may',
  },
  {
    route: 'GET /v2/me',
    make: (world) => ({ mark: world.name }),
    colleague: 'may',
    viewer: 'may',
  },
  {
    route: 'PATCH /v2/me/preferences',
    make: () => ({ body: { theme: 'Dark' } }),
    outsider: 'may',
    viewer: 'may',
  },
  { route: 'GET /v2/me/work', make: waiting },
  {
    route: 'GET /v2/me/department',
    make: async (world) => {
      await contract(world)
      return { mark: world.people.owner.id }
    },
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'GET /v2/me/recents',
    make: async (world) => ({ mark: (await known(world)).name }),
    viewer: 'may',
  },
  {
    route: 'GET /v2/me/favourites',
    make: async (world) => ({ mark: (await known(world)).name }),
    viewer: 'may',
  },
  {
    route: `PUT ${favourite}`,
    make: async (world) => ({ params: { type: 'contracts', id: (await contract(world)).contractId } }),
    viewer: 'may',
    words: ['type'],
  },
  {
    route: `DELETE ${favourite}`,
    make: async (world) => ({ params: { type: 'contracts', id: (await known(world)).contractId } }),
    outsider: 'may',
    viewer: 'may',
    words: ['type'],
  },
]
