// v2 of contracts and key dates as a whole: the lists of them, how many contracts are changed, key dates as a file, and
// how long contracts stay in each stage.
import { bulkJobs } from '../../records/bulk/commands/keep-bulk-change.ts'
import Type from 'typebox'
import { readList } from '../../platform/lists/read-list.ts'
import { actorOf, type RouteModule } from '../../http/route.ts'
import { onGet } from '../../http/routes.ts'
import { fieldNamesIn } from '../../http/v2/field-properties.ts'
import { nullable } from '../../http/v2/references.wire.ts'
import { readStageTimes } from '../stage-times.ts'
import { listFromV2, listQueryOf, skipSchemaValidation } from '../../http/v2/odata.ts'
import type { BulkChange } from '../../http/v2/reports/bulk.ts'
import { onlyOfEmpty } from '../../records/v2/bulk-fields.ts'
import { takeBackContract } from '../commands/take-back-contract.ts'
import { updateContract } from '../commands/update-contract.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { reportedRecords } from '../../records/v2/reported-records.ts'
import { contractKind } from '../contract-kind.ts'
import { approverListing, listApproverRows } from '../approvals/approver-listing.ts'
import { keyDateListing, listKeyDateRows } from '../key-date-listing.ts'
import { changesFromV2, contractFilters, contractProperties } from './contracts.wire.ts'
import { approverProperties } from './approvers.wire.ts'
import { keyDateProperties } from './key-dates.wire.ts'

const person = (path: string) => [`${path}/FirstName`, `${path}/LastName`]

/** The list of contracts. */
const reportedContracts = reportedRecords(contractKind, {
  name: 'contracts',
  amounts: ['Value'],
  properties: contractProperties,
  filters: contractFilters,
  usual: [
    'Id',
    'Name',
    'Type/Name',
    'Status',
    'StageSince',
    ...person('Owner'),
    'TeamAssigned/Name',
    'OtherParty/Name',
    'Value',
    'NextDate',
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

/** The list of those who were asked to approve, for counts. */
export const reportedApprovals: ReportedSource = {
  name: 'approvals',
  usual: [],
  open: async (app, actor) => ({
    resource: { ...approverListing, properties: approverProperties },
    fields: [],
    ...pagesOf((asked) => listApproverRows(app, actor, asked)),
  }),
}

const { $filter } = listQueryOf().properties as Readonly<Record<string, Type.TSchema>>
const days = nullable<number>('number')

const stageTimesSchema = Type.Object(
  {
    items: Type.Array(
      Type.Object({
        stage: Type.String(),
        count: Type.Integer(),
        median: days,
        p90: days,
        current: Type.Integer(),
      }),
    ),
    asOf: Type.String({ format: 'date-time' }),
  },
  {
    examples: [
      {
        items: [{ stage: 'Negotiating', count: 214, median: 12.5, p90: 41, current: 36 }],
        asOf: '2026-05-06T09:00:00.000Z',
      },
    ],
  },
)

const config = { access: { right: 'use' } } as const

/** How many contracts are changed. */
export const contractBulkChange: BulkChange<ReturnType<typeof changesFromV2>> = {
  jobs: bulkJobs,
  takeBack: takeBackContract,
  source: reportedContracts,
  read: changesFromV2,
  update: (one, actor, id, { changes, onlyEmpty }) =>
    updateContract(one, actor, id, (contract) => (onlyEmpty ? onlyOfEmpty(changes, contract) : changes)),
}

export const contractReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/keyDates/export',
    { config, ...skipSchemaValidation, schema: exportSchema('key dates') },
    (request, reply) => exportList(app, request, reply, reportedKeyDates),
  )
  onGet(server, '/v2/contracts/stageTimes', {
    config,
    ...skipSchemaValidation,
    summary: 'Read how long contracts stay in each stage',
    description:
      'In days, from the history of the contracts that you see and the filter finds: how many stays have ended, their median and ninetieth percentile, and how many contracts are in the stage now.',
    querystring: Type.Object($filter ? { $filter } : {}),
    returns: stageTimesSchema,
    handler: (request) =>
      readList(app, { demanding: true, together: true }, async (reading) => {
        const actor = actorOf(request)
        const named = fieldNamesIn(request)
        const { resource } = await reportedContracts.open(reading, actor, { named, all: false })
        const { query } = await listFromV2(reading, request, resource)
        const items = await readStageTimes(reading, actor, { filter: query.filter, listing: resource })
        return { items: [...items], asOf: app.clock.now().toISOString() }
      }),
  })
}
