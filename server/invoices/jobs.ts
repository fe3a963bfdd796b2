// Background work on invoices and budgets.
import Type from 'typebox'
import { defineJob, defineRecurring, everyMinute, type Job } from '../platform/jobs.ts'
import { runAccruals } from './accruals/run-accruals.ts'
import { reworkDiscount } from './arrangements/rework-discounts.ts'
import { watchInvoiceDeadlines } from './approvals/deadlines.ts'
import { tellBudget } from './budgets/alerts.ts'
import { remindFirms } from './exchange/remind-firms.ts'

export const invoiceJobs: readonly Job[] = [
  defineRecurring({
    name: 'run-accruals',
    at: everyMinute,
    run: runAccruals,
    message: 'windows of accruals were opened or closed',
  }),
  defineJob({
    name: 'tell-budget',
    payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
    run: tellBudget,
  }),
  defineJob({
    name: 'rework-volume-discount',
    payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
    run: reworkDiscount,
  }),
  defineRecurring({
    name: 'watch-invoice-approval-deadlines',
    at: everyMinute,
    run: watchInvoiceDeadlines,
    message: 'reminded approvers of invoices, and escalated approvals',
  }),
  defineRecurring({
    name: 'remind-firms-of-invoices',
    at: everyMinute,
    run: remindFirms,
    message: 'reminded law firms of invoices that wait for them',
  }),
]
