// Accepting what a document says: the facts become what the contract records, and the history names the document.
import { localDay } from '../../identity/organisations/local-day.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput, conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { lockContract, noteContractActivity, getContractFor } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract } from '../contract.ts'
import { createKeyDateWithin } from '../commands/create-key-date.ts'
import { documentFactsAccepted } from '../events.ts'
import { findNoticePeriod, noticeDateOf } from '../key-dates/notice-period.ts'
import { setNoticePeriodWithin } from '../key-dates/set-notice-period.ts'
import { changeKeyFactsWithin, type KeyFactChanges } from '../key-facts/change-key-facts.ts'
import { setRenewalTermWithin } from '../renewals/set-renewal-term.ts'
import { lengthOf } from './places.ts'
import { type FactPlace, getDocumentFacts, type Proposal } from './proposals.ts'
import { recurringDays } from './obligation-days.ts'
import { dayAfter, type Duration } from './reading/durations.ts'
import type { FactValue } from './reading/fact.ts'

export interface Acceptance {
  /** The version that was read: another one may say something else. */
  readonly version: number
  /** The ids of the facts. */
  readonly facts: readonly string[]
  readonly checkVersion: (version: number) => void
}

/**
 * Records the facts, all or none. Throws conflict when the document has another version by now or a fact cannot be
 * recorded, bad_request for facts that it does not say or two of one place, and as the changes of these facts do.
 */
export async function acceptDocumentFacts(
  app: App,
  actor: Actor,
  contractId: number,
  { version, facts, checkVersion }: Acceptance,
): Promise<void> {
  const read = await getDocumentFacts(app, actor, contractId)
  if (read.document?.version !== version) throw newerDocument()
  const accepted = acceptedOf(read.proposals, facts)
  const { fileId } = read.document
  await change(app, actor, async (tx, now) => {
    const { contract } = await lockContract({ tx, actor, now }, contractId)
    checkVersion(contract.version)
    const document = await findDocument(tx, contract)
    if (document?.fileId !== fileId || document.version !== version) throw newerDocument()
    const events: DomainEvent[] = []
    const changes = keyFactsOf(accepted)
    if (Object.keys(changes).length > 0)
      events.push(...(await changeKeyFactsWithin(app, tx, actor, { contractId, changes, now })))
    const notice = valueAt(accepted, 'noticePeriod', 'noticePeriod')
    if (notice)
      events.push(
        ...(await setNoticePeriodWithin(tx, actor, contractId, {
          period: lengthOf(notice.duration),
          now,
        })),
      )
    const renewal = valueAt(accepted, 'renewalDecision', 'renewal')
    if (renewal)
      events.push(...(await addRenewalDecision(tx, actor, { contractId, duration: renewal.duration, now })))
    const obligations = accepted.flatMap(({ value }) => (value.kind === 'obligation' ? [value] : []))
    if (obligations.length > 0)
      events.push(...(await addObligations(tx, actor, contractId, { obligations, now })))
    if (events.length > 0)
      events.push(
        documentFactsAccepted(contract, { fileId, version, places: accepted.map(({ place }) => place) }),
      )
    return { result: undefined, events }
  })
}

const newerDocument = () =>
  conflict('The document has another version by now. Read what it says again: GET documentFacts.')

type Accepted = Proposal & { readonly place: FactPlace }

function acceptedOf(proposals: readonly Proposal[], ids: readonly string[]): readonly Accepted[] {
  const accepted = [...new Set(ids)].map((id, index) => {
    const found = proposals.find((each) => each.id === id)
    const path = `facts.${index}`
    if (!found) throw badInput(path, 'must be the id of a fact that the document says.')
    if (found.place === null) throw badInput(path, 'is only shown: the contract has no place for it.')
    return { ...found, place: found.place }
  })
  for (const [index, { place }] of accepted.entries())
    if (place !== 'obligation' && accepted.findIndex((each) => each.place === place) < index)
      throw badInput(`facts.${index}`, 'must be the only one of its place: choose one.')
  return accepted.filter(({ state }) => state === 'proposed')
}

