// Access to what administrators of the installation see.
import { internalTransaction } from '../../../../server/platform/events/change.ts'
import type { AccessCase } from '../case.ts'
import type { World } from '../world.ts'

/** The owner administers the installation; their colleagues and other organisations do not. */
async function administered({ app, people }: World) {
  await internalTransaction(app, (tx, now) =>
    tx
      .insertInto('installation_administrators')
      .values({ user_id: people.owner.id, added_at: now })
      .onConflict((existing) => existing.column('user_id').doNothing())
      .execute(),
  )
  return {}
}

export const installationCases: readonly AccessCase[] = [
  { route: 'GET /v2/installation/health', make: administered, outsider: 403, colleague: 403, viewer: 403 },
]
