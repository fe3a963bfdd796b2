// Events of rates of exchange: history of the organisation that keeps them, without topics.
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { short } from '../events.ts'
import type { NewExchangeRate } from './exchange-rate.ts'

/** Something was done with one rate, or with several. */
export const exchangeRateEvent = (
  name: NameOf<'exchangeRate'>,
  { organisationId, id }: { readonly organisationId: number; readonly id: number | null },
  facts: NonNullable<DomainEvent['facts']>,
): DomainEvent => ({ name, organisationId, resource: { kind: 'exchangeRate', id }, subject: null, facts })

/** What a rate is, as events tell it. */
export const rateFacts = ({ currency, from, rate }: NewExchangeRate) => ({
  currency,
  ratedFrom: from,
  exchangeRate: short(rate),
})
