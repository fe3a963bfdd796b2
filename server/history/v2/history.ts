// v2 of the history: of a record, a file or an invoice, of the organisation, and of what changed on the caller's
// records.
import type { FastifyRequest } from 'fastify'
import Type from 'typebox'
import { answerList } from '../../http/answer-list.ts'
import { idOf, idsIn, pathIds } from '../../http/ids.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { listFromV2, listQueryOf, pageSchema, pageToV2, skipSchemaValidation } from '../../http/v2/odata.ts'
import type { Right } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import { kinds } from '../../records/kinds.ts'
import { historyListing, type HistoryScope, listHistory, newestFirst } from '../list-history.ts'
import { entryToV2, historyEntrySchema, historyProperties } from './history.wire.ts'

const resource = { ...historyListing, properties: historyProperties }
const response = { 200: pageSchema(historyEntrySchema) }
const day = 86_400_000

const answer = (app: App, request: FastifyRequest, scope: HistoryScope) =>
  answerList(app, request, async (reading) => {
    const list = await listFromV2(reading, request, resource, { order: newestFirst })
    const page = await listHistory(reading, actorOf(request), scope, list)
    return pageToV2(reading, request, list, { ...page, toV2: entryToV2 })
  })

/** What the histories of one thing have in common. */
const historyOf = <Name extends string>(one: string, id: Name) => ({
  config: { access: { right: 'use' } } as const,
  ...skipSchemaValidation,
  schema: {
    summary: `List the history of ${one}`,
    description:
      'What happened, newest first: each property with its value before and after, who changed it, and through which integration. What you may not see now is left out, even if you could see it then.',
    params: pathIds(id),
    querystring: listQueryOf(),
    response,
  },
})

const recordHistories: RouteModule = (server, app) => {
  for (const { one, many } of Object.values(kinds)) {
    const path = `/v2/${many}/:${one}Id/history`
    const ids = idsIn(path)
    server.get(path, historyOf(`a ${one}`, `${one}Id`), (request) =>
      answer(app, request, { of: one, id: ids.idOf(request) }),
    )
  }
  server.get('/v2/files/:fileId/history', historyOf('a file', 'fileId'), (request) =>
    answer(app, request, { of: 'file', id: idOf(request.params.fileId) }),
  )
  server.get('/v2/invoices/:invoiceId/history', historyOf('an invoice', 'invoiceId'), (request) =>
    answer(app, request, { of: 'invoice', id: idOf(request.params.invoiceId) }),
  )
  server.get('/v2/tasks/:taskId/history', historyOf('a task', 'taskId'), (request) =>
    answer(app, request, { of: 'task', id: idOf(request.params.taskId) }),
  )
}

const wholeHistory: RouteModule = (server, app) => {
  onGet(server, '/v2/history', {
    config: { access: { right: 'administer' satisfies Right } },
    ...skipSchemaValidation,
    summary: 'List the history of the organisation',
    description:
      'For administrators: everything that happened in the organisation, newest first; of restricted matters and contracts only what they are members of. Filter by user, client, record, time and action.',
    querystring: listQueryOf(),
    responses: response,
    handler: (request) => answer(app, request, { of: 'organisation' }),
  })
}

const changesRoute: RouteModule = (server, app) => {
  onGet(server, '/v2/me/changes', {
    config: { access: { right: 'use' } },
    ...skipSchemaValidation,
    summary: 'List what changed on my records',
    description:
      'What happened since a time (by default in the last seven days) on the matters and contracts that you are a member of, newest first. Leave out your own changes with the filter `User/Id ne me()`.',
    querystring: Type.Object({
      since: Type.Optional(Type.String({ format: 'date-time', description: 'With its time zone.' })),
      ...listQueryOf().properties,
    }),
    responses: response,
    handler: (request) => answer(app, request, { of: 'memberships', since: sinceIn(app, request) }),
  })
}

function sinceIn({ clock }: App, { query }: FastifyRequest): Date {
  const { since } = query as { readonly since?: unknown }
  if (since === undefined || since === '') return new Date(clock.now().getTime() - 7 * day)
  const time = typeof since === 'string' && zoned.test(since) ? new Date(since.replace(' ', '+')) : undefined
  if (!time || Number.isNaN(time.getTime())) {
    throw badInput('since', 'must be a time with its zone, such as 2026-05-06T17:00:00Z.')
  }
  return time
}

// a + that was not encoded arrives as a space
const zoned = /^[12]\d{3}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+ -]\d\d:\d\d)$/i

export const historyRoutes: RouteModule = (server, app) => {
  for (const routes of [recordHistories, wholeHistory, changesRoute]) routes(server, app)
}
