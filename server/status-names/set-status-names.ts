// Setting what an organisation calls the statuses of its records.
import { getOrganisationToChange } from '../identity/organisations/access.ts'
import { organisationEvent } from '../identity/organisations/events.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { change } from '../platform/events/change.ts'
import type { VersionChecked } from '../platform/version-checked.ts'
import { kinds } from '../records/kinds.ts'
import { readStatusNames, type StatusName } from '../records/status-names/status-name.ts'
import { checkStatusNames } from './status-names.ts'

/**
 * Replaces the names, and returns the version; statuses without one have the standard names. For administrators. Throws
 * 400 for names by which two statuses would look the same.
 */
export function setStatusNames(
  app: App,
  actor: Actor,
  names: readonly StatusName[],
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await readStatusNames(tx, organisationId)
    checkVersion?.(before.version)
    await checkStatusNames(tx, organisationId, { names, before: before.names })
    const [from, to] = [before.names, names].map((each) => each.map(describe).toSorted())
    if (from?.join('\n') === to?.join('\n')) return { result: before.version, events: [] }
    const version = before.version + 1
    const values = { names: JSON.stringify(names), version, updated_at: now }
    await tx
      .insertInto('status_names')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    const changed = { names: { from, to } }
    return {
      result: version,
      events: [organisationEvent('organisation.statusnames.updated', organisationId, { changed })],
    }
  })
}

/** As the history writes a name. */
const describe = ({ kind, typeId, status, name }: StatusName): string =>
  `${kinds[kind].many}${typeId === null ? '' : ` of type ${typeId}`}: ${status} is “${name}”`
