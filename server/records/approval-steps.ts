// Steps of people who approve something, of contracts as of invoices: who is waited for, and what their decisions
// amount to.

export const needs = ['One', 'All'] as const
/** Whether one of the people of a step is enough, or all must approve. */
export type Need = (typeof needs)[number]

export const approvalStates = ['Waiting', 'Approved', 'Declined', 'Withdrawn'] as const
export type ApprovalState = (typeof approvalStates)[number]

interface Asked {
  readonly userId: string
  readonly decision: string | null
}

interface Step {
  readonly need: Need
  readonly approvers: readonly Asked[]
}

/** Whether the step is done. People who delegated no longer count. */
export function isApproved({ need, approvers }: Step): boolean {
  const asked = approvers.filter(({ decision }) => decision !== 'Delegated')
  const hasApproved = ({ decision }: Asked) => decision === 'Approved'
  return need === 'All' ? asked.every(hasApproved) : asked.some(hasApproved)
}

/** What the decisions amount to: anybody may decline for all. */
export function outcomeOf({
  steps,
}: {
  readonly steps: readonly Step[]
}): 'Waiting' | 'Approved' | 'Declined' {
  if (steps.some(({ approvers }) => approvers.some(({ decision }) => decision === 'Declined')))
    return 'Declined'
  return steps.every(isApproved) ? 'Approved' : 'Waiting'
}
