// The states of proposals of rates.
import { state, type States } from '../../lib/states.ts'
import type { Proposal } from './rate-calls.ts'
import { proposalTexts } from './texts.ts'

const { statuses } = proposalTexts

export const proposalStates: States<Proposal['status']> = {
  Proposed: state(statuses.Proposed, 'waiting'),
  Countered: state(statuses.Countered, 'talking'),
  Approved: state(statuses.Approved, 'good'),
  Declined: state(statuses.Declined, 'wrong'),
  Withdrawn: state(statuses.Withdrawn, 'draft'),
}
