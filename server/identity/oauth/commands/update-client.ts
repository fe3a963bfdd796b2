// Changing an integration client, and disabling or enabling it.
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import type { ClientStatus } from '../client.ts'
import {
  askConsentAgain,
  checkClientFields,
  checkMayChangeAllowed,
  checkSecretRequired,
  type ClientFields,
  type ClientManager,
  lockClient,
} from '../integration-clients.ts'

export type ClientChanges = Partial<
  ClientFields & { readonly status: ClientStatus; readonly secretRequired: boolean }
>

/**
 * Applies the given changes; absent properties stay unchanged. Disabling a client takes effect at once on all
 * processes, for its access tokens, refresh tokens and open requests; when enabled again, its grants continue. If the
 * secret becomes required, a grant started without it needs it at the next refresh. With another address, or without
 * having to send its secret, it has to ask for consent again. Throws not_found, forbidden for a client that only
 * administrators change, and bad_request naming everything that is invalid.
 */
export function updateClient(
  app: App,
  actor: ClientManager,
  id: number,
  changes: ClientChanges,
): Promise<void> {
  checkClientFields(changes)
  return change(app, actor, async (tx, now) => {
    const before = await lockClient(tx, actor, id)
    const next = {
      name: changes.name?.trim() ?? before.name,
      redirect_uris: changes.redirectUris ? [...changes.redirectUris] : before.redirect_uris,
      contact_email: changes.contactEmail ?? before.contact_email,
      status: changes.status ?? before.status,
      secret_required: changes.secretRequired ?? before.secret_required,
    }
    checkSecretRequired({ confidential: before.confidential, secretRequired: next.secret_required })
    const names = ['name', 'redirect_uris', 'contact_email', 'status', 'secret_required'] as const
    const changed = names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(next[name]))
    if (changed.length === 0) return { result: undefined, events: [] }
    if (changed.some((name) => name !== 'status')) await checkMayChangeAllowed(tx, actor, id)
    const isWider =
      next.redirect_uris.some((uri) => !before.redirect_uris.includes(uri)) ||
      (before.secret_required && !next.secret_required)
    const outdated = isWider ? await askConsentAgain(tx, before, 'address') : []
    await tx
      .updateTable('oauth_clients')
      .set({ ...next, updated_at: now, updated_by: actor.userId })
      .where('id', '=', id)
      .execute()
    return {
      result: undefined,
      events: [
        {
          name: 'client.updated',
          organisationId: actor.organisationId,
          resource: { kind: 'client', id },
          subject: null,
          facts: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: next[name] }])),
        },
        ...outdated,
      ],
    }
  })
}
