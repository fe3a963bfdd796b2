// The events of contracts: the topics of the wire, and which changes count as an update (docs/decisions/0028).
import type { DomainEvent } from '../platform/events/change.ts'
import type { EventName } from '../platform/events/event-names.ts'
import { differencesOf } from '../platform/events/differences.ts'
import type { Contract } from './contract.ts'
import type { KeyDate } from './key-date.ts'
import type { Signatory, SignedContent } from './signing/signed-copy.ts'

type Key = Pick<Contract, 'organisationId' | 'id'>

const about = ({ organisationId, id }: Key) =>
  ({ organisationId, resource: { kind: 'contract', id }, subject: { kind: 'contract', id } }) as const

/** A contract was created; its first document raises no other event. */
export const contractCreated = (
  contract: Key & Pick<Contract, 'name' | 'templateId' | 'ownerId'>,
): DomainEvent => ({
  name: 'contract.created',
  ...about(contract),
  facts: { name: contract.name, templateId: contract.templateId, ownerId: contract.ownerId },
})

/** A person was added to the contract, maybe with a note to them: history only. */
export const contractMemberAdded = (
  contract: Key,
  userId: string,
  note: string | null = null,
): DomainEvent => ({
  name: 'contract.member.added',
  ...about(contract),
  facts: { userId, ...(note === null ? {} : { note }) },
})

/** A person was taken off the contract, or went: history only. */
export const contractMemberRemoved = (contract: Key, userId: string): DomainEvent => ({
  name: 'contract.member.removed',
  ...about(contract),
  facts: { userId },
})

const aboutKeyDate = (name: EventName, contract: Key, { id }: Pick<KeyDate, 'id'>) => ({
  ...about(contract),
  name,
  resource: { kind: 'key-date', id },
})

/** A key date as events report it: only plain values. */
const keyDateFacts = ({ name, date, value, category, ownerId, done, reminders, recurrence }: KeyDate) => ({
  name,
  date,
  value,
  category,
  ownerId,
  done,
  reminders: reminders.length === 0 ? null : reminders.join(', '),
  recurrence,
})

/** Facts that the document says were accepted, and recorded by the events beside this one: history only. */
export const documentFactsAccepted = (
  contract: Key,
  {
    fileId,
    version,
    places,
  }: { readonly fileId: number; readonly version: number; readonly places: readonly string[] },
): DomainEvent => ({
  name: 'contract.facts.accepted',
  ...about(contract),
  facts: { fileId, version, facts: places.join(', ') },
})

/** Somebody let the service of the organisation read the document: history only. */
export const documentReaderAsked = (
  contract: Key,
  facts: { readonly fileId: number; readonly version: number; readonly host: string },
): DomainEvent => ({ name: 'contract.facts.asked', ...about(contract), facts })

/** The signed copy was recorded, with who signed it: history only. */
export const signedCopyRecorded = (
  contract: Key,
  { fileId, version, sha256 }: SignedContent,
  signatories: readonly Signatory[],
): DomainEvent => ({
  name: 'contract.signedCopy.recorded',
  ...about(contract),
  facts: {
    fileId,
    version,
    sha256: sha256.toString('hex'),
    signatories: signatories.map(
      ({ name, title, party, signedOn }) =>
        `${name} (${[title, party, signedOn].filter((part) => part !== null).join(', ')})`,
    ),
  },
})

/** An executed contract was opened for a correction, or is locked again. */
export const correctionEvent = (contract: Key, reason: string | null): DomainEvent => ({
  name: reason === null ? 'contract.correction.ended' : 'contract.correction.begun',
  ...about(contract),
  facts: reason === null ? {} : { reason },
})

/** A key date was added. */
export const keyDateCreated = (contract: Key, keyDate: KeyDate): DomainEvent => ({
  ...aboutKeyDate('contract.keydate.created', contract, keyDate),
  facts: keyDateFacts(keyDate),
})

/** The events between two states of a key date: none when nothing has changed. */
export function keyDateUpdated(contract: Key, before: KeyDate, after: KeyDate): readonly DomainEvent[] {
  const [from, to] = [keyDateFacts(before), keyDateFacts(after)]
  const changes = differencesOf(from, to, Object.keys(from) as (keyof typeof from)[])
  if (Object.keys(changes).length === 0) return []
  return [{ ...aboutKeyDate('contract.keydate.updated', contract, before), facts: { changes } }]
}

