// Access to jobs: the caller's own.
import { startBulkChange } from '../../../../server/records/bulk/commands/start-bulk-change.ts'
import { bulkJobs } from '../../../../server/records/bulk/commands/keep-bulk-change.ts'
import { bulkChanges } from '../../../../server/operations/process/bulk-changes.ts'
import { actorFor } from '../../../fixtures/actors.ts'
import type { AccessCase } from '../case.ts'
import { matter } from '../matters.ts'
import type { World } from '../world.ts'

async function job(world: World) {
  const owner = await actorFor(world.app, world.people.owner)
  await world.app.database.pool.query(
    "update bulk_changes set finished_at = now(), state = 'Done' where finished_at is null",
  )
  const asked = { list: 'matters', ids: [1], change: { restricted: true }, onlyEmpty: false, checkOnly: true }
  const jobId = await startBulkChange(world.app, owner, asked)
  return { params: { jobId }, mark: `"id":${jobId},"list"` }
}

/** A change of one matter. */
async function done(world: World) {
  const { matterId } = await matter(world)
  const owner = await actorFor(world.app, world.people.owner)
  const changeOne = bulkChanges.get('matters')
  const change = { restricted: true }
  const asked = { list: 'matters', ids: [matterId], change, onlyEmpty: false, checkOnly: false }
  const { jobId = 0 } = await bulkJobs.atOnce(world.app, owner, asked, (one, id) =>
    changeOne ? changeOne(one, owner, id, asked) : Promise.resolve(),
  )
  return { params: { jobId } }
}

/** The same, as administrators see it. */
async function work(world: World) {
  const { params } = await job(world)
  return { params: { kind: 'BulkChange', workId: params.jobId } }
}

export const jobCases: readonly AccessCase[] = [
  {
    route: 'GET /v2/backgroundWork',
    make: async (world) => {
      await job(world)
      return { mark: world.people.owner.id }
    },
    colleague: 403,
    viewer: 403,
  },
  {
    route: 'POST /v2/backgroundWork/:kind/:workId/stop',
    make: work,
    colleague: 403,
    viewer: 403,
    words: ['kind'],
  },
  { route: 'GET /v2/jobs', make: async (world) => ({ mark: (await job(world)).mark }) },
  { route: 'GET /v2/jobs/:jobId', make: job },
  { route: 'POST /v2/jobs/:jobId/cancel', make: job, viewer: 404 },
  { route: 'POST /v2/jobs/:jobId/undo', make: done, viewer: 404 },
]
