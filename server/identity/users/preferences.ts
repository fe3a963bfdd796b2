// How a person wants the platform to show things to them.
import type { Actor } from '../../platform/actor.ts'
import { badInputs } from '../../platform/errors.ts'
import type { Reader, Tx } from '../../platform/postgres/database.ts'
import { prepared } from '../../platform/postgres/prepared.ts'

export const themes = ['System', 'Light', 'Dark'] as const
export const densities = ['Comfortable', 'Compact'] as const

export interface Preferences {
  /** A language tag such as `en-GB`, for dates and numbers. */
  readonly locale: string
  /** An IANA name; null is that of the organisation. */
  readonly timeZone: string | null
  readonly theme: (typeof themes)[number]
  readonly density: (typeof densities)[number]
  /** Whether single keys without Ctrl or Alt are shortcuts. */
  readonly singleKeys: boolean
  /** The id of the dashboard that is shown first; null is the first one that there is. */
  readonly firstDashboard: string | null
}

const defaultPreferences: Preferences = {
  locale: 'en-GB',
  timeZone: null,
  theme: 'System',
  density: 'Comfortable',
  singleKeys: true,
  firstDashboard: null,
}

/** A merge patch: null is the default again. */
export type PreferenceChanges = { readonly [Name in keyof Preferences]?: Preferences[Name] | null }

type Person = Pick<Actor, 'userId' | 'organisationId'>

/** The person's preferences, with the defaults for what they did not choose. */
export async function preferencesOf(db: Reader, { userId, organisationId }: Person): Promise<Preferences> {
  const row = await db
    .selectFrom('user_preferences')
    .where('organisation_id', '=', organisationId)
    .where('user_id', '=', userId)
    .select(['locale', 'time_zone', 'theme', 'density', 'single_keys', 'first_dashboard'])
    .withPlugin(prepared)
    .executeTakeFirst()
  return {
    locale: row?.locale ?? defaultPreferences.locale,
    timeZone: row?.time_zone ?? defaultPreferences.timeZone,
    theme: (row?.theme ?? defaultPreferences.theme) as Preferences['theme'],
    density: (row?.density ?? defaultPreferences.density) as Preferences['density'],
    singleKeys: row?.single_keys ?? defaultPreferences.singleKeys,
    firstDashboard: row?.first_dashboard ?? defaultPreferences.firstDashboard,
  }
}

/** Stores the changes and keeps the rest. Throws 400 for a language or a time zone that does not exist. */
export async function setPreferences(
  tx: Tx,
  { userId, organisationId }: Person,
  changes: PreferenceChanges,
  now: Date,
): Promise<void> {
  checkPreferences(changes)
  const { locale, timeZone, theme, density, singleKeys, firstDashboard } = changes
  const columns = {
    ...(locale === undefined ? {} : { locale }),
    ...(timeZone === undefined ? {} : { time_zone: timeZone }),
    ...(theme === undefined ? {} : { theme }),
    ...(density === undefined ? {} : { density }),
    ...(singleKeys === undefined ? {} : { single_keys: singleKeys }),
    ...(firstDashboard === undefined ? {} : { first_dashboard: firstDashboard }),
    updated_at: now,
  }
  await tx
    .insertInto('user_preferences')
    .values({ organisation_id: organisationId, user_id: userId, ...columns })
    .onConflict((conflict) => conflict.columns(['organisation_id', 'user_id']).doUpdateSet(columns))
    .execute()
}

function checkPreferences({ locale, timeZone, firstDashboard }: PreferenceChanges): void {
  const errors = {
    ...(isKnown(() => locale && new Intl.Locale(locale))
      ? {}
      : { locale: ['must be a language such as en-GB.'] }),
    ...(isKnown(() => timeZone && new Intl.DateTimeFormat('en-GB', { timeZone }))
      ? {}
      : { timeZone: ['must be a time zone such as Europe/London.'] }),
    ...(firstDashboard && !/^([a-z-]{1,40}|[1-9]\d{0,9})$/.test(firstDashboard)
      ? { firstDashboard: ['must be the id of a dashboard.'] }
      : {}),
  }
  if (Object.keys(errors).length > 0) throw badInputs(errors)
}

function isKnown(make: () => unknown): boolean {
  try {
    make()
    return true
  } catch {
    return false
  }
}