function keyFactsOf(accepted: readonly Accepted[]): KeyFactChanges {
  const changes: { -readonly [Name in keyof KeyFactChanges]: KeyFactChanges[Name] } = {}
  for (const { place, value } of accepted) {
    if (place === 'otherParty' && value.kind === 'party') changes.otherParty = { name: value.name }
    if (place === 'effectiveDate' && isDay(value)) changes.effectiveDate = value.date
    if (place === 'expiry' && isDay(value)) changes.expiry = value.date
    if (place === 'value' && value.kind === 'value') changes.value = Number(value.amount)
  }
  return changes
}

const isDay = (value: FactValue) =>
  value.kind === 'effectiveDate' || value.kind === 'agreementDate' || value.kind === 'expiryDate'

function valueAt<Kind extends Proposal['value']['kind']>(
  accepted: readonly Accepted[],
  place: FactPlace,
  kind: Kind,
): Extract<Proposal['value'], { readonly kind: Kind }> | undefined {
  const value = accepted.find((each) => each.place === place)?.value
  return value?.kind === kind ? (value as Extract<Proposal['value'], { readonly kind: Kind }>) : undefined
}

interface Renewal {
  readonly contractId: number
  readonly duration: Duration
  readonly now: Date
}

// a contract that renewed every day since the last century is none
const mostRenewals = 200

/**
 * The term, and a key date of the owner to decide by: the last day for notice, that of the next renewal where the first
 * has passed. One that is there already stays.
 */
async function addRenewalDecision(
  tx: Tx,
  actor: Actor,
  { contractId, duration, now }: Renewal,
): Promise<readonly DomainEvent[]> {
  const contract = await getContractFor(tx, actor, contractId, 'keyDates')
  if (contract.expiry === null)
    throw conflict('The contract has no expiry to decide before. Accept or set the expiry as well.')
  const term = await setRenewalTermWithin(tx, actor, contractId, { term: lengthOf(duration), now })
  if (await hasOpenRenewal(tx, contract)) return term
  const notice = await findNoticePeriod(tx, contract)
  const today = await localDay(tx, contract.organisationId, now)
  const decideBy = (end: string) => (notice ? (noticeDateOf(end, notice) ?? end) : end)
  let end = contract.expiry.slice(0, 10)
  for (let count = 0; decideBy(end) < today && count < mostRenewals; count++) end = dayAfter(end, duration)
  const input = {
    name: 'Renew or give notice',
    date: decideBy(end),
    category: 'Renewal',
    ownerId: contract.ownerId,
    reminders: [30, 7],
  } as const
  const made = await createKeyDateWithin(tx, actor, contractId, { input, now })
  await noteContractActivity(tx, made.contract, now)
  return [...term, ...made.events]
}

interface Obligations {
  readonly obligations: readonly Extract<FactValue, { readonly kind: 'obligation' }>[]
  readonly now: Date
}

/** Key dates of the owner, which recur where the obligations do. */
async function addObligations(
  tx: Tx,
  actor: Actor,
  contractId: number,
  { obligations, now }: Obligations,
): Promise<readonly DomainEvent[]> {
  const contract = await getContractFor(tx, actor, contractId, 'keyDates')
  const today = await localDay(tx, contract.organisationId, now)
  const events: DomainEvent[] = []
  for (const { name, date, duration, days } of obligations) {
    const due = date === null && duration && days !== null ? recurringDays(duration, days, today) : undefined
    const input = {
      name,
      date: due?.date ?? date ?? today,
      recurrence: due?.recurrence ?? null,
      category: 'Obligation',
      ownerId: contract.ownerId,
      reminders: [14, 1],
    } as const
    events.push(...(await createKeyDateWithin(tx, actor, contractId, { input, now })).events)
  }
  await noteContractActivity(tx, contract, now)
  return events
}

async function hasOpenRenewal(tx: Tx, { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>) {
  const row = await tx
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('category', '=', 'Renewal')
    .where('done', '=', false)
    .limit(1)
    .select('id')
    .executeTakeFirst()
  return row !== undefined
}
