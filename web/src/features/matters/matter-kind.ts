// What matters add to what all records share.
import { kindOf } from '../../components/me-context.ts'
import { creationRoute, listRoute } from '../../lib/addresses/route-of.ts'
import { type MemberRole, recordCalls } from '../records/record-calls.ts'
import type { RecordKind } from '../records/record-kind.ts'
import type { RecordRef } from '../records/records.ts'
import { matterEntry } from './matter-entry.ts'
import { matterPath } from './matter-states.ts'

const { names } = matterEntry
const roles: readonly MemberRole[] = ['Manager']
const delegates: readonly MemberRole[] = ['OwnerDelegate', 'ManagerDelegate']

/** Matters as a kind of record. */
export const matterKind: RecordKind = {
  ...matterEntry,
  calls: recordCalls(names, ['Member', 'Owner', ...roles, ...delegates]),
  states: matterPath,
  roles,
  delegates,
  relations: [],
  createdFor: 'Legal work with people, tasks, files and messages.',
  firstSteps: [
    {
      to: creationRoute(names),
      title: 'Open a matter',
      detail: 'Choose its type, name and owner. Files, tasks and messages follow.',
      shown: matterEntry.mayCreate,
    },
    {
      to: listRoute(names),
      title: 'See your matters',
      detail: 'The matters that your clients have added you to.',
      shown: (me) => kindOf(me) === 'law firm',
    },
  ],
  hasInvoices: true,
}

/** The record that is this matter. */
export const matterRef = (id: number): RecordRef => ({ kind: matterKind, id })
