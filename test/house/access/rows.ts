// A fingerprint of everything that organisations own, rows and file contents, to show that a refused call has changed
// nothing.
import type { App } from '../../../server/platform/app.ts'
import { viewsRecorded } from '../../../server/recents/commands/record-view.ts'
import { smallTables } from '../small-tables.ts'

/** Reference tables that hold customer data as well. The others record sessions and failed login attempts. */
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

/** Differs if any row of any organisation differs, or if anything new is stored. */
export async function fingerprint(app: App): Promise<string> {
  // of earlier calls that succeeded
  await viewsRecorded(app)
  const { database, storage } = app
  query ??= await fingerprintQuery(database.pool)
  const stored: string[] = []
  for await (const key of storage.keysOlderThan(new Date(2 ** 52))) stored.push(key)
  return [...(await rowPrints(database.pool, query)), ...stored.sort()].join('\n')
}

// asked a thousand times: planned once, and without parallel workers, which take longer to start than the tables to be
// read
async function rowPrints(pool: App['database']['pool'], text: string): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin read only; set local max_parallel_workers_per_gather = 0')
    const { rows } = await client.query<{ print: string }>({ name: 'fingerprint', text })
    await client.query('commit')
    return rows.map(({ print }) => print)
  } finally {
    client.release()
  }
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
        `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${name} t`,
    )
    .join(' union all ')
}
