// Access through v2 to exports and the deletion of an organisation.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import { makeExport } from '../../../../server/operations/offboarding/stored/make-export.ts'
import { startExport } from '../../../../server/operations/offboarding/stored/start-export.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

/** The organisation, exported just now; its deletion was asked for, or was not. */
const leaving =
  (asked: boolean) =>
  async ({ app, organisationId, name }: World) => {
    await internalTransaction(app, (tx, now) =>
      tx
        .updateTable('organisations')
        .set({
          exported_at: now,
          deletion_requested_at: asked ? now : null,
          deletion_due_at: asked ? new Date(now.getTime() + 86_400_000) : null,
          deletion_reason: asked ? 'It moves to another system.' : null,
        })
        .where('id', '=', organisationId)
        .execute(),
    )
    // other cases put records under a hold
    for (const table of ['matters', 'contracts'] as const) {
      await internalTransaction(app, (tx) =>
        tx
          .updateTable(table)
          .set({ legal_hold_at: null, legal_hold_by: null, legal_hold_reason: null })
          .where('organisation_id', '=', organisationId)
          .execute(),
      )
    }
    const params = { organizationId: organisationId }
    return asked ? { params } : { params, body: { name, reason: 'It moves to another system.' } }
  }

/** A finished export of the organisation, the only one. */
async function storedExport({ app, organisationId, people }: World) {
  await internalTransaction(app, (tx) =>
    tx.deleteFrom('organisation_exports').where('organisation_id', '=', organisationId).execute(),
  )
  const exportId = await startExport(app, await actorFor(app, people.owner), organisationId)
  await makeExport(app, { organisationId, id: exportId })
  return { params: { organizationId: organisationId, exportId }, mark: `"id":${exportId},"state"` }
}

const ofOne = { unrelatedIds: 'both are of the same organisation' } as const

const exportCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/organizations/:organizationId/exports',
    make: async (world: World) => {
      const { params, mark: shown } = await storedExport(world)
      return { params: { organizationId: params.organizationId }, mark: shown }
    },
  },
  {
    route: 'POST /v2/organizations/:organizationId/exports',
    make: async (world: World) => ({
      params: { organizationId: (await storedExport(world)).params.organizationId },
    }),
  },
  { route: 'GET /v2/organizations/:organizationId/exports/:exportId', make: storedExport, ...ofOne },
  {
    route: 'DELETE /v2/organizations/:organizationId/exports/:exportId',
    ...ofOne,
    make: async (world: World) => ({ params: (await storedExport(world)).params }),
  },
  {
    route: 'GET /v2/organizations/:organizationId/exports/:exportId/content',
    ...ofOne,
    make: async (world: World) => ({ params: (await storedExport(world)).params }),
  },
].map((one): AccessCase => ({ ...one, colleague: 403, viewer: 403 }))

const deletionCases: readonly AccessCase[] = [
  { route: 'GET /v2/organizations/:organizationId/export', make: leaving(true) },
  { route: 'GET /v2/organizations/:organizationId/deletion', make: leaving(true) },
  { route: 'PUT /v2/organizations/:organizationId/deletion', make: leaving(false) },
  { route: 'DELETE /v2/organizations/:organizationId/deletion', make: leaving(true) },
].map((one): AccessCase => ({ ...one, colleague: 403, viewer: 403 }))

export const leavingCases: readonly AccessCase[] = [...deletionCases, ...exportCases]
