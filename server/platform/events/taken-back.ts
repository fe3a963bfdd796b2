// Taking a change back by what its events say: the former values, where those that it gave are still there.
import { conflict } from '../errors.ts'
import type { DomainEvent } from './change.ts'

/** What a change has made, as the history has it. */
export type Made = readonly Pick<Required<DomainEvent>, 'name' | 'facts'>[]

type Pairs = Readonly<Record<string, { readonly from: unknown; readonly to: unknown }>>

/** What is kept of the events of a change. */
export const madeBy = (events: readonly DomainEvent[]): Made =>
  events.map(({ name, facts = {} }) => ({ name, facts }))

const ofField = /^field_\d+$/

/** The changes of the properties of a record itself, and those of its custom fields by `field_<id>`. */
function changesIn(made: Made): { readonly own: Pairs; readonly fields: Pairs } {
  const all = made.flatMap(({ facts }) => Object.entries((facts['changes'] ?? {}) as Pairs))
  return {
    own: Object.fromEntries(all.filter(([name]) => !ofField.test(name))),
    fields: Object.fromEntries(all.filter(([name]) => ofField.test(name))),
  }
}

/** The refusal to take back what somebody has changed since. */
export const changedSince = () => conflict('It has been changed since, and was left as it is.')

/** Whether a value is still the one that a change has given. */
export const isStill = (now: unknown, given: unknown): boolean =>
  JSON.stringify(now ?? null) === JSON.stringify(given ?? null)

/**
 * The former values of the record's own properties, without those that follow from others, and the changes of its
 * custom fields. Throws conflict where a property has another value by now than the change gave it.
 */
export function formerValues(
  made: Made,
  record: object,
  follows: readonly string[] = [],
): { readonly own: Readonly<Record<string, unknown>>; readonly fields: Pairs } {
  const { own, fields } = changesIn(made)
  const now = record as Readonly<Record<string, unknown>>
  const taken = Object.entries(own).filter(([name]) => !follows.includes(name))
  if (taken.some(([name, { to }]) => !isStill(now[name], to))) throw changedSince()
  return { own: Object.fromEntries(taken.map(([name, { from }]) => [name, from ?? null])), fields }
}
