// Messages of conversations in the shapes of v2.
import Type from 'typebox'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { given, propertiesOf, textIn } from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  nullable,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../../http/v2/references.wire.ts'
import { longestMessage, mostMentions } from '../conversation.ts'
import type { NewMessage } from '../commands/post-message.ts'

const moment = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) })
const at = { dateUtc: '2026-03-02T09:00:00.000Z' }
const person = Type.Object({ id: Type.String({ format: 'uuid' }) })

export const conversationSchema = Type.Object(
  {
    id: Type.Integer(),
    user: nullableObject(userReference, {
      description:
        'Who wrote it, or added the mail to the matter; of a comment from the other side, who had sent the document.',
    }),
    from: nullable<string>('string', {
      description: 'Of a mail; of a comment, who of the other side wrote it.',
    }),
    recipients: Type.Array(person),
    subject: nullable<string>('string'),
    text: Type.String(),
    mentions: Type.Array(person),
    sent: moment,
    created: moment,
    edited: moment,
  },
  {
    title: 'ConversationMessage',
    examples: [
      {
        id: 3,
        user: { ...personExample, email: 'counsel@harbour.example', firstName: 'Robin', lastName: 'Marsh' },
        from: null,
        recipients: [],
        subject: null,
        text: 'Ana, can you look at clause 4?',
        mentions: [{ id: personExample.id }],
        sent: null,
        created: at,
        edited: null,
      },
    ],
  },
)
export const conversationColumns = [
  'id',
  ...userColumns('user'),
  'from',
  'recipientIds',
  'mentionIds',
  'subject',
  'text',
  'sentAt',
  'createdAt',
  'editedAt',
]

/** The properties that conversations can be filtered and sorted by. */
export const conversationProperties: Properties = {
  Id: sorted('id'),
  ...userProperties('User', 'user'),
  From: sorted('from'),
  Subject: sorted('subject'),
  Text: filtered('text'),
  'Sent/DateUtc': sorted('sentAt'),
  'Created/DateUtc': sorted('createdAt'),
  'Edited/DateUtc': sorted('editedAt'),
}

const whenToV2 = (value: unknown) => (value instanceof Date ? { dateUtc: value.toISOString() } : null)
const textOrNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null
const peopleToV2 = (value: unknown) => (value as string[]).map((id) => ({ id }))

/** A message of a conversation in the shape of v2. */
export const conversationToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  user: userToV2(row, 'user'),
  from: textOrNull(row, 'from'),
  recipients: peopleToV2(row['recipientIds']),
  subject: textOrNull(row, 'subject'),
  text: textOf(row, 'text'),
  mentions: peopleToV2(row['mentionIds']),
  sent: whenToV2(row['sentAt']),
  created: whenToV2(row['createdAt']),
  edited: whenToV2(row['editedAt']),
})

const text = Type.String({ minLength: 1, maxLength: longestMessage })
const mentions = Type.Optional(Type.Array(person, { maxItems: mostMentions }))

export const newMessageSchema = Type.Object({ text, mentions }, { additionalProperties: false })
export const messageChangesSchema = Type.Object(
  { text: Type.Optional(text), mentions },
  { additionalProperties: false },
)
export const newMessageExample = {
  text: 'Ana, can you look at clause 4?',
  mentions: [{ id: personExample.id }],
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** References to people, or their ids. */
function peopleIn(value: unknown): readonly string[] {
  if (!Array.isArray(value)) throw badInput('mentions', 'must be a list such as [{"id": "5d7c…"}].')
  return value.map((each: unknown, index) => {
    const id = typeof each === 'object' && each !== null && 'id' in each ? each.id : each
    if (typeof id === 'string' && uuid.test(id)) return id.toLowerCase()
    throw badInput(`mentions[${index}]`, 'must be a reference to a person such as {"id": "5d7c1b1e-0f53-…"}.')
  })
}

/** What a merge patch changes of a message. */
export function messageChangesFromV2(body: unknown): Partial<NewMessage> {
  const properties = propertiesOf(body, ['text', 'mentions'], ['id', 'user', 'created', 'edited'])
  const written = textIn(properties, 'text', { longest: longestMessage })
  return given({
    text: written === null ? '' : written,
    mentions: properties['mentions'] === undefined ? undefined : peopleIn(properties['mentions'] ?? []),
  })
}

/** A new message; 400 without a text. */
export function newMessageFromV2(body: unknown): NewMessage {
  const { text: written, mentions: people } = messageChangesFromV2(body)
  if (written === undefined) throw badInput('text', 'is missing.')
  return { text: written, mentions: people ?? [] }
}
