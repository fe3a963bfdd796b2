// A fingerprint of everything that organisations own, rows and contents of files, to tell that a refused call has changed nothing.
import type { App } from '../../../server/platform/app.ts'
import { smallTables } from '../small-tables.ts'

/** Small tables that hold what customers own as well. The others note who is signed in and guesses at passwords. */
const owned = [
  'organisations',
  'organisation_links',
  'users',
  'user_organisations',
  'oauth_clients',
  'oauth_client_secrets',
  'oauth_consents',
  'identity_providers',
  'mail_domains',
  'webhook_subscriptions',
  'webhook_previous_secrets',
]

let query: string | undefined

/** Differs when any row of any organisation differs, or anything is stored that was not. */
export async function fingerprint({ database, storage }: Pick<App, 'database' | 'storage'>): Promise<string> {
  query ??= await fingerprintQuery(database.pool)
  const { rows } = await database.pool.query<{ print: string }>(query)
  const stored: string[] = []
  for await (const key of storage.keysOlderThan(new Date(2 ** 52))) stored.push(key)
  // the database may read the tables side by side and answer them in any order
  return [...rows.map(({ print }) => print).sort(), ...stored.sort()].join('\n')
}

async function fingerprintQuery(pool: App['database']['pool']): Promise<string> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  return rows
    .map(({ name }) => name)
    .filter(
      (name) => name !== 'schema_migrations' && (!Object.hasOwn(smallTables, name) || owned.includes(name)),
    )
    .map(
      (name) =>
        `select '${name} ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as print from ${name} t`,
    )
    .join(' union all ')
}
