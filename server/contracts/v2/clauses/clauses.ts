// v2 of the library of clauses: list, one with its versions, adding, changing, approving, retiring.
import type { FastifyReply } from 'fastify'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { namesV2 } from '../../../http/input-names.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { approveClause, deleteClause, restoreClause, retireClause } from '../../clauses/approve-clauses.ts'
import { clauseRows, getClause, listClauseCategories } from '../../clauses/list-clauses.ts'
import { addClauseVersion, createClause, updateClause } from '../../clauses/write-clauses.ts'
import {
  approvalFromV2,
  approvalSchema,
  clauseChangesFromV2,
  clauseChangesSchema,
  newClauseExample,
  newClauseFromV2,
  newClauseSchema,
  newVersionExample,
  newVersionFromV2,
  newVersionSchema,
} from './clause-bodies.wire.ts'
import {
  categoriesSchema,
  clauseColumns,
  clauseDetailsSchema,
  clauseDetailsToV2,
  clauseProperties,
  clauseSchema,
  clauseToV2,
} from './clauses.wire.ts'

const use = { access: { right: 'read-libraries' } } as const
const administer = { access: { right: 'administer' } } as const
const inputNames = namesV2({ ownerId: 'owner' })

async function shownClause(app: App, actor: Actor, reply: FastifyReply, id: number) {
  const details = await getClause(app, actor, id, clauseColumns)
  reply.header('etag', etagOf(Number(details.row['version'])))
  return clauseDetailsToV2(details, actor.role === 'Administrator')
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/clauses', {
    config: use,
    summary: 'List clauses',
    description:
      "The library of the organisation. Those that can be used: $filter=State eq 'Approved'. People of law firms see the library of their own organisation.",
    item: clauseSchema,
    properties: clauseProperties,
    columns: clauseColumns,
    order: [
      { name: 'title', descending: false },
      { name: 'id', descending: false },
    ],
    rows: (reading, actor) => clauseRows(reading, actor),
    toV2: clauseToV2,
  })

  onGet(server, '/v2/clauses/categories', {
    config: use,
    operationId: 'listClauseCategories',
    summary: 'List the categories of clauses',
    description: 'Of clauses that are not retired.',
    returns: categoriesSchema,
    handler: async (request) => {
      const categories = await listClauseCategories(app, actorOf(request))
      return { items: categories.map((each) => ({ ...each })) }
    },
  })

  onGet(server, '/v2/clauses/:clauseId', {
    config: { ...use, etag: true },
    summary: 'Get a clause',
    description: 'With all its versions: texts, guidance for the negotiator, and why each was made.',
    returns: clauseDetailsSchema,
    handler: (request, reply) => shownClause(app, actorOf(request), reply, idOf(request.params.clauseId)),
  })
}

const writeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/clauses', {
    config: {
      ...administer,
      etag: true,
      inputNames,
      documentedBodies: jsonBody(newClauseSchema, newClauseExample),
    },
    summary: 'Add a clause',
    description: 'As a draft, for those who administer contract types. 409 if another clause has its key.',
    creates: clauseDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createClause(app, actor, newClauseFromV2(request.body))
      reply.header('location', `/v2/clauses/${id}`)
      return shownClause(app, actor, reply, id)
    },
  })

  onPatch(server, '/v2/clauses/:clauseId', {
    config: {
      ...administer,
      ifMatch: true,
      inputNames,
      documentedBodies: mergePatchBody(clauseChangesSchema, { category: 'Liability' }),
    },
    summary: 'Change title, category or owner of a clause',
    description: 'A merge patch. Texts are changed by a version.',
    handler: (request) =>
      updateClause(app, actorOf(request), idOf(request.params.clauseId), {
        changes: clauseChangesFromV2(request.body),
        checkVersion: versionCheck(request),
      }),
  })

  onPost(server, '/v2/clauses/:clauseId/versions', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: jsonBody(newVersionSchema, newVersionExample),
    },
    operationId: 'addClauseVersion',
    summary: 'Add a version of a clause',
    description:
      'All its texts, and the reason. It is used once it is approved. 409 if nothing is changed, and for a retired clause.',
    creates: clauseDetailsSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.clauseId)]
      const version = newVersionFromV2(request.body)
      await addClauseVersion(app, actor, id, { ...version, checkVersion: versionCheck(request) })
      reply.header('location', `/v2/clauses/${id}`)
      return shownClause(app, actor, reply, id)
    },
  })
}

const stateRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/clauses/:clauseId/approve', {
    config: {
      ...administer,
      ifMatch: true,
      etag: true,
      documentedBodies: jsonBody(approvalSchema, { version: 1 }),
    },
    operationId: 'approveClause',
    summary: 'Approve a version of a clause',
    description:
      'It is the one that is used from now on: the latest, or an earlier one to go back to. 409 for a retired clause.',
    returns: clauseDetailsSchema,
    handler: async (request, reply) => {
      const [actor, id] = [actorOf(request), idOf(request.params.clauseId)]
      const approve = approvalFromV2(request.body)
      await approveClause(app, actor, id, { approve, checkVersion: versionCheck(request) })
      return shownClause(app, actor, reply, id)
    },
  })

  onPost(server, '/v2/clauses/:clauseId/retire', {
    config: { ...administer, errors: ['conflict'] },
    operationId: 'retireClause',
    summary: 'Retire a clause',
    description:
      'It goes into no other document; those that have it keep it. 409 while the document of a contract type in use names it.',
    handler: (request) => retireClause(app, actorOf(request), idOf(request.params.clauseId)),
  })

  onPost(server, '/v2/clauses/:clauseId/restore', {
    config: administer,
    summary: 'Take a clause into use again',
    description: 'With the version that was approved.',
    handler: (request) => restoreClause(app, actorOf(request), idOf(request.params.clauseId)),
  })

  onDelete(server, '/v2/clauses/:clauseId', {
    config: administer,
    summary: 'Delete a clause that was never approved',
    description: 'With its versions. 409 for one that was approved: retire it.',
    handler: (request) => deleteClause(app, actorOf(request), idOf(request.params.clauseId)),
  })
}

export const clauseRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, writeRoutes, stateRoutes]) routes(server, app)
}
