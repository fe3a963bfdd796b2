// Whether a change replaces values that were there, read off its events.
import { bareObject } from '../bare-object.ts'
import type { DomainEvent } from './change.ts'

/** Whether there is no value. */
export const isEmpty = (value: unknown): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)

/** Whether an event reports a value that was there before. */
export function replacesValue({ facts = {} }: DomainEvent): boolean {
  const changes = bareObject<unknown>((facts['changes'] ?? {}) as Record<string, unknown>)
  return Object.values(changes).some((pair) => !isEmpty((pair as { readonly from?: unknown }).from))
}
