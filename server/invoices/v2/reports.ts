// v2 of invoices as a whole: exports, counts by groups.
import type { RouteModule } from '../../http/route.ts'
import { skipSchemaValidation } from '../../http/v2/odata.ts'
import { summariseList, summarySchema } from '../../http/v2/reports/summary.ts'
import { exportList, exportSchema } from '../../http/v2/reports/export-list.ts'
import { pagesOf, type ReportedSource } from '../../http/v2/reports/reported-list.ts'
import { groupVisibleInvoices, invoiceListing, listVisibleInvoices } from '../invoice-details.ts'
import { invoiceProperties } from './invoices.wire.ts'

/** The list of invoices. */
export const reportedInvoices: ReportedSource = {
  name: 'invoices',
  amounts: [
    'Fees',
    'Disbursements',
    'OtherFees',
    'TotalTax',
    'Total',
    'ApprovedFees',
    'ApprovedTotal',
    'AmountPaid',
    'Remaining',
  ],
  usual: [
    'Id',
    'Number',
    'Status',
    'Matter/Id',
    'Matter/Name',
    'ProviderName',
    'InvoiceDate',
    'DueDate',
    'Currency',
    'Fees',
    'Disbursements',
    'OtherFees',
    'TotalTax',
    'Total',
    'ApprovedFees',
    'Paid',
  ],
  open: async (app, actor) => ({
    resource: { ...invoiceListing(app, actor), properties: invoiceProperties },
    fields: [],
    ...pagesOf((asked) => listVisibleInvoices(app, actor, asked)),
    groups: (asked) => groupVisibleInvoices(app, actor, asked),
  }),
}

export const invoiceReportRoutes: RouteModule = (server, app) => {
  server.get(
    '/v2/invoices/export',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: exportSchema('invoices') },
    (request, reply) => exportList(app, request, reply, reportedInvoices),
  )
  server.get(
    '/v2/invoices/summary',
    { config: { access: { right: 'use' } }, ...skipSchemaValidation, schema: summarySchema('invoices') },
    (request) => summariseList(app, request, reportedInvoices),
  )
}
