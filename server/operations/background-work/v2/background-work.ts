// v2 of what the background does for an organisation.
import Type from 'typebox'
import { idOf, pathParameters } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPost } from '../../../http/routes.ts'
import { itemsSchema, pageOf, pageQuery } from '../../../http/v2/paging.ts'
import { nullable, nullableObject } from '../../../http/v2/references.wire.ts'
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
const word = <const Word extends string>(words: readonly Word[], description?: string) =>
  Type.Unsafe<Word>({
    type: 'string',
    enum: [...words],
    ...(description === undefined ? {} : { description }),
  })
const moment = { format: 'date-time' }

const schema = Type.Object(
  {
    kind: word(workKinds),
    id: Type.String({ description: 'Unique among those of its kind.' }),
    subject: Type.String({
      description: 'What it works on: a list, the name of a file, an address, the organisation.',
    }),
    activity: word(activities, 'Try: a change of many that is only tried.'),
    state: word(workStates),
    total: nullable<number>('integer', { description: 'Null where it cannot be counted.' }),
    done: nullable<number>('integer'),
    failure: nullable<string>('string', { description: 'Why it failed, or stopped by itself.' }),
    subscriptionId: nullable<number>('integer', {
      description: 'The webhook subscription whose notifications are sent again.',
    }),
    by: nullableObject(
      { id: Type.String({ format: 'uuid' }), name: Type.String() },
      { description: 'Who asked for it; null for the operator.' },
    ),
    created: Type.String(moment),
    due: nullable<string>('string', { ...moment, description: 'When it begins, if that is not soon.' }),
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
      'Changes of many records, imports, notifications that are sent again and the deletion of the organisation, whoever asked for them, newest first, for administrators. What is over is kept as long as each of them keeps it: changes of many for 30 days, imports until they are removed, notifications in the log of their subscription only.',
    querystring: Type.Object({
      ...pageQuery,
      unfinished: Type.Optional(
        Type.Boolean({ default: false, description: 'Only what has not come to its end.' }),
      ),
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
      'For an import or a change of many records, whoever asked for it. What was done stays, and can be undone where that is possible. 409 for what has come to its end, and for other kinds, with how they are ended.',
    params: pathParameters({ kind: 'text', workId: 'int32' }),
    handler: async (request) => {
      const wanted = request.params.kind.toLowerCase()
      const kind = workKinds.find((each) => each.toLowerCase() === wanted)
      if (!kind) throw notFound()
      await stopWork(app, actorOf(request), { kind, id: idOf(request.params.workId) })
    },
  })
}
