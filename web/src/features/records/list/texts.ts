// The words that the lists of every kind of record have.
import type { KindNames } from '../../../lib/kinds.ts'

/** The words of lists of records. */
export const recordListTexts = {
  number: 'Number',
  name: 'Name',
  state: 'Status',
  owner: 'Owner',
  person: 'Anyone on it',
  team: 'Team',
  type: 'Type',
  externalId: 'External ID',
  restricted: 'Restricted',
  parent: ({ one }: KindNames) => `Parent ${one}`,
  created: 'Created',
  createdBy: 'Created by',
  modified: 'Last modified',
  none: ({ many }: KindNames) => `No ${many} yet`,
  files: 'Files',
  messages: 'Messages',
} as const
