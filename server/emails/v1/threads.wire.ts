// Threads in the shapes of v1: as saved and as returned.
import { kinds, recordIdsOf } from '../../records/kinds.ts'
import Type, { type Static } from 'typebox'
import { readMoment, utcText } from '../../http/v1/dates.wire.ts'
import { nullable, nullableObject } from '../../http/v1/people.wire.ts'
import { type RecordType, recordType } from '../../http/v1/record-types.wire.ts'
import { badInput, badInputs } from '../../platform/errors.ts'
import type { ThreadInput } from '../commands/save-thread.ts'
import type { Tracking, ThreadView } from '../find-threads.ts'
import { type MailClient, type MailMessage, mailClients, type MailRecord } from '../thread.ts'
import { bareObject } from '../../platform/bare-object.ts'

const text = nullable<string>('string')
const id = nullable<number>('integer', { minimum: 1, maximum: 2_147_483_647 })

const message = Type.Object({
  externalReferenceId: Type.String({ minLength: 1, maxLength: 1_000 }),
  from: text,
  to: Type.Optional(
    Type.Unsafe<string | readonly string[] | null>({
      anyOf: [{ type: 'array', items: { type: 'string' } }, { type: 'string' }, { type: 'null' }],
      description: 'Addresses, as an array or separated by commas',
    }),
  ),
  subject: text,
  sent: nullable<string>('string', { description: 'A time; UTC if it has no zone' }),
  text,
  original: nullable<string>('string', { description: 'The mail as message/rfc822, in base64' }),
})

/** The input of a save: the reference's body with messages in addition (docs/decisions/0028). */
export const saveThreadSchema = Type.Object({
  threadIdentifier: Type.String({ minLength: 1, maxLength: 1_000 }),
  track: Type.Optional(Type.Boolean()),
  client: Type.Unsafe<MailClient>({ type: 'string', enum: [...mailClients] }),
  matterId: id,
  fileId: id,
  contractId: id,
  messages: Type.Optional(Type.Array(message, { maxItems: 100 })),
})

/** The thread of a body; bad_request names every invalid message. */
export function threadFromV1(body: Static<typeof saveThreadSchema>, decode: Decode): ThreadInput {
  const { threadIdentifier, messages, ...rest } = body
  const errors = bareObject<string[]>()
  const read = (messages ?? []).map((each, index) =>
    messageFromV1(each, { at: `messages[${index}]`, decode, errors }),
  )
  if (Object.keys(errors).length > 0) throw badInputs(errors)
  return { ...rest, identifier: threadIdentifier, messages: read }
}

/** The bytes of a base64 text; undefined for other texts. */
type Decode = (text: string) => readonly Buffer[] | undefined

interface Reading {
  /** The path of the message in the body. */
  readonly at: string
  readonly decode: Decode
  readonly errors: Record<string, string[]>
}

const longestBody = 1_000_000

function messageFromV1(
  { externalReferenceId, from, to, subject, sent, text: body, original }: Static<typeof message>,
  { at, decode, errors }: Reading,
): MailMessage {
  const note = (name: string, wrong: boolean, expected: string) => {
    if (wrong) errors[`${at}.${name}`] = [`must be ${expected}.`]
  }
  const addresses = to === undefined ? undefined : addressesOf(to)
  const sentAt = typeof sent === 'string' ? readMoment(sent) : undefined
  note('sent', typeof sent === 'string' && !sentAt, 'a time such as 2026-05-06T10:00:00')
  note('text', (body ?? '').length > longestBody, `text of ${longestBody} characters at most`)
  note('subject', (subject ?? '').length > 1_000, 'text of 1000 characters at most')
  note('from', (from ?? '').length > 1_000, 'text of 1000 characters at most')
  note('to', (addresses ?? []).length > 1_000 || String(addresses).length > 100_000, '1000 addresses at most')
  const bytes = typeof original === 'string' ? decode(original) : undefined
  note('original', typeof original === 'string' && !bytes, 'the mail in base64')
  return {
    externalReferenceId,
    ...(from === undefined ? {} : { from: from }),
    ...(addresses === undefined ? {} : { to: addresses }),
    ...(subject === undefined ? {} : { subject: subject }),
    ...(sent === undefined ? {} : { sentAt: sentAt ?? null }),
    ...(body === undefined ? {} : { text: body }),
    ...(bytes ? { original: bytes } : {}),
  }
}

