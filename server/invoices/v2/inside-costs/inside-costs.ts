// v2 of inside costs: a list, one with its history, entering, correcting, removing, and reading a CSV.
import { acceptRawBodies } from '../../../http/bodies/raw-body.ts'
import { idOf } from '../../../http/ids.ts'
import { etagOf, versionCheck } from '../../../http/if-match.ts'
import { actorOf, type RouteModule } from '../../../http/route.ts'
import { onDelete, onGet, onPatch, onPost } from '../../../http/routes.ts'
import {
  correctingQuery,
  correctingReport,
  csvBodies,
  readCorrectingImport,
} from '../../../http/v2/csv-imports.ts'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import { onList } from '../../../http/v2/list-routes.ts'
import { skipSchemaValidation } from '../../../http/v2/odata.ts'
import { exportList, exportSchema } from '../../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../../http/v2/reports/reported-list.ts'
import { importInsideCosts } from '../../inside-costs/import-inside-costs.ts'
import { mostInsideCostBytes } from '../../inside-costs/inside-costs-file.ts'
import { checkSeesInsideCosts } from '../../inside-costs/access.ts'
import {
  getInsideCost,
  insideCostListing,
  insideCostRows,
  listInsideCosts,
} from '../../inside-costs/list-inside-costs.ts'
import { correctInsideCost, enterInsideCost, removeInsideCost } from '../../inside-costs/set-inside-costs.ts'
import {
  insideCostCorrectionFromV2,
  insideCostCorrectionSchema,
  insideCostDetailsSchema,
  insideCostDetailsToV2,
  insideCostListColumns,
  insideCostProperties,
  insideCostSchema,
  insideCostToV2,
  newInsideCostFromV2,
  newInsideCostSchema,
} from './inside-costs.wire.ts'

const use = { access: { right: 'use' } } as const

/** The list of inside costs. */
export const reportedInsideCosts: ReportedSource = {
  name: 'insideCosts',
  amounts: ['Amount'],
  usual: [
    'Month',
    'Kind',
    'CostCentre/Code',
    'CostCentre/Name',
    'Department/Name',
    'Amount',
    'Currency',
    'Hours',
    'Note',
  ],
  open: async (app, actor) => {
    checkSeesInsideCosts(actor)
    return {
      resource: { ...insideCostListing, properties: insideCostProperties },
      fields: [],
      ...pagesOf((asked) => listInsideCosts(app, actor, asked)),
    }
  },
}

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/insideCosts', {
    config: use,
    summary: 'List inside costs',
    description:
      'What the department itself costs, by fiscal month, kind, cost centre and department: for people of your organisation with the permission SeeAllSpend or ManageInsideCosts.',
    item: insideCostSchema,
    properties: insideCostProperties,
    columns: insideCostListColumns,
    rows: (reading, actor) => insideCostRows(reading, actor),
    toV2: insideCostToV2,
  })

  server.get(
    '/v2/insideCosts/export',
    { config: use, ...skipSchemaValidation, schema: exportSchema('inside costs') },
    (request, reply) => exportList(app, request, reply, reportedInsideCosts),
  )

  onGet(server, '/v2/insideCosts/:costId', {
    config: { ...use, etag: true },
    summary: 'Get an inside cost',
    description: 'With every version of it.',
    returns: insideCostDetailsSchema,
    handler: async (request, reply) => {
      const id = idOf(request.params.costId)
      const { row, versions } = await getInsideCost(app, actorOf(request), id, insideCostListColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return insideCostDetailsToV2(row, versions)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/insideCosts', {
    config: {
      ...use,
      documentedBodies: jsonBody(newInsideCostSchema, {
        month: '2026-05-01',
        kind: 'People',
        amount: 42_500,
        hours: 620,
      }),
    },
    summary: 'Enter an inside cost',
    description:
      'In the currency of your financial settings, for the fiscal month that the day is in. 400 where there is one of the month, kind, cost centre and department: correct that one. It needs the permission ManageInsideCosts.',
    creates: insideCostDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await enterInsideCost(app, actor, newInsideCostFromV2(request.body))
      const { row, versions } = await getInsideCost(app, actor, id, insideCostListColumns)
      reply.header('location', `/v2/insideCosts/${id}`)
      return insideCostDetailsToV2(row, versions)
    },
  })

  onPatch(server, '/v2/insideCosts/:costId', {
    config: {
      ...use,
      ifMatch: true,
      documentedBodies: mergePatchBody(insideCostCorrectionSchema, {
        amount: 43_100,
        reason: 'Bonus of May was missing',
      }),
    },
    summary: 'Correct an inside cost',
    description:
      'With a reason. The version before stays in its history. One that was entered before a change of your currency is one of the new currency then.',
    handler: async (request) => {
      const correction = { id: idOf(request.params.costId), ...insideCostCorrectionFromV2(request.body) }
      await correctInsideCost(app, actorOf(request), correction, { checkVersion: versionCheck(request) })
    },
  })

  onDelete(server, '/v2/insideCosts/:costId', {
    config: { ...use, ifMatch: true },
    summary: 'Remove an inside cost',
    description: 'With its versions; the history of your organisation keeps that it was there.',
    handler: async (request) => {
      const id = idOf(request.params.costId)
      await removeInsideCost(app, actorOf(request), id, { checkVersion: versionCheck(request) })
    },
  })
}

const ofFile = { rows: 'costs', differently: 'with other values' } as const

const reportSchema = correctingReport(ofFile, {
  title: 'InsideCostsReport',
  example: {
    valid: false,
    added: 34,
    corrected: 0,
    unchanged: 2,
    problems: [{ row: 4, column: 'Kind', message: 'must be one of People, Software, Other.' }],
  },
})

export const insideCostImportRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/insideCosts/imports', {
    config: {
      ...use,
      documentedBodies: csvBodies,
    },
    operationId: 'importInsideCosts',
    summary: 'Import inside costs from a CSV',
    description:
      'With the headings Month, Kind and Amount, and optionally Cost centre, Department, Hours and Note, of at most 1 MiB and 5,000 costs. All costs of the file are taken, or none: 400 names every mistake by row and column. Rows that are kept already change nothing, so that a file can be sent again. With checkOnly=true the result is a report with the same information. It needs the permission ManageInsideCosts.',
    querystring: correctingQuery(ofFile),
    returns: reportSchema,
    handler: async (request) => {
      const asked = await readCorrectingImport(request, { ...ofFile, most: mostInsideCostBytes })
      const report = await importInsideCosts(app, actorOf(request), asked)
      return { valid: report.problems.length === 0, ...report, problems: [...report.problems] }
    },
  })
}

export const insideCostRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}
