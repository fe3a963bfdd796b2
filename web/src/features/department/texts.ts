// The texts of the page of a department.
import { kindNames } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'
import type { Figure, LoadColumn } from './department.ts'

export const texts = {
  title: 'My department',
  lead: 'Counted from the records you can see. Each number opens its list.',
  groups: { Late: 'Late', Ahead: 'Coming up', Unassigned: 'Unassigned' } satisfies Record<
    Figure['group'],
    string
  >,
  figures: {
    lateTasks: 'Tasks past their due date',
    lateApprovals: 'Approvals past their deadline',
    lateKeyDates: 'Key dates not done',
    lateInvoices: 'Invoices past their due date',
    lateIntake: 'Requests past their promised response',
    noticeDays: 'Notice days in 90 days',
    expiring: 'Contracts expiring in 90 days',
    comingKeyDates: 'Key dates in 30 days',
    comingTasks: 'Tasks due in 7 days',
    inIntake: 'Requests in intake',
    withoutManager: 'Matters without a manager',
    withoutAssignee: 'Tasks without an assignee',
  } satisfies Record<Figure['name'], string>,
  load: 'Open work by person',
  person: 'Person',
  columns: {
    ...Object.fromEntries(kindNames.map(({ many }) => [many, capitalised(many)])),
    tasks: 'Tasks',
    lateTasks: 'Late tasks',
  } as Readonly<Record<LoadColumn['name'], string>>,
  cell: (what: string, who: string, count: number) => `${what} of ${who}: ${count}`,
  nobody: 'No one has open work that you can see.',
  incomplete: 'Those with the most work are shown; there are more people.',
} as const
