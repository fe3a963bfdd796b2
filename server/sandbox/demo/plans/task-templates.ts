// The demo's task templates and the statuses of its tasks, as data.
import type { NewTaskTemplateItem } from '../../../tasks/commands/create-task-template.ts'
import type { TaskStatus } from '../../../tasks/task.ts'
import { ashfield, harbour } from './core-records.ts'

interface DemoTaskTemplate {
  readonly organisation: string
  readonly name: string
  readonly description: string
  readonly items: readonly NewTaskTemplateItem[]
}

const workingDays = (offset: number, after: number | null = null) =>
  ({ offset, unit: 'WorkingDays', after }) as const
const days = (offset: number, after: number | null = null) => ({ offset, unit: 'Days', after }) as const

export const taskTemplates: readonly DemoTaskTemplate[] = [
  {
    organisation: harbour,
    name: 'Claim through the courts',
    description: 'From the notice of claim to the hearing',
    items: [
      { name: 'Open the claim', due: workingDays(0), assignTo: 'Owner', duration: 1 },
      { name: 'Secure the documents', parent: 1, due: workingDays(2), assignTo: 'Manager', duration: 4.5 },
      { name: 'Tell the insurer', parent: 1, due: workingDays(3), assignTo: 'Owner' },
      { name: 'Meeting with the witnesses', type: 'Meeting', due: workingDays(10), duration: 3 },
      { name: 'Statement of claim filed', type: 'Milestone', due: days(28), assignTo: 'Manager' },
      { name: 'Hearing', type: 'CourtDate', due: days(60, 5), duration: 8 },
      { name: 'Bundle for the court', due: workingDays(-5, 6), assignTo: 'Manager', duration: 12 },
    ],
  },
  {
    organisation: harbour,
    name: 'New agreement',
    description: 'From the request to the signature',
    items: [
      { name: 'Take instructions', due: workingDays(1), assignTo: 'Manager', duration: 1 },
      { name: 'First draft', due: workingDays(5, 1), assignTo: 'Manager', duration: 6 },
      { name: 'Comments of the business', due: workingDays(3, 2), assignTo: 'Owner' },
      { name: 'Signature', type: 'Milestone', due: days(30) },
    ],
  },
  {
    organisation: ashfield,
    name: 'Opening a file',
    description: 'What the firm does before it begins',
    items: [
      { name: 'Conflict check', due: workingDays(1), assignTo: 'Manager' },
      { name: 'Terms of engagement sent', type: 'Milestone', due: workingDays(2) },
    ],
  },
]

/** Templates that are added to matters, recognised by their first task. */
export const addedPlans = [
  { matter: 'DEMO-M5', template: 'Claim through the courts', by: 'daniel.okafor@harbour.example' },
  { matter: 'DEMO-M2', template: 'New agreement', by: 'counsel@harbour.example' },
  { matter: 'DEMO-M9', template: 'Opening a file', by: 'partner@ashfield.example' },
] as const

interface DemoTaskState {
  readonly matter: string
  readonly task: string
  readonly by: string
  readonly status: TaskStatus
  readonly assignee?: string
  readonly description?: string
}

/** The statuses of tasks: at least one task in each. */
export const taskStates: readonly DemoTaskState[] = [
  {
    matter: 'DEMO-M5',
    task: 'Open the claim',
    by: 'daniel.okafor@harbour.example',
    status: 'Complete',
    description: 'Number 2026-118 of the register.',
  },
  { matter: 'DEMO-M5', task: 'Secure the documents', by: 'partner@ashfield.example', status: 'InProgress' },
  { matter: 'DEMO-M5', task: 'Tell the insurer', by: 'daniel.okafor@harbour.example', status: 'NotRequired' },
  {
    matter: 'DEMO-M5',
    task: 'Collect the witness statements',
    by: 'daniel.okafor@harbour.example',
    status: 'InProgress',
    assignee: 'partner@ashfield.example',
  },
  { matter: 'DEMO-M2', task: 'Comments of the business', by: 'counsel@harbour.example', status: 'OnHold' },
  {
    matter: 'DEMO-M4',
    task: 'Answer to the letter before claim',
    by: 'daniel.okafor@harbour.example',
    status: 'NotStarted',
    assignee: 'partner@ashfield.example',
  },
]
