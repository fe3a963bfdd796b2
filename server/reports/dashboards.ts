// Dashboards that are ready: tiles of ready-made reports for those who lead a department, run it, or work in a firm.
// They hold no figures: each tile is answered by what its reader may see.
import { type Actor, worksInLegal } from '../platform/actor.ts'

export interface Dashboard {
  readonly id: string
  readonly name: string
  readonly about: string
  /** Ids of ready-made reports, in the order in which they are shown. */
  readonly tiles: readonly string[]
}

const ofDepartments: readonly Dashboard[] = [
  {
    id: 'general-counsel',
    name: 'General counsel',
    about: 'What is spent and with whom, what is left of budgets, and what is coming.',
    tiles: [
      'money-by-quarter',
      'spend-by-month',
      'spend-by-firm',
      'top-matters',
      'inside-against-outside',
      'budgets',
      'matters-by-type',
      'matters-opened',
      'renewals',
      'contract-time',
      'obligations-by-month',
      'exposure',
    ],
  },
  {
    id: 'legal-operations',
    name: 'Legal operations',
    about: 'How work and invoices move: workload, time, rates, savings and accruals.',
    tiles: [
      'workload',
      'matters-by-team',
      'requests',
      'contract-stages',
      'invoices-by-status',
      'guideline-flags',
      'cycle-time',
      'savings',
      'rates-by-firm',
      'spend-by-department',
      'accruals',
      'forecasts',
    ],
  },
]

const ofFirms: readonly Dashboard[] = [
  {
    id: 'our-work',
    name: 'Our work',
    about: 'What the firm has billed, where its invoices are, and who did the work.',
    tiles: [
      'invoices-by-status',
      'spend-by-month',
      'top-matters',
      'cycle-time',
      'spend-by-timekeeper',
      'rates',
      'matters-by-type',
    ],
  },
]

/** The dashboards for somebody, by the work that they do; none for those who only request help. */
export function dashboardsFor(actor: Pick<Actor, 'organisationType' | 'role'>): readonly Dashboard[] {
  if (actor.organisationType === 'ServiceProvider' || actor.role === 'MatterManager') return ofFirms
  return worksInLegal(actor) ? ofDepartments : []
}
