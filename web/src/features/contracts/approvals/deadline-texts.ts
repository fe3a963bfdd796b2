// The texts of deadlines of approvals.

export const deadlineTexts = {
  deadline: 'Working days to decide',
  deadlineHint: 'Empty for no deadline. The approvers are reminded on the last day.',
  escalateTo: 'Afterwards, also ask',
  escalateHint: 'They can decide for the approvers. Empty: the administrators are told.',
} as const
