// What can be decided about the end of a contract.
export const renewalDecisions = ['Renew', 'Renegotiate', 'End'] as const
export type RenewalDecision = (typeof renewalDecisions)[number]
