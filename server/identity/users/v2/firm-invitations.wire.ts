// Invitations of the first people of law firms in the shapes of v2.
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  namedProperties,
  namedReference,
  nullableObject,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../../http/v2/references.wire.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { invitationStates } from '../../sessions/invitations.ts'
import { moment, whenToV2 } from './accounts.wire.ts'

type State = (typeof invitationStates)[number]

export const firmInvitationSchema = Type.Object(
  {
    user: nullableObject(userReference),
    organization: Type.Object(namedReference, { description: 'The law firm.' }),
    sent: moment,
    expires: moment,
    status: Type.Unsafe<State>({ type: 'string', enum: [...invitationStates] }),
  },
  {
    examples: [
      {
        user: {
          id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
          email: 'hugo@ashfield.example',
          firstName: 'Hugo',
          lastName: 'Ashfield',
          organizationId: 9,
        },
        organization: { id: 9, name: 'Ashfield LLP' },
        sent: { dateUtc: '2026-03-02T09:00:00.000Z' },
        expires: { dateUtc: '2026-03-09T09:00:00.000Z' },
        status: 'Sent' as const,
      },
    ],
  },
)

export const firmInvitationColumns = [
  ...userColumns('user'),
  'firmId',
  'firmName',
  'sentAt',
  'expiresAt',
  'state',
]

/** The properties that invitations of law firms can be filtered and sorted by. */
export const firmInvitationProperties: Properties = {
  ...userProperties('User', 'user'),
  ...namedProperties('Organization', 'firm'),
  'Sent/DateUtc': sorted('sentAt'),
  'Expires/DateUtc': sorted('expiresAt'),
  Status: filtered('state'),
}

/** An invitation of the first person of a law firm in the shape of v2. */
export const firmInvitationToV2 = (row: ListedRow) => ({
  user: userToV2(row, 'user'),
  organization: { id: Number(row['firmId']), name: textOf(row, 'firmName') },
  sent: whenToV2(row['sentAt']),
  expires: whenToV2(row['expiresAt']),
  status: row['state'] as State,
})
