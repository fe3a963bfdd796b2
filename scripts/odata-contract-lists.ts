// The lists of contracts among those that odata-lists.ts documents.
import { contractKind } from '../server/contracts/contract-kind.ts'
import { approverListing } from '../server/contracts/approvals/approver-listing.ts'
import { keyDateListing } from '../server/contracts/key-date-listing.ts'
import { contractGroupRows, templateListing } from '../server/contracts/templates.ts'
import { contractFilters, contractProperties } from '../server/contracts/v2/contracts.wire.ts'
import { approverProperties } from '../server/contracts/v2/approvers.wire.ts'
import { keyDateProperties } from '../server/contracts/v2/key-dates.wire.ts'
import { groupProperties } from '../server/contracts/v2/type-administration.wire.ts'
import { clauseListing } from '../server/contracts/clauses/list-clauses.ts'
import { clauseProperties } from '../server/contracts/v2/clauses/clauses.wire.ts'
import { contractTypeProperties } from '../server/contracts/v2/types.wire.ts'
import { listingOf } from '../server/records/lists/record-lists.ts'
import type { Actor } from '../server/platform/actor.ts'
import type { App } from '../server/platform/app.ts'
import type { DocumentedList } from './odata-lists.ts'

/** Contracts, their types, clauses, approvals and key dates, as the reader sees them. */
export const contractLists = (app: App, reader: Actor): readonly DocumentedList[] => [
  {
    paths: ['/v2/contracts', '/v2/contracts/export', '/v2/contracts/summary', '/v2/contracts/stageTimes'],
    resource: {
      ...listingOf(contractKind, app, reader),
      properties: { ...contractProperties, ...contractFilters.properties },
      collectionProperties: contractFilters.collections,
    },
    withFields: true,
  },
  { paths: ['/v2/clauses'], resource: { ...clauseListing, properties: clauseProperties } },
  { paths: ['/v2/contractTypes'], resource: { ...templateListing, properties: contractTypeProperties } },
  {
    paths: ['/v2/contractGroups'],
    resource: { ...contractGroupRows(app, reader).listing, properties: groupProperties },
  },
  {
    paths: ['/v2/approvals'],
    resource: { ...approverListing, properties: approverProperties },
  },
  {
    paths: ['/v2/keyDates', '/v2/keyDates/export', '/v2/contracts/{contractId}/keyDates'],
    resource: { ...keyDateListing, properties: keyDateProperties },
  },
]
