// v2 of agreed rates: lists, one with its history, agreeing, ending, correcting, withdrawing, and exports.
import Type from 'typebox'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { idOf } from '../../../http/ids.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onGet, onPatch, onPost } from '../../../http/routes.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import type { ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import { getRate, rateRows } from '../../rates/list-rates.ts'
import { changeRate, createRate, withdrawRate } from '../../rates/set-rates.ts'
import { newRateFromV2, rateChangesFromV2, rateInputNames, reasonFromV2 } from './rate-bodies.wire.ts'
import {
  listedRateProperties,
  longestReason,
  newRateSchema,
  rateChangesSchema,
  rateColumns,
  rateDetailsSchema,
  rateDetailsToV2,
  rateSchema,
  rateToV2,
} from './rates.wire.ts'

const use = { access: { right: 'use' } } as const
const manage = { access: { right: 'manage-invoices' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/agreedRates', {
    config: use,
    summary: 'List agreed rates',
    description:
      'The rates that are agreed with law firms, for people who work on invoices; for those of a law firm its own. Withdrawn ones are among them: $filter=Withdrawn eq false leaves them out.',
    item: rateSchema,
    properties: listedRateProperties,
    columns: rateColumns,
    rows: (reading, actor) => rateRows(reading, actor),
    toV2: rateToV2,
  })

  onGet(server, '/v2/agreedRates/:rateId', {
    config: { ...use, etag: true },
    summary: 'Get an agreed rate',
    description: 'With every version of it.',
    returns: rateDetailsSchema,
    handler: async (request, reply) => {
      const { row, versions } = await getRate(app, actorOf(request), idOf(request.params.rateId), rateColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return rateDetailsToV2(row, versions)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/agreedRates', {
    config: {
      ...manage,
      documentedBodies: jsonBody(newRateSchema, {
        firm: { id: 6 },
        timekeeper: { number: '14', name: 'Ruth Calder' },
        currency: 'NZD',
        rate: 412.5,
        from: '2026-01-01',
        endEarlier: true,
      }),
      inputNames: rateInputNames,
    },
    summary: 'Agree a rate',
    description:
      'With a law firm of your organisation. It applies to lines of which everything is true that it names, and a more special rate goes before it. 400 if it overlaps another rate for the same work.',
    creates: rateDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await createRate(app, actor, newRateFromV2(request.body))
      const { row, versions } = await getRate(app, actor, id, rateColumns)
      reply.header('location', `/v2/agreedRates/${id}`)
      return rateDetailsToV2(row, versions)
    },
  })

  onPatch(server, '/v2/agreedRates/:rateId', {
    config: {
      ...manage,
      ifMatch: true,
      documentedBodies: mergePatchBody(rateChangesSchema, { to: '2099-12-31' }),
      inputNames: rateInputNames,
    },
    summary: 'End or correct a rate',
    description:
      'A merge patch. The last day ends an open rate; anything else is a correction and needs a reason. The version before stays in the history, and approved invoices keep the rate that was agreed when they were approved.',
    handler: async (request) => {
      const asked = { id: idOf(request.params.rateId), changes: rateChangesFromV2(request.body) }
      await changeRate(app, actorOf(request), asked, { checkVersion: versionCheck(request) })
    },
  })
}

const withdrawRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/agreedRates/:rateId/withdraw', {
    config: {
      ...manage,
      ifMatch: true,
      documentedBodies: jsonBody(
        Type.Object({ reason: Type.String({ minLength: 1, maxLength: longestReason }) }),
        { reason: 'Entered for the wrong firm' },
      ),
    },
    operationId: 'withdrawAgreedRate',
    summary: 'Withdraw a rate',
    description:
      'For a rate that was a mistake: it never applies, and stays in the history. 409 once it is withdrawn.',
    handler: async (request) => {
      const reason = reasonFromV2(request.body)
      const id = idOf(request.params.rateId)
      await withdrawRate(app, actorOf(request), id, { reason, checkVersion: versionCheck(request) })
    },
  })
}

/** The list of rates. */
const reportedRates: ReportedSource = {
  name: 'agreedRates',
  amounts: ['Rate'],
  usual: [
    'Firm/Name',
    'Matter/Id',
    'Matter/Name',
    'Timekeeper/Number',
    'Timekeeper/Name',
    'TimekeeperClass',
    'Currency',
    'Rate',
    'From',
    'To',
  ],
  open: async (app, actor) => {
    const { listing, read, count } = rateRows(app, actor)
    return {
      resource: { ...listing, properties: listedRateProperties },
      fields: [],
      read,
      count,
    }
  },
}

const exportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/agreedRates/export',
    { config: use, ...skipSchemaValidation, schema: exportSchema('agreed rates') },
    (request, reply) => exportList(app, request, reply, reportedRates),
  )
}

export const agreedRateRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes, withdrawRoutes, exportRoutes]) routes(server, app)
}
