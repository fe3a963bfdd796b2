// What an organisation demands of people who sign in.
import { sql } from 'kysely'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { change, type SystemActor } from '../../../platform/events/change.ts'
import { differencesOf } from '../../../platform/events/differences.ts'
import { badInput, conflict } from '../../../platform/errors.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { organisationEvent } from '../sso/provider-events.ts'
import { getOrganisationToChange } from '../../organisations/access.ts'
import { checkNetworks } from './administrator-networks.ts'
import { checkBreakGlass } from './break-glass.ts'
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
  /** Whether people may sign in with passwords and passkeys, besides single sign-on. */
  readonly passwords: boolean
  /** From where administrators may act: addresses and networks; empty for everywhere. */
  readonly administratorNetworks: readonly string[]
  /** Whose account gets in when nobody else can; null for nobody's. */
  readonly breakGlassUserId: string | null
  /** Whether approvers sign in before they answer from a mail. */
  readonly approvalsNeedSignIn: boolean
}

const usual: Omit<SignInPolicy, 'passwords'> = {
  secondFactor: 'Nobody',
  firms: false,
  rememberDays: usualRememberDays,
  trustSingleSignOn: true,
  administratorNetworks: [],
  breakGlassUserId: null,
  approvalsNeedSignIn: true,
}

/** The policy of an organisation. */
export async function getSignInPolicy(db: Reader, organisationId: number): Promise<SignInPolicy> {
  const { passwords, ...row } = await db
    .selectFrom('organisations as o')
    .leftJoin('sign_in_policies as p', 'p.organisation_id', 'o.id')
    .where('o.id', '=', organisationId)
    .select(['o.local_accounts as passwords', 'p.second_factor', 'p.firms', 'p.remember_days'])
    .select(['p.trust_single_sign_on', 'p.administrator_networks', 'p.break_glass_user_id'])
    .select('p.approvals_need_sign_in')
    .executeTakeFirstOrThrow()
  return {
    secondFactor: (row.second_factor as Demand | null) ?? usual.secondFactor,
    firms: row.firms ?? usual.firms,
    rememberDays: row.remember_days ?? usual.rememberDays,
    trustSingleSignOn: row.trust_single_sign_on ?? usual.trustSingleSignOn,
    passwords,
    administratorNetworks: row.administrator_networks ?? usual.administratorNetworks,
    breakGlassUserId: row.break_glass_user_id,
    approvalsNeedSignIn: row.approvals_need_sign_in ?? usual.approvalsNeedSignIn,
  }
}

/**
 * Changes the policy of the actor's organisation, who calls from this address. It holds at once: a session that began
 * with less is asked to sign in again. Throws conflict if the actor would be the first to be asked for a second factor
 * that they do not have, or could not act as an administrator from where they are.
 */
export function updateSignInPolicy(
  app: App,
  actor: Actor,
  given: Partial<SignInPolicy>,
  ip: string,
): Promise<void> {
  const { administratorNetworks } = given
  const changes =
    administratorNetworks === undefined
      ? given
      : { ...given, administratorNetworks: checkNetworks(administratorNetworks, ip) }
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
      'passwords',
      'administratorNetworks',
      'breakGlassUserId',
      'approvalsNeedSignIn',
    ])
    if (Object.keys(changed).length === 0) return { result: undefined, events: [] }
    const values = { ...columnsOf(after), updated_at: now }
    if ('breakGlassUserId' in changed && after.breakGlassUserId !== null) {
      await checkBreakGlass(tx, organisationId, after.breakGlassUserId)
    }
    if ('passwords' in changed) await setPasswords(tx, organisationId, after.passwords, now)
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
      events: [organisationEvent('sign-in-policy.updated', organisationId, { changed })],
    }
  })
}

const columnsOf = (policy: SignInPolicy) => ({
  second_factor: policy.secondFactor,
  firms: policy.firms,
  remember_days: policy.rememberDays,
  trust_single_sign_on: policy.trustSingleSignOn,
  administrator_networks: [...policy.administratorNetworks],
  break_glass_user_id: policy.breakGlassUserId,
  approvals_need_sign_in: policy.approvalsNeedSignIn,
})

async function setPasswords(tx: Tx, organisationId: number, allowed: boolean, now: Date): Promise<void> {
  const provider = await tx
    .selectFrom('identity_providers')
    .where('organisation_id', '=', organisationId)
    .where('enabled', '=', true)
    .select('id')
    .executeTakeFirst()
  if (!allowed && !provider) {
    throw conflict('Turn on an identity provider first: without one, nobody could sign in.')
  }
  await tx
    .updateTable('organisations')
    .set({ local_accounts: allowed, updated_at: now })
    .where('id', '=', organisationId)
    .execute()
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

/** Lets administrators of an organisation act from everywhere again. Returns whether there was a limit. */
export function clearAdministratorNetworks(
  app: App,
  by: SystemActor,
  organisationId: number,
): Promise<boolean> {
  return change(app, by, async (tx, now) => {
    const { numUpdatedRows } = await tx
      .updateTable('sign_in_policies')
      .set({ administrator_networks: [], updated_at: now })
      .where('organisation_id', '=', organisationId)
      .where(sql<boolean>`cardinality(administrator_networks) > 0`)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return { result: false, events: [] }
    return {
      result: true,
      events: [
        organisationEvent('sign-in-policy.updated', organisationId, {
          changed: { administratorNetworks: { to: [] } },
        }),
      ],
    }
  })
}
