// Second factors: what somebody proves at sign-in besides their password or their single sign-on.
//
// factor             a code of an authenticator app, a passkey, a recovery code, or a remembered device
// passkey            a key pair in a device or password manager that checks its holder itself: both factors in one
// demanded           an organisation's policy says that the person needs a second factor
// break-glass        an administrator's account for when nobody can get in otherwise (break-glass.ts)
// pending sign-in    the first factor is proven in a browser, the second is not
// verification       a signed-in person proves again who they are, before a sensitive action
import { sql } from 'kysely'
import type { Reader } from '../../../platform/postgres/database.ts'

/** What was proven besides the first factor; passkeys are both. */
export type ProvenFactor = 'app' | 'passkey' | 'recovery code' | 'remembered device'

/**
 * Whether a person needs a second factor, in a query of `users`: their own organisation's policy, or that of a client
 * on whose records they work as a law firm's.
 */
export const isDemanded = sql<boolean>`exists (
  select from sign_in_policies p
  where (p.organisation_id = users.organisation_id
      and (p.second_factor = 'Everyone' or (p.second_factor = 'Administrators' and users.role = 'Administrator')
        or p.break_glass_user_id = users.id))
    or (p.firms and p.organisation_id <> users.organisation_id and exists (
      select from user_organisations o where o.user_id = users.id and o.organisation_id = p.organisation_id)))`

/** Whether theirs is the break-glass account of their organisation, in a query of `users`. */
export const isBreakGlass = sql<boolean>`exists (
  select from sign_in_policies p
  where p.organisation_id = users.organisation_id and p.break_glass_user_id = users.id)`

/** Whether single sign-on counts as both factors, in a query of `users`. */
export const trustsSingleSignOn = sql<boolean>`coalesce((
  select p.trust_single_sign_on and p.break_glass_user_id is distinct from users.id
  from sign_in_policies p where p.organisation_id = users.organisation_id), true)`

/** The second factors of a person, and whether they need one. */
export interface FactorsOfPerson {
  readonly app: boolean
  readonly passkeys: number
  /** How many recovery codes are unused. */
  readonly recoveryCodes: number
  readonly demanded: boolean
  readonly trustsSingleSignOn: boolean
  /** For how many days a browser may stand for the second factor. */
  readonly rememberDays: number
}

/** The days for which browsers are remembered where there is no policy. */
export const usualRememberDays = 30

/** The second factors of a person. */
export async function factorsOf(db: Reader, userId: string): Promise<FactorsOfPerson> {
  const row = await db
    .selectFrom('users')
    .where('users.id', '=', userId)
    .select([
      sql<boolean>`exists (select from authenticator_apps a where a.user_id = users.id)`.as('app'),
      sql<number>`(select count(*)::int from passkeys k where k.user_id = users.id)`.as('passkeys'),
      sql<number>`(select count(*)::int from recovery_codes c where c.user_id = users.id and c.used_at is null)`.as(
        'codes',
      ),
      isDemanded.as('demanded'),
      trustsSingleSignOn.as('trusts'),
      sql<number>`coalesce((
        select case when p.break_glass_user_id = users.id then 0 else p.remember_days end
        from sign_in_policies p where p.organisation_id = users.organisation_id), ${usualRememberDays})::int`.as(
        'days',
      ),
    ])
    .executeTakeFirstOrThrow()
  const { app, passkeys, codes, demanded, trusts, days } = row
  return {
    app,
    passkeys,
    recoveryCodes: codes,
    demanded,
    trustsSingleSignOn: trusts,
    rememberDays: days,
  }
}

/** Whether the person has set up a second factor. */
export const hasFactor = ({ app, passkeys }: Pick<FactorsOfPerson, 'app' | 'passkeys'>): boolean =>
  app || passkeys > 0
