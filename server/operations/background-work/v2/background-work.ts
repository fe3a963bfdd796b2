// v2 of the background work of an organisation.
import Type from 'typebox'
import { idOf, pathParameters } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { nullable, nullableObject, oneOf } from '../../../http/v2/references.wire.ts'
import { notFound } from '../../../platform/errors.ts'
import {
  activities,
  type BackgroundWork,
  canStop,
  listBackgroundWork,
  stopWork,
  workKinds,
  workStates,
} from '../background-work.ts'

const administer = { access: { right: 'administer' } } as const
const moment = { format: 'date-time' }

const schema = Type.Object(
  {
    kind: oneOf(workKinds),
    id: Type.String({ description: 'Unique among those of its kind.' }),
    subject: Type.String({
      description:
        'What it works on: a list, the name of a file, the host of a subscription, or the name of the organisation.',
    }),
    activity: oneOf(activities, { description: 'Try: a trial run of a bulk change.' }),
    state: oneOf(workStates),
    total: nullable<number>('integer', { description: 'Null where it cannot be counted.' }),
    done: nullable<number>('integer'),
    failure: nullable<string>('string', { description: 'Why it failed.' }),
    subscriptionId: nullable<number>('integer', {
      description: 'The webhook subscription that a replay belongs to.',
    }),
    by: nullableObject(
      { id: Type.String({ format: 'uuid' }), name: Type.String() },
      { description: 'Who started it; null for the operator.' },
    ),
    created: Type.String(moment),
    due: nullable<string>('string', { ...moment, description: 'When it will start, if not right away.' }),
    finished: nullable<string>('string', moment),
    canStop: Type.Boolean(),
  },
  {
    title: 'BackgroundWork',
    examples: [
      {
        kind: 'Import',
        id: '7',
        subject: 'contracts-2026.csv',
        activity: 'Import',
        state: 'Running',
        total: 500,
        done: 120,
        failure: null,
        subscriptionId: null,
        by: { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10', name: 'Ana Prior' },
        created: '2026-05-06T10:00:00.000Z',
        due: null,
        finished: null,
        canStop: true,
      },
    ],
  },
)

const toV2 = ({ createdAt, dueAt, finishedAt, ...work }: BackgroundWork) => ({
  ...work,
  created: createdAt.toISOString(),
  due: dueAt?.toISOString() ?? null,
  finished: finishedAt?.toISOString() ?? null,
  canStop: canStop(work),
})

export const backgroundWorkRoutes: RouteModule = (server, app) => {
  onGet(server, '/v2/backgroundWork', {
    config: administer,
    operationId: 'listBackgroundWork',
    summary: 'List the background work of your organisation',
    description:
      'Bulk changes, imports, webhook replays, exports and the deletion of the organisation, newest first, including those that other people started. For administrators. Finished bulk changes are listed for 30 days and imports and exports until they are deleted; finished replays are in the log of their subscription.',
    querystring: Type.Object({
      ...pageQuery,
      unfinished: Type.Optional(Type.Boolean({ default: false, description: 'Leaves out finished work.' })),
    }),
    returns: itemsSchema(schema),
    handler: async (request) => {
      const { unfinished = false } = request.query
      const page = { ...pageOf(request.query), unfinished }
      return { items: (await listBackgroundWork(app.db, actorOf(request), page)).map(toV2) }
    },
  })

  onPost(server, '/v2/backgroundWork/:kind/:workId/stop', {
    config: administer,
    operationId: 'stopBackgroundWork',
    summary: 'Stop background work of your organisation',
    description:
      'Stops an import, a bulk change or an export, including one that somebody else started. What has been done stays, and can be undone where that is possible; of an export nothing is kept. 409 if it has finished, and for other kinds of work, with how to end them.',
    params: pathParameters({ kind: 'text', workId: 'int32' }),
    handler: async (request) => {
      const wanted = request.params.kind.toLowerCase()
      const kind = workKinds.find((each) => each.toLowerCase() === wanted)
      if (!kind) throw notFound()
      await stopWork(app, actorOf(request), { kind, id: idOf(request.params.workId) })
    },
  })
}
