// Who the caller is, what they may do, and how they want things shown.
import { isProven } from '../platform/acts.ts'
import { keepsInsideCosts, seesInsideCosts } from '../invoices/inside-costs/access.ts'
import { sql } from 'kysely'
import { listFeatures } from '../identity/features/queries.ts'
import type { FeatureCode } from '../identity/features/feature.ts'
import { notifyPreferencesOf } from '../notifications/preferences.ts'
import type { NotifyPreferences } from '../notifications/notification.ts'
import { type Actor, hasRight, leadsDepartment } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { type Preferences, preferencesOf } from '../identity/users/preferences.ts'
import type { StatusName } from '../records/status-names/status-name.ts'
import { ownStatusNames } from './own-status-names.ts'
import { peopleByIds, type ShownPerson } from '../identity/users/people-on-records.ts'

export interface Me {
  readonly user: ShownPerson & Pick<Actor, 'role'>
  readonly organisation: {
    readonly id: number
    readonly name: string
    readonly type: Actor['organisationType']
    readonly timeZone: string
    readonly logo: { readonly id: number } | null
  }
  readonly can: Readonly<Record<(typeof abilities)[number], boolean>>
  /** The features that are on. */
  readonly features: readonly FeatureCode[]
  readonly preferences: OwnPreferences
  readonly statusNames: readonly StatusName[]
}

/** All that people set for themselves. */
export interface OwnPreferences extends Preferences {
  readonly notify: NotifyPreferences
}

const abilities = [
  'createMatters',
  'createContracts',
  'manageIntake',
  'manageInvoices',
  'seeInsideCosts',
  'keepInsideCosts',
  'manageIntegrations',
  'administer',
  'administerInstallation',
  'actWithoutProof',
  'deleteOwn',
  'deleteAll',
  'leadDepartment',
] as const

/** The caller with their rights, features and preferences. */
export async function getMe(app: App, actor: Actor): Promise<Me> {
  const { db } = app
  const [people, { logoId, ...organisation }, features, preferences, statusNames] = await Promise.all([
    peopleByIds(db, [actor.userId]),
    db
      .selectFrom('organisations')
      .where('id', '=', actor.organisationId)
      .select(['id', 'name', 'time_zone as timeZone'])
      .select(
        sql<number | null>`(select p.id from pictures p
          where p.organisation_id = ${actor.organisationId} and p.user_id is null)`.as('logoId'),
      )
      .executeTakeFirstOrThrow(),
    listFeatures(app, actor),
    ownPreferences(app, actor),
    ownStatusNames(app, actor),
  ])
  const user = people.get(actor.userId)
  if (!user) throw new Error('The caller is no user')
  return {
    user: { ...user, role: actor.role },
    organisation: {
      ...organisation,
      type: actor.organisationType,
      logo: logoId === null ? null : { id: logoId },
    },
    can: abilitiesOf(actor, app.clock.now()),
    features: features.filter(({ enabled }) => enabled).map(({ code }) => code),
    preferences,
    statusNames,
  }
}

/** The caller's preferences, with the defaults for what they did not choose. */
export async function ownPreferences({ db }: App, actor: Actor): Promise<OwnPreferences> {
  const [preferences, notify] = await Promise.all([preferencesOf(db, actor), notifyPreferencesOf(db, actor)])
  return { ...preferences, notify }
}

const abilitiesOf = (actor: Actor, now: Date): Me['can'] => ({
  createMatters: hasRight(actor, 'create-matters'),
  createContracts: hasRight(actor, 'create-contracts'),
  manageIntake: actor.permissions.has('ManageIntake'),
  manageInvoices: hasRight(actor, 'manage-invoices'),
  seeInsideCosts: seesInsideCosts(actor),
  keepInsideCosts: keepsInsideCosts(actor),
  manageIntegrations: hasRight(actor, 'manage-integrations'),
  administer: hasRight(actor, 'administer'),
  administerInstallation: hasRight(actor, 'administer-installation'),
  actWithoutProof: isProven(actor, now),
  deleteOwn: actor.permissions.has('DeleteOwn'),
  deleteAll: actor.permissions.has('DeleteAll'),
  leadDepartment: leadsDepartment(actor),
})
