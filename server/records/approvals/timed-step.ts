// Steps of approvals that have a deadline, of contracts as of invoices.

/** How long the people of a step have, and who is asked after that. */
export interface Deadline {
  /** After the day on which they are asked. */
  readonly workingDays: number
  /** Null for the administrators. */
  readonly escalateTo: string | null
}

/** The deadline in a row of a rule or of a step. */
export const deadlineOf = (row: {
  readonly deadline_days: number | null
  readonly escalate_to: string | null
}): Deadline | null =>
  row.deadline_days === null ? null : { workingDays: row.deadline_days, escalateTo: row.escalate_to }

/** How its columns are written. */
export const deadlineColumns = (deadline: Deadline | null) => ({
  deadline_days: deadline?.workingDays ?? null,
  escalate_to: deadline?.escalateTo ?? null,
})

/** When something is done about the deadline of a step. */
export interface StepTimes {
  /** The last day, once its people are asked: `2026-05-06`. */
  readonly due: string | null
  /** When they are reminded next, and when somebody else is asked; null for not any more. */
  readonly remindAt: Date | null
  readonly escalateAt: Date | null
  /** When the deadline had passed, and somebody else was asked. */
  readonly escalatedAt: Date | null
}

/** Of a step whose people are not asked yet. */
export const notTimed: StepTimes = { due: null, remindAt: null, escalateAt: null, escalatedAt: null }

/** A step with its people, as far as its deadline concerns them. */
export interface TimedStep extends StepTimes {
  readonly name: string
  readonly deadline: Deadline | null
  readonly approvers: readonly { readonly userId: string; readonly decision: string | null }[]
}

/** Those of a step who have not decided. */
export const undecidedIn = ({ approvers }: Pick<TimedStep, 'approvers'>): readonly string[] =>
  approvers.flatMap(({ userId, decision }) => (decision === null ? userId : []))

/** Whether the person was asked to decide for the approvers of the step, because its deadline has passed. */
export const isEscalatedTo = (
  { escalatedAt, deadline }: Pick<TimedStep, 'escalatedAt' | 'deadline'>,
  userId: string,
): boolean => escalatedAt !== null && deadline?.escalateTo === userId

/** The approvers of the steps, which wait, for whom the person was asked after their deadline. */
export const escalatedApprovers = (steps: readonly TimedStep[], userId: string): readonly string[] =>
  steps
    .filter((step) => isEscalatedTo(step, userId))
    .flatMap((step) => undecidedIn(step).filter((each) => each !== userId))
