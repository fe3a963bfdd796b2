// The words for many contracts that leave Approval.
export const leavingOfManyTexts = {
  withdrawn: (count: number, number: string) =>
    count === 1
      ? 'One of them waits for approval. The request will be withdrawn, and approvals that were given will not count.'
      : `${number} of them wait for approval. The requests will be withdrawn, and approvals that were given will not count.`,
} as const
