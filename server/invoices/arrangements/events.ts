// The events about fee arrangements: history of the organisation that pays, on the matter where they are for one.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { kinds } from '../../records/kinds.ts'

interface Key {
  readonly organisationId: number
  readonly id: number
  readonly matterId: number | null
}

const about = (
  name: NameOf<'feeArrangement'>,
  { organisationId, id, matterId }: Key,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name,
  organisationId,
  // not `matter`: firms on it read what happens to a matter
  resource: { kind: 'feeArrangement', id },
  subject: matterId === null ? null : { kind: kinds.matter.one, id: matterId },
  facts,
})

interface Set {
  readonly title: string
  readonly firm: string
  readonly reason: string | null
}

/** An arrangement was agreed, changed or taken away. */
export const arrangementSet = (key: Key, facts: Set): DomainEvent =>
  about('feeArrangement.set', key, { ...facts })

interface OutcomeFacts {
  readonly title: string
  readonly outcome: string
  readonly day: string | null
  /** What is due, `GBP 500.00`; null unless it succeeded. */
  readonly fee: string | null
  readonly reason: string
}

/** It was recorded, or corrected, what became of a success fee. */
export const outcomeSet = (key: Key, facts: OutcomeFacts): DomainEvent =>
  about('feeArrangement.outcomeSet', key, { ...facts })

interface Moved {
  readonly kind: string
  readonly amount: string
  readonly reference: string | null
  /** Why it was taken back; null where it was recorded. */
  readonly reason: string | null
}

/** A deposit or a refund was recorded, or taken back. */
export const retainerMoved = (retainer: Key & { readonly title: string }, facts: Moved): DomainEvent =>
  about(facts.reason === null ? 'feeArrangement.moved' : 'feeArrangement.movementWithdrawn', retainer, {
    title: retainer.title,
    ...facts,
  })

interface CapReached {
  readonly title: string
  /** Decimal text in percent. */
  readonly used: string
  readonly percent: string
}

/** So much of a cap is used. */
export const capReached = (key: Key, facts: CapReached): DomainEvent =>
  about('feeArrangement.capReached', key, { ...facts })