/** A key date was deleted: history only. */
export const keyDateDeleted = (contract: Key, keyDate: KeyDate): DomainEvent => ({
  ...aboutKeyDate('contract.keydate.deleted', contract, keyDate),
  facts: keyDateFacts(keyDate),
})

/** Somebody is to be reminded of a key date: time raises it. Without an owner it is for the owner of the contract. */
export const keyDateReminded = (
  contract: Key,
  reminder: Pick<KeyDate, 'id' | 'name' | 'date' | 'ownerId'> & { readonly days: number },
): DomainEvent => ({
  ...aboutKeyDate('contract.keydate.reminder', contract, reminder),
  facts: {
    keyDateId: reminder.id,
    name: reminder.name,
    date: reminder.date,
    days: reminder.days,
    ownerId: reminder.ownerId,
  },
})

/** The owner of a contract is to be reminded that it expires: time raises it. */
export const expiryReminded = (
  contract: Key,
  facts: { readonly expiry: string; readonly days: number; readonly ownerId: string },
): DomainEvent => ({ name: 'contract.expiry.reminder', ...about(contract), facts })

type Period = { readonly amount: number; readonly unit: string }

const inWords = (period: Period | undefined) => (period ? `${period.amount} ${period.unit}` : null)

/** A contract got another notice period: history only. What its key date does is reported by events of that. */
export const noticePeriodSet = (contract: Key, before: Period | undefined, after: Period): DomainEvent => ({
  name: 'contract.notice.set',
  ...about(contract),
  facts: { changes: { noticePeriod: { from: inWords(before), to: inWords(after) } } },
})

/** A contract has no notice period any more: history only. */
export const noticePeriodRemoved = (contract: Key, before: Period): DomainEvent => ({
  name: 'contract.notice.removed',
  ...about(contract),
  facts: { changes: { noticePeriod: { from: inWords(before), to: null } } },
})

/** What a contract is renewed for was set, or removed: history only. */
export const renewalTermEvent = (
  contract: Key,
  before: Period | undefined,
  after: Period | null,
): DomainEvent => ({
  name: after ? 'contract.renewal.set' : 'contract.renewal.removed',
  ...about(contract),
  facts: { changes: { renewalTerm: { from: inWords(before), to: inWords(after ?? undefined) } } },
})

type Decided = {
  readonly decision: string
  readonly expiry: string
  readonly renewedUntil: string | null
  readonly reason: string | null
}

/** What is done about the end of a contract was decided, or the decision withdrawn: history only. */
export const renewalDecided = (
  contract: Key,
  { decision, expiry, renewedUntil, reason }: Decided,
  is: 'decided' | 'withdrawn',
): DomainEvent => ({
  name: `contract.renewal.${is}`,
  ...about(contract),
  facts: { decision, expiry, renewedUntil, reason },
})

/** The expiry of an agreement followed an amendment, or went back when that ended: history only. */
export const expiryAmended = (
  contract: Key,
  {
    amendmentId,
    from,
    to,
  }: { readonly amendmentId: number; readonly from: string | null; readonly to: string | null },
): DomainEvent => ({
  name: 'contract.expiry.amended',
  ...about(contract),
  facts: { amendment: amendmentId, from: from?.slice(0, 10) ?? null, to: to?.slice(0, 10) ?? null },
})

const historyProperties = [
  'name',
  'templateId',
  'teamId',
  'stage',
  'ownerId',
  'restricted',
  'expiry',
  'executedAt',
  'externalId',
  'parentId',
  'matterId',
] as const satisfies readonly (keyof Contract)[]

/** The old and new values of custom fields, by the name of the field. */
export type FieldChanges = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** The events between two states of a contract: none when nothing that counts has changed. */
export function eventsOfChange(
  before: Contract,
  after: Contract,
  fieldChanges: FieldChanges = {},
): readonly DomainEvent[] {
  const changes = { ...differencesOf(before, after, historyProperties), ...fieldChanges }
  if (Object.keys(changes).length === 0) return []
  const facts = { changes }
  const updated: DomainEvent = { name: 'contract.updated', ...about(after), facts }
  if (before.stage === after.stage) return [updated]
  const stage = { from: before.stage, to: after.stage }
  return [updated, { name: 'contract.status.updated', ...about(after), facts: stage }]
}
