// What disputes add to what all records share.
import { recordCalls } from '../../../web/src/features/records/record-calls.ts'
import type { RecordKind } from '../../../web/src/features/records/record-kind.ts'
import { state } from '../../../web/src/lib/states.ts'
import { disputeEntry } from './dispute-entry.ts'

export const disputeKind: RecordKind = {
  ...disputeEntry,
  calls: recordCalls(disputeEntry.names, ['Member', 'Owner']),
  states: {
    all: {
      Draft: state('Threatened', 'draft'),
      Active: state('In court', 'signing'),
      Complete: state('Settled', 'good'),
    },
    path: ['Draft', 'Active', 'Complete'],
    final: { Complete: { means: 'This records that the dispute is over.', isGood: true } },
  },
  roles: [],
  delegates: [],
  relations: [],
  createdFor: 'A claim by somebody or against somebody.',
  firstSteps: [],
  hasInvoices: false,
}
