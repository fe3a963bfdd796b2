// Setting how people of an organisation are notified who have not chosen themselves.
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import { organisationEvent } from '../../identity/organisations/events.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { differencesOf } from '../../platform/events/differences.ts'
import type { VersionChecked } from '../../platform/version-checked.ts'
import { defaultWays, notificationKinds } from '../notification.ts'
import { type NotifyChanges, readNotifyDefaults } from '../preferences.ts'

/**
 * Changes the defaults of the given kinds; null returns to the standard way. Returns the version; does nothing if
 * there is no difference. What people have chosen themselves stays. For administrators.
 */
export function setNotifyDefaults(
  app: App,
  actor: Actor,
  changes: NotifyChanges,
  { checkVersion }: VersionChecked = {},
): Promise<number> {
  const { organisationId } = actor
  return change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, organisationId)
    const { ways: before, version } = await readNotifyDefaults(tx, organisationId)
    checkVersion?.(version)
    const given = Object.entries(changes).map(([kind, way]) => [
      kind,
      way ?? defaultWays[kind as keyof NotifyChanges],
    ])
    const after = { ...before, ...(Object.fromEntries(given) as Partial<typeof before>) }
    const changed = differencesOf(before, after, notificationKinds)
    if (Object.keys(changed).length === 0) return { result: version, events: [] }
    // kinds with the standard way are left out, so that they follow a better standard of a later release
    const own = notificationKinds.filter((kind) => after[kind] !== defaultWays[kind])
    const values = {
      ways: JSON.stringify(Object.fromEntries(own.map((kind) => [kind, after[kind]]))),
      version: version + 1,
      updated_at: now,
    }
    await tx
      .insertInto('notification_defaults')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
      .execute()
    return {
      result: version + 1,
      events: [organisationEvent('organisation.notifications.updated', organisationId, { changed })],
    }
  })
}
