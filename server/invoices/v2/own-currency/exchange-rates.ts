// v2 of rates of exchange: a list, one with its history, entering, correcting, removing, and reading a CSV.
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
import { mostExchangeRateBytes } from '../../own-currency/exchange-rates-file.ts'
import { importExchangeRates } from '../../own-currency/import-exchange-rates.ts'
import { exchangeRateRows, getExchangeRate } from '../../own-currency/list-exchange-rates.ts'
import {
  correctExchangeRate,
  enterExchangeRate,
  removeExchangeRate,
} from '../../own-currency/set-exchange-rates.ts'
import {
  exchangeRateDetailsSchema,
  exchangeRateDetailsToV2,
  exchangeRateListColumns,
  exchangeRateProperties,
  exchangeRateSchema,
  exchangeRateToV2,
  newExchangeRateFromV2,
  newExchangeRateSchema,
  rateCorrectionFromV2,
  rateCorrectionSchema,
} from './exchange-rates.wire.ts'

const use = { access: { right: 'use' } } as const
const administer = { access: { right: 'administer' } } as const

const readRoutes: RouteModule = (server, app) => {
  onList(server, app, '/v2/exchangeRates', {
    config: use,
    summary: 'List rates of exchange',
    description:
      'The rates that your organisation keeps, for people of its legal department. The rate for a day is the newest on or before it, unless it is older than the financial settings allow.',
    item: exchangeRateSchema,
    properties: exchangeRateProperties,
    columns: exchangeRateListColumns,
    rows: (reading, actor) => exchangeRateRows(reading, actor),
    toV2: exchangeRateToV2,
  })

  onGet(server, '/v2/exchangeRates/:rateId', {
    config: { ...use, etag: true },
    summary: 'Get a rate of exchange',
    description: 'With every version of it.',
    returns: exchangeRateDetailsSchema,
    handler: async (request, reply) => {
      const id = idOf(request.params.rateId)
      const { row, versions } = await getExchangeRate(app, actorOf(request), id, exchangeRateListColumns)
      reply.header('etag', etagOf(Number(row['version'])))
      return exchangeRateDetailsToV2(row, versions)
    },
  })
}

const changeRoutes: RouteModule = (server, app) => {
  onPost(server, '/v2/exchangeRates', {
    config: {
      ...administer,
      documentedBodies: jsonBody(newExchangeRateSchema, {
        currency: 'GBP',
        from: '2026-05-01',
        rate: 2.2415,
      }),
    },
    summary: 'Enter a rate of exchange',
    description:
      'Into the currency of your financial settings. 400 for a day that has a rate of the currency: correct that one.',
    creates: exchangeRateDetailsSchema,
    handler: async (request, reply) => {
      const actor = actorOf(request)
      const id = await enterExchangeRate(app, actor, newExchangeRateFromV2(request.body))
      const { row, versions } = await getExchangeRate(app, actor, id, exchangeRateListColumns)
      reply.header('location', `/v2/exchangeRates/${id}`)
      return exchangeRateDetailsToV2(row, versions)
    },
  })

  onPatch(server, '/v2/exchangeRates/:rateId', {
    config: {
      ...administer,
      ifMatch: true,
      documentedBodies: mergePatchBody(rateCorrectionSchema, { rate: 2.2451, reason: 'Two digits swapped' }),
    },
    summary: 'Correct a rate of exchange',
    description:
      'With a reason. The version before stays in its history, and approved invoices keep the rate and the amounts that they were approved with.',
    handler: async (request) => {
      const correction = { id: idOf(request.params.rateId), ...rateCorrectionFromV2(request.body) }
      await correctExchangeRate(app, actorOf(request), correction, { checkVersion: versionCheck(request) })
    },
  })

  onDelete(server, '/v2/exchangeRates/:rateId', {
    config: { ...administer, ifMatch: true },
    summary: 'Remove a rate of exchange',
    description:
      'For one that no approved invoice has; 409 for any other. The history of your organisation keeps it.',
    handler: async (request) => {
      const id = idOf(request.params.rateId)
      await removeExchangeRate(app, actorOf(request), id, { checkVersion: versionCheck(request) })
    },
  })
}

const ofFile = { rows: 'rates', differently: 'with another value' } as const

const reportSchema = correctingReport(ofFile, {
  title: 'ExchangeRatesReport',
  example: {
    valid: false,
    added: 28,
    corrected: 0,
    unchanged: 2,
    problems: [{ row: 4, column: 'Date', message: 'must be a day such as 2026-05-06.' }],
  },
})

const importRoutes: RouteModule = (server, app) => {
  acceptRawBodies(server)
  onPost(server, '/v2/exchangeRates/imports', {
    config: {
      ...administer,
      documentedBodies: csvBodies,
    },
    operationId: 'importExchangeRates',
    summary: 'Import rates of exchange from a CSV',
    description:
      'With the headings Currency, Date and Rate, of at most 1 MiB and 10,000 rates. All rates of the file are taken, or none: 400 names every mistake by row and column. Rows that are kept already change nothing, so that a file can be sent again. With checkOnly=true the result is a report with the same information.',
    querystring: correctingQuery(ofFile),
    returns: reportSchema,
    handler: async (request) => {
      const asked = await readCorrectingImport(request, { ...ofFile, most: mostExchangeRateBytes })
      const report = await importExchangeRates(app, actorOf(request), asked)
      return { valid: report.problems.length === 0, ...report, problems: [...report.problems] }
    },
  })
}

export const exchangeRateRoutes: RouteModule = (server, app) => {
  for (const routes of [readRoutes, changeRoutes]) routes(server, app)
}

export { importRoutes as exchangeRateImportRoutes }
