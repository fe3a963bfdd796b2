// The same done with each of many: what came of it is counted, and what was refused says why.
import type { App } from './app.ts'
import { dryRun, eventsOf } from './dry-run.ts'
import type { DomainEvent } from './events/change.ts'
import { replacesValue } from './events/replaced-values.ts'
import type { Tx } from './postgres/database.ts'
import { refusalOf } from './postgres/constraint-refusal.ts'

/** What came of it. */
export interface EachOutcome {
  readonly changed: number
  readonly unchanged: number
  /** How many of the changed ones had another value. */
  readonly differing: number
  readonly skipped: readonly { readonly id: number; readonly because: string }[]
}

interface EachAsked {
  readonly checkOnly: boolean
  /** One change of the record. */
  readonly work: (app: App, id: number) => Promise<unknown>
  /** Writes what was changed of the record in the transaction of its change. */
  readonly keep: (tx: Tx, id: number, events: readonly DomainEvent[]) => Promise<void>
}

/** Each in a transaction of its own. Throws what is no refusal. */
export async function changeEach(
  app: App,
  ids: readonly number[],
  { checkOnly, work, keep }: EachAsked,
): Promise<EachOutcome> {
  const outcome = { changed: 0, unchanged: 0, differing: 0, skipped: [] as { id: number; because: string }[] }
  for (const id of ids) {
    try {
      const events = checkOnly
        ? await dryRun(app, (one) => work(one, id))
        : await eventsOf(app, (one) =>
            work(
              keeping(one, (tx, made) => keep(tx, id, made)),
              id,
            ),
          )
      if (events.length === 0) outcome.unchanged++
      else outcome.changed++
      if (events.some(replacesValue)) outcome.differing++
    } catch (error) {
      const refusal = refusalOf(error)
      if (!refusal) throw error
      outcome.skipped.push({ id, because: refusal.message })
    }
  }
  return outcome
}

/** The app whose changes are kept as well, in their transactions. */
export const keeping = (app: App, keep: (tx: Tx, events: readonly DomainEvent[]) => Promise<void>): App => ({
  ...app,
  beforeCommit: async (tx, events) => {
    await app.beforeCommit?.(tx, events)
    if (events.length > 0) await keep(tx, events)
  },
})
