// The lists of contracts and of their key dates that reports are made of.
import { sql } from 'kysely'
import { figureBase } from '../platform/lists/figure-rows.ts'
import type { ReportList } from '../platform/lists/report-list.ts'
import { kinds } from '../records/kinds.ts'
import { contractsVisibleTo } from './access.ts'
import { keyDatesVisibleTo } from './key-date-listing.ts'
import { keyDateCurrency, reportableKeyDates } from './key-dates/measures.ts'
import { reportableContracts } from './measures.ts'

/** Contracts by everything that is declared of them. */
export const contractReportList: ReportList = {
  name: kinds.contract.many,
  title: 'Contracts',
  reportable: reportableContracts,
  organisation: sql<number>`contracts.organisation_id`,
  seen: (db, actor) => figureBase(contractsVisibleTo(db, actor)),
}

/** Key dates of contracts: obligations, renewals, payments. */
export const keyDateReportList: ReportList = {
  name: 'keyDates',
  title: 'Key dates',
  reportable: reportableKeyDates,
  columns: keyDateCurrency,
  organisation: sql<number>`contracts.organisation_id`,
  seen: (db, actor) => figureBase(keyDatesVisibleTo(db, actor)),
}
