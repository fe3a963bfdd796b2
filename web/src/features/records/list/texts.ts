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
  leftOut: ({ one, many }: KindNames) =>
    `You see the ${many} that you are added to and those of your teams; people who administer ${many} see the others as well. A restricted ${one} is seen only by the people on it. What you do not see is neither listed nor counted here.`,
  none: ({ many }: KindNames) => `No ${many} yet`,
  files: 'Files',
  messages: 'Messages',
} as const
