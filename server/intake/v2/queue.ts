// v2 of the queue of the legal department: its list, export and counts, and what is done with many requests.
import type { RouteModule } from '../../http/route.ts'
import { onPost } from '../../http/routes.ts'
import { onList } from '../../http/v2/list-routes.ts'
import { jsonBody } from '../../http/v2/bodies.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import {
  bulkAnswer,
  type BulkChange,
  bulkDescription,
  bulkSchema,
  bulkStarted,
  changeMany,
} from '../../http/v2/reports/bulk.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import { bulkJobs } from '../../records/bulk/commands/keep-bulk-change.ts'
import { acceptRequest, assignRequest, declineRequest } from '../commands/decide-request.ts'
import { takeBackDecision } from '../commands/take-back-decision.ts'
import {
  checkTakesOn,
  groupWaiting,
  pageOfWaiting,
  pageOfWaitingRequests,
  requestIn,
  waitingColumns,
  waitingListing,
} from '../waiting-requests.ts'
import { queueChangeExample, queueChangeFromV2, queueChangeSchema, queueProperties } from './queue.wire.ts'
import type { QueueChange } from './queue.wire.ts'
import { intakeInputNames, listedRequestSchema, listedRequestToV2 } from './requests.wire.ts'

const config = { access: { right: 'use' } } as const

/** The queue. */
export const reportedQueue: ReportedSource = {
  name: 'intake',
  usual: [
    'Id',
    'Name',
    'Type/Title',
    'Requester/Name',
    'Next',
    'With/Person/Name',
    'With/Team',
    'Due',
  ].concat('Created/DateUtc', 'Description'),
  open: async (app, actor) => {
    // before anything of a file is sent
    checkTakesOn(actor)
    return {
      resource: { ...waitingListing, properties: queueProperties },
      fields: [],
      ...pagesOf((asked) => pageOfWaiting(app, actor, asked)),
      groups: (asked) => groupWaiting(app, actor, asked),
    }
  },
}

/** How many requests are assigned, accepted or declined. */
export const queueBulkChange: BulkChange<QueueChange> = {
  jobs: bulkJobs,
  source: reportedQueue,
  read: queueChangeFromV2,
  takeBack: takeBackDecision,
  update: (one, actor, id, { changes, onlyEmpty }) => {
    if ('assigned' in changes) return assignRequest(one, actor, id, { ...changes.assigned, onlyEmpty })
    const { decided } = changes
    return decided.decision === 'Accepted'
      ? acceptRequest(one, actor, id)
      : declineRequest(one, actor, id, decided.reason)
  },
}

const listRoute: RouteModule = (server, app) => {
  onList(server, app, '/v2/intake', {
    config,
    summary: 'List the requests that wait to be taken on',
    description:
      'The queue of the legal department: requests in intake, and those that wait for their manager to accept them, the earliest promise first. For people who work in legal and those who manage intake.',
    item: listedRequestSchema,
    properties: queueProperties,
    columns: waitingColumns,
    order: [
      { name: 'due', descending: false },
      { name: 'dueAt', descending: false },
    ],
    rows: (reading, actor) => ({
      listing: waitingListing,
      page: (asked) => pageOfWaitingRequests(reading, actor, asked),
    }),
    toV2: (row) => {
      const { request, names } = requestIn(row)
      return listedRequestToV2(request, names)
    },
  })
}

const reportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/intake/export',
    { config, ...skipSchemaValidation, schema: exportSchema('the requests that wait to be taken on') },
    (request, reply) => exportList(app, request, reply, reportedQueue),
  )
  server.get(
    '/v2/intake/summary',
    { config, ...skipSchemaValidation, schema: summarySchema('the requests that wait to be taken on') },
    (request) => summariseList(app, request, reportedQueue),
  )
  onPost(server, '/v2/intake/bulk', {
    config: {
      ...config,
      documentedBodies: jsonBody(bulkSchema(queueChangeSchema), queueChangeExample),
      inputNames: intakeInputNames,
    },
    summary: 'Assign, accept or decline many requests',
    description: `${bulkDescription} Undoing it leaves the requests waiting as before, and their requesters are notified of that.`,
    responses: { 200: bulkAnswer, 202: bulkStarted },
    handler: (request, reply) => changeMany(app, request, reply, queueBulkChange),
  })
}

export const queueRoutes: RouteModule = (server, app) => {
  for (const routes of [listRoute, reportRoutes]) routes(server, app)
}
