// The names that a starter set gives the statuses of its matter types.
import { InputError } from '../platform/errors.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { kinds } from '../records/kinds.ts'
import { readStatusNames } from '../records/status-names/status-name.ts'
import { setStatusNames } from '../status-names/set-status-names.ts'
import type { SetMatterType } from './starter-set.ts'

/**
 * Gives the names to the statuses on matters of these new types. False where they would look like names that the
 * organisation has given already: then its own stay alone, and the set is added without.
 */
export async function nameStatuses(
  app: App,
  actor: Actor,
  { statusNames = {} }: Pick<SetMatterType, 'statusNames'>,
  typeIds: readonly number[],
): Promise<boolean> {
  const added = typeIds.flatMap((typeId) =>
    Object.entries(statusNames).map(([status, name]) => ({ kind: kinds.matter.one, typeId, status, name })),
  )
  if (added.length === 0) return true
  const { names } = await readStatusNames(app.db, actor.organisationId)
  try {
    await setStatusNames(app, actor, [...names, ...added])
    return true
  } catch (error) {
    if (error instanceof InputError) return false
    throw error
  }
}