/** Addresses are separated by commas outside quoted names; schema validation turns a single text into an array. */
const addressesOf = (to: string | readonly string[] | null): readonly string[] =>
  [to ?? []]
    .flat()
    .flatMap((each) => each.match(/(?:[^,"]|"[^"]*")+/g) ?? [])
    .map((each) => each.trim())
    .filter((each) => each !== '')

/** The mail client of a query, ignoring case; undefined for all of them. */
export function clientFromV1(given: string | undefined): MailClient | undefined {
  if (given === undefined || given === '') return undefined
  const client = mailClients.find((each) => each.toLowerCase() === given.toLowerCase())
  if (!client) throw badInput('client', `must be ${mailClients.join(' or ')}.`)
  return client
}

export const threadSchema = Type.Object({
  threadIdentifier: text,
  track: Type.Boolean(),
  client: Type.Unsafe<string>({ type: 'string', enum: [...mailClients] }),
  matterId: nullable<number>('integer'),
  matterNumber: text,
  matterName: text,
  matterStatus: text,
  matterIsDeleted: Type.Boolean(),
  fileEntryId: nullable<number>('integer'),
  fileId: nullable<number>('integer'),
  filePath: text,
  contractId: nullable<number>('integer'),
  contractName: text,
  contractStatus: text,
  contractIsDeleted: Type.Boolean(),
})

/** A thread. For somebody who may no longer see its record, the record looks deleted. */
export function threadToV1({ identifier, client, track, record, shown }: ThreadView) {
  const { matter_id: matterId, contract_id: contractId } = recordIdsOf(record)
  const fileId = record?.fileId ?? null
  const [matter, contract] = [matterId, contractId].map((id) => (id === null ? undefined : shown?.record))
  return {
    threadIdentifier: identifier,
    track,
    client,
    matterId,
    matterNumber: matter?.displayId ?? null,
    matterName: matter?.name ?? null,
    matterStatus: matter?.state ?? null,
    matterIsDeleted: matterId !== null && !matter,
    fileEntryId: fileId,
    fileId,
    filePath: shown?.filePath ?? null,
    contractId,
    contractName: contract?.name ?? null,
    contractStatus: contract?.state ?? null,
    contractIsDeleted: contractId !== null && !contract,
  }
}

const tracking = Type.Object({
  trackedByUserId: text,
  trackedOnDateTimeUtc: nullable<string>('string', { format: 'date-time' }),
  trackedToRecord: nullableObject({
    recordType,
    recordId: Type.Integer(),
  }),
})

export const trackingsSchema = Type.Object({
  value: Type.Array(Type.Object({ externalReferenceId: text, tracking: Type.Array(tracking) })),
})

/** Who tracks each of the requested mails, in the order of the request. */
export function trackingsToV1(asked: readonly string[], known: readonly Tracking[]) {
  const byId = Map.groupBy(known, ({ externalReferenceId }) => externalReferenceId)
  return {
    value: [...new Set(asked)].map((externalReferenceId) => ({
      externalReferenceId,
      tracking: (byId.get(externalReferenceId) ?? []).map(({ userId, trackedAt, record }) => ({
        trackedByUserId: userId,
        trackedOnDateTimeUtc: utcText(trackedAt),
        trackedToRecord: recordToV1(record),
      })),
    })),
  }
}

const recordToV1 = ({
  kind,
  id: recordId,
  fileId,
}: MailRecord): { recordType: RecordType; recordId: number } =>
  fileId === null ? { recordType: kinds[kind].type, recordId } : { recordType: 'File', recordId: fileId }
