// v2 of the caller's jobs: changes of many records that are carried out in the background.
import { kinds } from '../../kinds.ts'
import Type from 'typebox'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
import {
  type BulkChange,
  type BulkState,
  type ChangeOne,
  bulkStates,
  getBulkChange,
  listBulkChanges,
} from '../bulk-change.ts'
import { cancelBulkChange } from '../commands/cancel-bulk-change.ts'
import { undoBulkChange } from '../commands/undo-bulk-change.ts'
import { bulkAnswer, bulkAnswerOf, bulkStarted } from '../../../http/v2/reports/bulk.ts'

const config = { access: { right: 'use' } } as const

const moment = { dateUtc: Type.String({ format: 'date-time' }) }

const example = {
  id: 12,
  list: kinds.contract.many,
  state: 'Running',
  checkOnly: false,
  onlyEmpty: false,
  undoOf: null,
  total: 4_120,
  done: 1_400,
  changed: 1_310,
  unchanged: 81,
  differing: 7,
  skipped: 9,
  refusals: [{ id: 17, because: 'Its owner can change it.' }],
  failure: null,
  created: { dateUtc: '2026-05-06T10:00:00.000Z' },
  started: { dateUtc: '2026-05-06T10:00:01.000Z' },
  finished: null,
} as const

const schema = Type.Object(
  {
    id: Type.Integer(),
    list: Type.String({ description: 'Whose records it changes: matters, contracts, tasks or intake.' }),
    state: Type.Unsafe<BulkState>({
      type: 'string',
      enum: [...bulkStates],
      description: 'Failed: nothing more is changed, and failure says why.',
    }),
    checkOnly: Type.Boolean(),
    onlyEmpty: Type.Boolean(),
    undoOf: nullable<number>('integer', { description: 'The job that this one takes back.' }),
    total: Type.Integer({ description: 'How many records the filter found when it was asked for.' }),
    done: Type.Integer({ description: 'How many of them have been looked at.' }),
    changed: Type.Integer({ description: 'How many have, or would have, changed.' }),
    unchanged: Type.Integer({ description: 'How many were like this already.' }),
    differing: Type.Integer({ description: 'How many of the changed ones had another value.' }),
    skipped: Type.Integer({ description: 'How many could not be changed.' }),
    refusals: Type.Array(Type.Object({ id: Type.Integer(), because: Type.String() }), {
      description: 'The first 100 of those that were skipped.',
    }),
    failure: nullable<string>('string', { description: 'Why it failed.' }),
    created: Type.Object(moment),
    started: nullableObject(moment),
    finished: nullableObject(moment),
  },
  { examples: [example] },
)
const listSchema = Type.Object({ items: Type.Array(schema) }, { examples: [{ items: [example] }] })

const momentToV2 = (at: Date | null) => (at === null ? null : { dateUtc: at.toISOString() })

const toV2 = ({ createdAt, startedAt, finishedAt, refusals, ...job }: BulkChange) => ({
  ...job,
  refusals: refusals.map(({ id, because }) => ({ id, because })),
  created: { dateUtc: createdAt.toISOString() },
  started: momentToV2(startedAt),
  finished: momentToV2(finishedAt),
})

/** The routes of jobs, with what changes one record of each list, by its name. */
export const jobRoutes =
  (changes: ReadonlyMap<string, ChangeOne>): RouteModule =>
  (server, app) => {
    onGet(server, '/v2/jobs', {
      config,
      summary: 'List your jobs',
      description:
        'The changes of many records that you asked for and that are carried out in the background, newest first. They are kept for 30 days after their end.',
      querystring: Type.Object(pageQuery),
      returns: listSchema,
      handler: async (request) => ({
        items: (await listBulkChanges(app.db, actorOf(request), pageOf(request.query))).map(toV2),
      }),
    })

    onGet(server, '/v2/jobs/:jobId', {
      config,
      summary: 'Get one of your jobs',
      description: 'How far it has come, and what could not be changed.',
      returns: schema,
      handler: async (request) =>
        toV2(await getBulkChange(app.db, actorOf(request), idOf(request.params.jobId))),
    })

    onPost(server, '/v2/jobs/:jobId/cancel', {
      config,
      summary: 'Cancel one of your jobs',
      description:
        'From now on no further record is changed; those that were stay changed. 409 once it has come to its end.',
      returns: schema,
      handler: async (request) => {
        const actor = actorOf(request)
        const id = idOf(request.params.jobId)
        await cancelBulkChange(app, actor, id)
        return toV2(await getBulkChange(app.db, actor, id))
      },
    })

    onPost(server, '/v2/jobs/:jobId/undo', {
      config,
      summary: 'Undo one of your jobs',
      description:
        'Gives each record that it changed its former values again, as by PATCH, with the rights, history and events of that. What somebody has changed since is left as it is and skipped with the reason, and so is what cannot be changed back. The undo is a job of its own, which can be undone as well. Up to 1,000 records are changed at once; more in the background: 202, and Location leads to the job. 409 while the job has not finished, and when nothing is left to take back.',
      responses: { 200: bulkAnswer, 202: bulkStarted },
      handler: async (request, reply) => {
        const undone = await undoBulkChange(app, actorOf(request), idOf(request.params.jobId), changes)
        if ('job' in undone) reply.code(202).header('location', `/v2/jobs/${undone.job.id}`)
        return 'job' in undone ? undone : bulkAnswerOf(undone)
      },
    })
  }
