// v2 of contracts and key dates as a whole: exports.
import type { RouteModule } from '../../http/route.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { reportedRecords } from '../../records/v2/reported-records.ts'
import { contractKind } from '../contract-kind.ts'
import { keyDateListing, listKeyDateRows } from '../key-date-listing.ts'
import { contractFilters, contractForms, contractProperties } from './contracts.wire.ts'
import { keyDateProperties } from './key-dates.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of contracts. */
export const reportedContracts = reportedRecords(contractKind, {
  name: 'contracts',
  properties: contractProperties,
  filters: contractFilters,
  forms: contractForms.forms,
  usual: [
    'Id',
    'Name',
    'Type/Name',
    'Status',
    'StageSince',
    ...person('Owner'),
    'TeamAssigned/Name',
    'ExternalId',
    'Restricted',
    'Expiry',
    'Executed/DateUtc',
    'Created/DateUtc',
    'Modified/DateUtc',
  ],
})

/** The list of key dates. */
export const reportedKeyDates: ReportedSource = {
  name: 'keyDates',
  usual: ['Id', 'Name', 'Date', 'Value', 'Contract/Id', 'Contract/Name'],
  open: async (app, actor) => ({
    resource: { ...keyDateListing, properties: keyDateProperties },
    fields: [],
    ...pagesOf((asked) => listKeyDateRows(app, actor, undefined, asked)),
  }),
}

const config = { access: { right: 'use' } } as const

export const contractReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/contracts/export',
    { config, ...skipSchemaValidation, schema: exportSchema('contracts') },
    (request, reply) => exportList(app, request, reply, reportedContracts),
  )
  server.get(
    '/v2/keyDates/export',
    { config, ...skipSchemaValidation, schema: exportSchema('key dates') },
    (request, reply) => exportList(app, request, reply, reportedKeyDates),
  )
}
