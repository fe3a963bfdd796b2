// A customer adds its law firm to the platform: the organisation, the link, and the invitation of its first
// administrator.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change } from '../../platform/events/change.ts'
import { forbidden } from '../../platform/errors.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { insertOrganisation } from '../organisations/commands/create-organisation.ts'
import { insertLink } from '../organisations/commands/link-organisations.ts'
import { organisationEvent } from '../organisations/events.ts'
import type { Locale } from '../organisations/organisation.ts'
import { insertUser, type NewUser, userEvent } from '../users/commands/add-user.ts'
import { sendInvitation } from './password-links.ts'

export interface NewLawFirm extends Partial<Locale> {
  readonly name: string
  readonly administrator: Pick<NewUser, 'email' | 'firstName' | 'lastName'>
}

/**
 * Creates the law firm, links it to the actor's organisation and invites its administrator by mail, or does none of it;
 * returns the firm's id. From then on it is administered by its own users. For administrators of a customer: forbidden
 * for those of a firm. Throws conflict if the address is taken.
 */
export function createLawFirm(app: App, actor: Actor, firm: NewLawFirm): Promise<number> {
  return change(app, actor, async (tx, now) => {
    const own = await getOrganisationToChange(tx, actor, actor.organisationId)
    if (own.type !== 'Customer')
      throw forbidden('Customers add their law firms; the operator adds customers.')
    const { administrator, ...settings } = firm
    const id = await insertOrganisation(tx, { ...settings, type: 'ServiceProvider' }, now)
    const user: NewUser = { ...administrator, organisationId: id, role: 'Administrator' }
    const added = await insertUser(tx, user, { status: 'Invited', now, by: actor })
    await sendInvitation(app, tx, { ...user, ...added, invitedBy: `${actor.name} of ${own.name}` })
    const linked = await insertLink(tx, { customerId: own.id, providerId: id }, now)
    const facts = { name: firm.name.trim(), type: 'ServiceProvider', foundedBy: own.id }
    return {
      result: id,
      events: [
        organisationEvent('organisation.created', id, facts),
        userEvent('user.invited', user, added),
        ...linked,
      ],
    }
  })
}
