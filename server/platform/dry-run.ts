// Carrying out a change to its end, and taking it back: to say what it would do, or why it could not be done.
import { sql } from 'kysely'
import type { App } from './app.ts'
import type { DomainEvent } from './events/change.ts'

/** The events of the change; thrown, so that its transaction ends without a trace. */
class DryRunDone extends Error {
  readonly events: readonly DomainEvent[]

  constructor(events: readonly DomainEvent[]) {
    super('A dry run was rolled back')
    this.events = events
  }
}

/**
 * The events of a change that is taken back before it is committed. Throws what the change throws. Nothing but one
 * change may be in it.
 */
export async function dryRun(
  app: App,
  work: (trial: App) => Promise<unknown>,
): Promise<readonly DomainEvent[]> {
  try {
    await work({
      ...app,
      beforeCommit: async (tx, events) => {
        // the writes that wait for the commit are sent now, so that what they violate is found
        await sql`select 1`.execute(tx)
        throw new DryRunDone(events)
      },
    })
  } catch (error) {
    if (error instanceof DryRunDone) return error.events
    throw error
  }
  return []
}

/** The events of a change that is made. */
export async function eventsOf(
  app: App,
  work: (watched: App) => Promise<unknown>,
): Promise<readonly DomainEvent[]> {
  const seen: DomainEvent[] = []
  await work({
    ...app,
    beforeCommit: async (_tx, events) => {
      // a change that conflicted runs again
      seen.splice(0, seen.length, ...events)
    },
  })
  return seen
}
