// Background work on invoices and budgets.
import Type from 'typebox'
import { defineJob, type Job } from '../platform/jobs.ts'
import { tellBudget } from './budgets/alerts.ts'

export const invoiceJobs: readonly Job[] = [
  defineJob({
    name: 'tell-budget',
    payload: Type.Object({ organisationId: Type.Integer(), id: Type.Integer() }),
    run: tellBudget,
  }),
]
