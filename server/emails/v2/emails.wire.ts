// Mail in the shapes of v2: threads, messages, drafts.
import { kinds, type RecordType, sortedRecordTypes } from '../../records/kinds.ts'
import Type from 'typebox'
import { filtered, type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { nullable, nullableObject, oneOf, textOf } from '../../http/v2/references.wire.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { type DraftMode, draftModes } from '../draft.ts'
import { type MailClient, mailClients } from '../thread.ts'

const moment = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) })
const at = { dateUtc: '2026-03-02T09:00:00.000Z' }
const whenToV2 = (value: unknown) => (value instanceof Date ? { dateUtc: value.toISOString() } : null)
const textOrNull = (row: ListedRow, name: string) => (row[name] ?? null) as string | null

export const threadSchema = Type.Object(
  {
    id: Type.Integer(),
    client: oneOf(mailClients),
    threadIdentifier: Type.String({ description: 'The identifier in the mail client.' }),
    track: Type.Boolean({ description: 'Whether everybody who may see the record can see it.' }),
    record: nullableObject({ type: oneOf(sortedRecordTypes), id: Type.Integer() }),
    messages: Type.Object({ count: Type.Integer() }),
    created: moment,
    modified: moment,
  },
  {
    examples: [
      {
        id: 4,
        client: 'Outlook',
        threadIdentifier: 'AAQkADk4',
        track: true,
        record: { type: kinds.matter.type, id: 17 },
        messages: { count: 3 },
        created: at,
        modified: at,
      },
    ],
  },
)
export const threadColumns = [
  'id',
  'client',
  'identifier',
  'track',
  'recordType',
  'recordId',
  'messageCount',
  'createdAt',
  'modifiedAt',
]

/** The properties that lists of threads can be filtered and sorted by. */
export const threadProperties: Properties = {
  Id: sorted('id'),
  Client: sorted('client'),
  ThreadIdentifier: filtered('identifier'),
  Track: filtered('track'),
  'Record/Type': filtered('recordType'),
  'Record/Id': filtered('recordId'),
  'Messages/Count': sorted('messageCount'),
  'Created/DateUtc': sorted('createdAt'),
  'Modified/DateUtc': sorted('modifiedAt'),
}

/** A thread in the shape of v2. */
export const threadToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  client: textOf(row, 'client') as MailClient,
  threadIdentifier: textOf(row, 'identifier'),
  track: row['track'] === true,
  record:
    typeof row['recordId'] === 'number'
      ? { type: textOf(row, 'recordType') as RecordType, id: row['recordId'] }
      : null,
  messages: { count: Number(row['messageCount']) },
  created: whenToV2(row['createdAt']),
  modified: whenToV2(row['modifiedAt']),
})

export const messageSchema = Type.Object(
  {
    id: Type.Integer(),
    externalReferenceId: Type.String(),
    from: nullable<string>('string'),
    to: Type.Array(Type.String()),
    subject: nullable<string>('string'),
    text: nullable<string>('string'),
    sent: moment,
    created: moment,
  },
  {
    examples: [
      {
        id: 9,
        externalReferenceId: 'AAMkADk4',
        from: 'ana@ashfield.example',
        to: ['counsel@harbour.example'],
        subject: 'The statement',
        text: 'Here it is.',
        sent: at,
        created: at,
      },
    ],
  },
)
export const messageColumns = ['id', 'reference', 'from', 'to', 'subject', 'text', 'sentAt', 'createdAt']

/** The properties that lists of messages can be filtered and sorted by. */
export const messageProperties: Properties = {
  Id: sorted('id'),
  ExternalReferenceId: filtered('reference'),
  From: sorted('from'),
  Subject: sorted('subject'),
  Text: filtered('text'),
  'Sent/DateUtc': sorted('sentAt'),
  'Created/DateUtc': sorted('createdAt'),
}

/** A message in the shape of v2. */
export const messageToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  externalReferenceId: textOf(row, 'reference'),
  from: textOrNull(row, 'from'),
  to: row['to'] as string[],
  subject: textOrNull(row, 'subject'),
  text: textOrNull(row, 'text'),
  sent: whenToV2(row['sentAt']),
  created: whenToV2(row['createdAt']),
})

const person = Type.Object({ id: Type.String({ format: 'uuid' }) })
const personExample = { id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10' }
const recipientsToV2 = (row: ListedRow) => (row['recipientIds'] as string[]).map((id) => ({ id }))

export const draftSchema = Type.Object(
  {
    id: Type.Integer(),
    matter: Type.Object({ id: Type.Integer() }),
    mode: oneOf(draftModes),
    sourceId: nullable<string>('string', { description: 'The mail it waits for.' }),
    expectedFrom: nullable<string>('string'),
    recipients: Type.Array(person),
    created: moment,
    delivered: moment,
  },
  {
    examples: [
      {
        id: 6,
        matter: { id: 17 },
        mode: 'Message',
        sourceId: 'AAMkADk4',
        expectedFrom: null,
        recipients: [personExample],
        created: at,
        delivered: null,
      },
    ],
  },
)
export const draftColumns = [
  'id',
  'matterId',
  'mode',
  'sourceId',
  'expectedFrom',
  'recipientIds',
  'createdAt',
  'deliveredAt',
]

/** The properties that lists of drafts can be filtered and sorted by. */
export const draftProperties: Properties = {
  Id: sorted('id'),
  'Matter/Id': filtered('matterId'),
  Mode: filtered('mode'),
  SourceId: filtered('sourceId'),
  ExpectedFrom: filtered('expectedFrom'),
  'Created/DateUtc': sorted('createdAt'),
  'Delivered/DateUtc': sorted('deliveredAt'),
}

/** A draft in the shape of v2. */
export const draftToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  matter: { id: Number(row['matterId']) },
  mode: textOf(row, 'mode') as DraftMode,
  sourceId: textOrNull(row, 'sourceId'),
  expectedFrom: textOrNull(row, 'expectedFrom'),
  recipients: recipientsToV2(row),
  created: whenToV2(row['createdAt']),
  delivered: whenToV2(row['deliveredAt']),
})
