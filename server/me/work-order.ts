// What waits for a person: the kinds of it, and in which order it is done.
import type { RecordType } from '../records/kinds.ts'

export const workKinds = [
  'Task',
  'Approval',
  'Scope',
  'Intake',
  'Invoice',
  'KeyDate',
  'Expiry',
  'Question',
  'InvoiceApproval',
  'InvoiceQuestion',
  'DeclinedInvoice',
  'UnbilledWork',
] as const
type WorkKind = (typeof workKinds)[number]

/** One thing that waits for the person. */
export interface Work {
  readonly kind: WorkKind
  /** Of the task, approval, invoice or key date; of the record for the others. */
  readonly id: number
  readonly record: {
    readonly kind: RecordType
    readonly id: number
    readonly displayId: string | null
    readonly name: string
  }
  readonly title: string
  /** Local time of the organisation, `2026-05-06T17:00:00`, or a day. */
  readonly due: string | null
  readonly since: Date | null
  /** Who asks for it: for an approval, with a question, in a request. */
  readonly by: { readonly id: string; readonly name: string } | null
}

const never = '9999'
const ranks: Readonly<Record<WorkKind, number>> = {
  Approval: 0,
  Scope: 0,
  InvoiceApproval: 0,
  InvoiceQuestion: 0,
  Task: 1,
  KeyDate: 1,
  Expiry: 1,
  Question: 1,
  DeclinedInvoice: 1,
  UnbilledWork: 1,
  Invoice: 2,
  Intake: 3,
}

/** What others wait for comes first, then what is the person's; in each, what is due first. */
export const byUrgency = (one: Work, other: Work): number =>
  ranks[one.kind] - ranks[other.kind] ||
  compare(one.due ?? never, other.due ?? never) ||
  (one.since?.getTime() ?? 0) - (other.since?.getTime() ?? 0)

const compare = (one: string, other: string) => (one < other ? -1 : one > other ? 1 : 0)
