// The lists that reports are made of, and the reports of them that are ready. What each can be reported by is declared
// beside its columns.
import { readyContractReports } from '../contracts/ready-reports.ts'
import { contractReportList, keyDateReportList } from '../contracts/report-list.ts'
import { readyMoneyReports } from '../invoices/ready-reports.ts'
import { moneyLists } from '../invoices/report-lists.ts'
import type { ReadyReport, ReportList } from '../platform/lists/report-list.ts'

/** All lists, in the order in which they are offered. */
export const reportLists: readonly ReportList[] = [...moneyLists, contractReportList, keyDateReportList]

/** The reports that everybody finds. */
export const readyReports: readonly ReadyReport[] = [...readyMoneyReports, ...readyContractReports]

/** The list whose $filter a report takes, and that its groups open. */
export const listedIn = ({ name, of = name }: Pick<ReportList, 'name' | 'of'>): string => of
