// The place of a request among those that the process works on at the same time, which it leaves while it waits for
// something else than the database: a document worker, or another service.
import { AsyncLocalStorage } from 'node:async_hooks'

export interface PlaceInQueue {
  /** Whose requests it is counted with: an organisation, or what somebody does without an account. */
  readonly group: number | string
  leave(): void
  /** Waits for a place again. */
  comeBack(): Promise<void> | undefined
}

const places = new AsyncLocalStorage<PlaceInQueue>()

/** Does the work, and what follows from it, in this place. */
export const inPlace = <Result>(place: PlaceInQueue, work: () => Result): Result => places.run(place, work)

/** What somebody without an account does in this request; undefined for everybody else, and for jobs. */
export function purposeOfGuest(): string | undefined {
  const group = places.getStore()?.group
  return typeof group === 'string' ? group : undefined
}

/**
 * Waits without a place; in jobs, which have none, just waits. Never in a transaction: its connection would wait too.
 */
export async function withoutPlace<Result>(wait: () => Promise<Result>): Promise<Result> {
  const place = places.getStore()
  if (!place) return wait()
  place.leave()
  try {
    return await wait()
  } finally {
    await place.comeBack()
  }
}
