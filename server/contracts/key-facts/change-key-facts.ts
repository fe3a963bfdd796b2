// Changing several key facts of a contract at once, each where it is kept.
import { partyNamed } from '../../fields/commands/party-named.ts'
import type { RecordFields } from '../../fields/record-fields.ts'
import type { FieldInput, Reading } from '../../fields/values/field-input.ts'
import { readJson } from '../../fields/values/json-value.ts'
import { checkRoom } from '../../identity/organisations/limits/check-room.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { conflict } from '../../platform/errors.ts'
import { change, type DomainEvent } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import { getContractFor, getContractToSee, noteContractActivity } from '../access.ts'
import { updateWithin } from '../commands/update-contract.ts'
import { keyDateCreated, keyDateDeleted, keyDateUpdated } from '../events.ts'
import { checkedKeyDate } from '../key-date.ts'
import { insertKeyDate, writeKeyDate } from '../key-dates/write-key-date.ts'
import { checkNotLocked } from '../signing/executed-lock.ts'
import { checkNotOutForSignature } from '../signing/here/request.ts'
import { endOfDay, plain, startName } from './answered-facts.ts'
import { fieldMeaning, findStart, partyField } from './key-facts.ts'

/** What is changed: an absent fact is kept, null clears it. */
export interface KeyFactChanges {
  /** By its id, or by its name, which is put on the list of parties if it is not there. */
  readonly otherParty?: { readonly id: number } | { readonly name: string } | null
  /** Days: `2026-05-06`. */
  readonly effectiveDate?: string | null
  readonly expiry?: string | null
  readonly value?: number | null
}

/**
 * Changes the facts, all or none. Throws not_found for a contract that the actor does not see, forbidden for what they
 * may not change, bad_request for what is none, and conflict for a fact that no field of the contract holds.
 */
export function changeKeyFacts(
  app: App,
  actor: Actor,
  contractId: number,
  changes: KeyFactChanges,
): Promise<void> {
  return change(app, actor, async (tx, now) => ({
    result: undefined,
    events: await changeKeyFactsWithin(app, tx, actor, { contractId, changes, now }),
  }))
}

interface Changing {
  readonly contractId: number
  readonly changes: KeyFactChanges
  readonly now: Date
}

/** The same inside a larger change, which stores the returned events. */
export async function changeKeyFactsWithin(
  app: App,
  tx: Tx,
  actor: Actor,
  { contractId, changes: { otherParty, effectiveDate, expiry, value }, now }: Changing,
): Promise<readonly DomainEvent[]> {
  const { organisationId } = await getContractToSee(tx, actor, contractId)
  const party =
    otherParty && 'name' in otherParty
      ? await partyNamed(tx, actor, { organisationId, name: otherParty.name, now })
      : { id: otherParty?.id, events: [] }
  const fields = (current: RecordFields): FieldInput => {
    const given: (readonly [number, Reading] | undefined)[] = [
      otherParty === undefined ? undefined : partyInput(current, party.id),
      value === undefined ? undefined : valueInput(current, value),
      effectiveDate === undefined ? undefined : startInput(current, effectiveDate),
    ]
    return new Map(given.filter((each) => each !== undefined))
  }
  const changes = {
    fields,
    ...(expiry === undefined ? {} : { expiry: expiry === null ? null : endOfDay(expiry) }),
  }
  const events = await updateWithin(app, tx, actor, { id: contractId, decide: () => changes, now })
  const start =
    effectiveDate === undefined ? [] : await changeStart(tx, actor, { contractId, day: effectiveDate, now })
  return [...party.events, ...events, ...start]
}

function partyInput(current: RecordFields, id: number | undefined): readonly [number, Reading] {
  const place = partyField(current)
  if (!place)
    throw conflict(
      'The forms of this contract have no field for the counterparty. An administrator can add one.',
    )
  return [place.field.id, { atoms: id === undefined ? [] : [id] }]
}

function valueInput(current: RecordFields, value: number | null): readonly [number, Reading] {
  const place = fieldMeaning(current, 'Value')
  if (!place)
    throw conflict(
      'No field on the forms of this contract means its value. An administrator can say which does: PATCH /v2/fields/{fieldId} with "meaning": "Value".',
    )
  return [place.field.id, readJson(place.field, value)]
}

/** The day is a key date; a field that means it says the same. */
function startInput(current: RecordFields, day: string | null): readonly [number, Reading] | undefined {
  const place = fieldMeaning(current, 'EffectiveDate')
  return place && !place.readOnly ? [place.field.id, readJson(place.field, day)] : undefined
}

interface Start {
  readonly contractId: number
  readonly day: string | null
  readonly now: Date
}

async function changeStart(
  tx: Tx,
  actor: Actor,
  { contractId, day, now }: Start,
): Promise<readonly DomainEvent[]> {
  const contract = await getContractFor(tx, actor, contractId, 'keyDates')
  await checkNotOutForSignature(tx, contract)
  const before = await findStart(tx, contract)
  if (day === (before?.keyDate.date ?? null)) return []
  if (before) await checkNotLocked(tx, contract, 'The effective date')
  await noteContractActivity(tx, contract, now)
  if (before && day === null) {
    await tx
      .deleteFrom('contract_key_dates')
      .where('organisation_id', '=', contract.organisationId)
      .where('id', '=', before.keyDate.id)
      .execute()
    return [keyDateDeleted(contract, before.keyDate)]
  }
  if (before && day !== null) {
    const next = { ...before.keyDate, date: day, done: false }
    await writeKeyDate(tx, contract, before, { next, now })
    return keyDateUpdated(contract, before.keyDate, next)
  }
  if (day === null) return []
  await checkRoom(tx, 'keyDates', { organisationId: contract.organisationId, parentId: contract.id })
  const keyDate = checkedKeyDate({ ...plain, name: startName, date: day, category: 'Start' as const })
  const id = await insertKeyDate(tx, contract, keyDate, { by: actor.userId, now })
  return [keyDateCreated(contract, { ...keyDate, id })]
}
