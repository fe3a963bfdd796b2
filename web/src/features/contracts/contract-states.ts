// The states of contracts.
import type { KindStates } from '../records/record-kind.ts'
import { state, type States } from '../../lib/states.ts'

export const contractStates: States<
  'Draft' | 'Negotiating' | 'Approval' | 'Signing' | 'Executed' | 'Expired' | 'Void'
> = {
  Draft: state('Draft', 'draft'),
  Negotiating: state('Negotiating', 'talking'),
  Approval: state('Approval', 'waiting'),
  Signing: state('Signing', 'signing'),
  Executed: state('Executed', 'good'),
  Expired: state('Expired', 'wrong'),
  Void: state('Void', 'draft'),
}

/** Leaving Approval for this state withdraws a request that waits. For the signature it is refused while one waits. */
export const withdrawsRequest = (to: string | undefined): boolean =>
  to !== undefined && !['', 'Approval', 'Signing', 'Executed'].includes(to)

/** How a contract goes on. */
export const contractPath: KindStates = {
  all: contractStates,
  path: ['Draft', 'Negotiating', 'Approval', 'Signing', 'Executed'],
  final: {
    Executed: {
      means:
        'This records that every party has signed. The contract cannot be negotiated again afterwards: it can only expire or become void.',
      isGood: true,
    },
    Expired: {
      means: 'This records that the contract has come to its end. Afterwards it can only become void.',
    },
    Void: {
      means:
        'This records that the contract has no effect. An owner or administrator can make it a draft again.',
    },
  },
  // back in Approval, people may be asked once more: that is not done in passing
  mayUndo: (from, to) => !(from === 'Approval' && to !== 'Signing'),
}
