// The lists of invoices among those that odata-lists.ts documents.
import { shareListing } from '../server/invoices/allocation/allocated-listing.ts'
import { moneyListing } from '../server/invoices/by-date/listing.ts'
import { moneyProperties } from '../server/invoices/v2/by-date/listed-money.ts'
import { costEntryListing } from '../server/invoices/allocation/list-cost-lists.ts'
import { exportListing } from '../server/invoices/exports/list-exports.ts'
import { invoiceListing } from '../server/invoices/invoice-details.ts'
import { recipientListing } from '../server/invoices/list-recipients.ts'
import { taxCodeListing } from '../server/invoices/taxes/list-tax-codes.ts'
import { taxCodeProperties } from '../server/invoices/v2/taxes/tax-codes.wire.ts'
import { exchangeRateListing } from '../server/invoices/own-currency/list-exchange-rates.ts'
import { legalCostListing } from '../server/invoices/inside-costs/legal-costs.ts'
import { insideCostListing } from '../server/invoices/inside-costs/list-inside-costs.ts'
import { insideCostProperties } from '../server/invoices/v2/inside-costs/inside-costs.wire.ts'
import { legalCostProperties } from '../server/invoices/v2/inside-costs/legal-costs.ts'
import { orderListing } from '../server/invoices/orders/list-orders.ts'
import { proposalListing } from '../server/invoices/rates/list-proposals.ts'
import { rateListing } from '../server/invoices/rates/list-rates.ts'
import { lineListing } from '../server/invoices/line-listing.ts'
import { listedShareProperties } from '../server/invoices/v2/allocation/listed-shares.ts'
import { costEntryProperties } from '../server/invoices/v2/allocation/cost-lists.ts'
import { invoiceLineProperties } from '../server/invoices/v2/lines.ts'
import { financeExportProperties } from '../server/invoices/v2/exports/exports.wire.ts'
import { invoiceProperties } from '../server/invoices/v2/invoices.wire.ts'
import { exchangeRateProperties } from '../server/invoices/v2/own-currency/exchange-rates.wire.ts'
import { orderProperties } from '../server/invoices/v2/orders/orders.wire.ts'
import { listedProposalProperties } from '../server/invoices/v2/rates/proposals.wire.ts'
import { listedRateProperties } from '../server/invoices/v2/rates/rates.wire.ts'
import { recipientProperties } from '../server/invoices/v2/recipients.ts'
import type { Actor } from '../server/platform/actor.ts'
import type { App } from '../server/platform/app.ts'
import type { DocumentedList } from './odata-lists.ts'

/** Invoices, their lines, what is agreed about them and their recipients, as the reader sees them. */
export const invoiceLists = (app: App, reader: Actor): readonly DocumentedList[] => [
  {
    paths: ['/v2/invoices', '/v2/invoices/export', '/v2/invoices/summary'],
    resource: { ...invoiceListing(app, reader), properties: invoiceProperties },
  },
  {
    paths: ['/v2/invoiceLines', '/v2/invoiceLines/export'],
    resource: { ...lineListing(app, reader), properties: invoiceLineProperties },
  },
  {
    paths: ['/v2/invoiceAllocations', '/v2/invoiceAllocations/export'],
    resource: { ...shareListing(app, reader), properties: listedShareProperties },
  },
  {
    paths: ['/v2/moneyByDate', '/v2/moneyByDate/export'],
    resource: { ...moneyListing(reader), properties: moneyProperties },
  },
  { paths: ['/v2/taxCodes'], resource: { ...taxCodeListing, properties: taxCodeProperties } },
  { paths: ['/v2/purchaseOrders'], resource: { ...orderListing(reader), properties: orderProperties } },
  {
    paths: ['/v2/agreedRates', '/v2/agreedRates/export'],
    resource: { ...rateListing, properties: listedRateProperties },
  },
  {
    paths: ['/v2/exchangeRates'],
    resource: { ...exchangeRateListing, properties: exchangeRateProperties },
  },
  {
    paths: ['/v2/insideCosts', '/v2/insideCosts/export'],
    resource: { ...insideCostListing, properties: insideCostProperties },
  },
  {
    paths: ['/v2/legalCosts', '/v2/legalCosts/export'],
    resource: { ...legalCostListing, properties: legalCostProperties },
  },
  {
    paths: ['/v2/financeExports'],
    resource: { ...exportListing(app, reader), properties: financeExportProperties },
  },
  {
    paths: ['/v2/costCentres'],
    resource: { ...costEntryListing('costCentres'), properties: costEntryProperties },
  },
  {
    paths: ['/v2/legalEntities'],
    resource: { ...costEntryListing('legalEntities'), properties: costEntryProperties },
  },
  { paths: ['/v2/rateProposals'], resource: { ...proposalListing, properties: listedProposalProperties } },
  { paths: ['/v2/invoiceRecipients'], resource: { ...recipientListing, properties: recipientProperties } },
]
