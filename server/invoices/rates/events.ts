// Events of agreed rates and of proposals: history of the organisation, without topics.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { short } from '../events.ts'
import type { NewRate } from './rate.ts'

interface Of {
  readonly organisationId: number
  readonly id: number
}

const factsOf = ({ timekeeperNumber, timekeeper, timekeeperClass, currency, rate, from, to }: NewRate) => ({
  timekeeper: [timekeeperNumber, timekeeper].filter((part) => part !== null).join(' ') || null,
  timekeeperClass,
  agreedRate: `${currency} ${short(rate)}`,
  ratedFrom: from,
  ratedTo: to,
})

const event = (
  kind: 'agreedRate' | 'rateProposal',
  name: NameOf<'agreedRate'> | NameOf<'rateProposal'>,
  { organisationId, id }: Of,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({ name, organisationId, resource: { kind, id }, subject: null, facts })

/** A rate was agreed. */
export const rateCreated = (of: Of, rate: NewRate, firmId: number): DomainEvent =>
  event('agreedRate', 'agreedRate.created', of, { firmId, ...factsOf(rate) })

/** A rate was ended, corrected or withdrawn. */
export function rateUpdated(of: Of, { before, after }: RateChange, reason: string | null): DomainEvent {
  const [from, to] = [factsOf(before), factsOf(after)]
  const names = (Object.keys(from) as (keyof typeof from)[]).filter((name) => from[name] !== to[name])
  const changes = Object.fromEntries(names.map((name) => [name, { from: from[name], to: to[name] }]))
  return event('agreedRate', 'agreedRate.updated', of, { changes, ...(reason === null ? {} : { reason }) })
}

interface RateChange {
  readonly before: NewRate
  readonly after: NewRate
}

/** Rates were read from a file: one event for all. */
export const ratesImported = (organisationId: number, firmId: number, count: number): DomainEvent =>
  event('agreedRate', 'agreedRate.imported', { organisationId, id: firmId }, { firmId, count })

/** A rate was withdrawn: it never applies. */
export const rateWithdrawn = (of: Of, rate: NewRate, reason: string): DomainEvent =>
  event('agreedRate', 'agreedRate.deleted', of, { ...factsOf(rate), reason })

/** A step of a proposal. */
export const proposalMoved = (
  of: Of,
  name: NameOf<'rateProposal'>,
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => event('rateProposal', name, of, facts)
