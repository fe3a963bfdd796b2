// What an organisation demands of people who sign in.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { badInput, conflict } from '../../../platform/errors.ts'
import type { Reader } from '../../../platform/postgres/database.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { factorsOf, hasFactor, usualRememberDays } from './second-factor.ts'

export const demands = ['Nobody', 'Administrators', 'Everyone'] as const
type Demand = (typeof demands)[number]

/** The longest time for which a browser may stand for the second factor. */
export const longestRememberDays = 90

export interface SignInPolicy {
  /** Of whom in the organisation a second factor is demanded. */
  readonly secondFactor: Demand
  /** Whether it is demanded of people of law firms who work on records of the organisation. */
  readonly firms: boolean
  /** For how many days a browser may stand for the second factor; 0 for never. */
  readonly rememberDays: number
  /** Whether single sign-on counts as both factors. */
  readonly trustSingleSignOn: boolean
}

const usual: SignInPolicy = {
  secondFactor: 'Nobody',
  firms: false,
  rememberDays: usualRememberDays,
  trustSingleSignOn: true,
}

/** The policy of an organisation. */
export async function getSignInPolicy(db: Reader, organisationId: number): Promise<SignInPolicy> {
  const row = await db
    .selectFrom('sign_in_policies')
    .where('organisation_id', '=', organisationId)
    .select(['second_factor', 'firms', 'remember_days', 'trust_single_sign_on'])
    .executeTakeFirst()
  if (!row) return usual
  return {
    secondFactor: row.second_factor as Demand,
    firms: row.firms,
    rememberDays: row.remember_days,
    trustSingleSignOn: row.trust_single_sign_on,
  }
}

/**
 * Changes the policy of the actor's organisation. It holds at once: a session that began with less is asked to sign in
 * again. Throws conflict if the actor would be the first to be asked for a second factor that they do not have.
 */
export function updateSignInPolicy(app: App, actor: Actor, changes: Partial<SignInPolicy>): Promise<void> {
  const { rememberDays } = changes
  if (rememberDays !== undefined && (rememberDays < 0 || rememberDays > longestRememberDays)) {
    throw badInput('rememberDays', `must be from 0 to ${longestRememberDays}.`)
  }
  return change(app, actor, async (tx, now) => {
    const { organisationId, userId } = actor
    await getOrganisationToChange(tx, actor, organisationId)
    const before = await getSignInPolicy(tx, organisationId)
    const after = { ...before, ...changes }
    const changed = differencesOf(before, after, [
      'secondFactor',
      'firms',
      'rememberDays',
      'trustSingleSignOn',
    ])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    const values = {
      second_factor: after.secondFactor,
      firms: after.firms,
      remember_days: after.rememberDays,
      trust_single_sign_on: after.trustSingleSignOn,
      updated_at: now,
    }
    await tx
      .insertInto('sign_in_policies')
      .values({ organisation_id: organisationId, ...values })
      .onConflict((conflict_) => conflict_.column('organisation_id').doUpdateSet(values))
      .execute()
    const own = await factorsOf(tx, userId)
    const isNewlyDemanded = 'secondFactor' in changed || 'trustSingleSignOn' in changed
    if (isNewlyDemanded && own.demanded && !hasFactor(own) && !(await signedInByProvider(tx, actor, own))) {
      throw conflict(
        'Set up a second factor for yourself first, on the page “Your account”: it will be demanded of you too.',
      )
    }
    return {
      result: undefined,
      events: [
        {
          name: 'sign-in-policy.updated',
          organisationId,
          resource: { kind: 'organisation', id: organisationId },
          subject: null,
          facts: { changed },
        },
      ],
    }
  })
}

async function signedInByProvider(
  db: Reader,
  { via }: Actor,
  { trustsSingleSignOn }: { readonly trustsSingleSignOn: boolean },
): Promise<boolean> {
  if (via.kind !== 'session' || !trustsSingleSignOn) return false
  const row = await db
    .selectFrom('sessions')
    .where('id', '=', via.sessionId)
    .select('method')
    .executeTakeFirst()
  return row?.method === 'sso'
}
