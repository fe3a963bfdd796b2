// Changing what a person sets for themselves.
import { type NotifyChanges, setNotifyPreferences } from '../../notifications/preferences.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { type PreferenceChanges, setPreferences } from '../../identity/users/preferences.ts'

/** Applies the changes to the caller's own preferences, all or none; null is the default again. */
export function changePreferences(
  app: App,
  actor: Actor,
  { notify, ...changes }: PreferenceChanges & { readonly notify?: NotifyChanges },
): Promise<void> {
  return change(app, actor, async (tx, now) => {
    if (Object.keys(changes).length > 0) await setPreferences(tx, actor, changes, now)
    if (notify) await setNotifyPreferences(tx, actor, notify, now)
    return { result: undefined, events: [] }
  })
}
