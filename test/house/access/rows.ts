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
  'signing_certificates',
  'webhook_subscriptions',
  'webhook_previous_secrets',
]

interface TablePrints {
  /** Which versions of rows each table has: cheap, and another one after every write. */
  readonly versions: string
  /** The contents of a table. */
  readonly contents: (table: string) => string
}
let queries: TablePrints | undefined
/** The print of each table's contents, and the versions that it was made of. */
const known = new Map<string, { readonly versions: string; readonly print: string }>()

/** Differs if any row of any organisation differs, or if anything new is stored. */
export async function fingerprint(app: App): Promise<string> {
  // of earlier calls that succeeded
  await viewsRecorded(app)
  const { database, storage } = app
  queries ??= await printQueries(database.pool)
  const stored: string[] = []
  for await (const key of storage.keys()) stored.push(key)
  return [...(await rowPrints(database.pool, queries)), ...stored.sort()].join('\n')
}

// asked two thousand times: the contents are read of the tables that were written since, the query of all is planned
// once, and without parallel workers, which take longer to start than the tables to be read
async function rowPrints(
  pool: App['database']['pool'],
  { versions, contents }: TablePrints,
): Promise<readonly string[]> {
  const client = await pool.connect()
  try {
    await client.query(
      'begin isolation level repeatable read read only; set local max_parallel_workers_per_gather = 0',
    )
    const { rows } = await client.query<{ name: string; versions: string }>({
      name: 'versions',
      text: versions,
    })
    for (const row of rows.filter((each) => known.get(each.name)?.versions !== each.versions)) {
      const read = await client.query<{ print: string }>(contents(row.name))
      known.set(row.name, { versions: row.versions, print: read.rows[0]?.print ?? '' })
    }
    await client.query('commit')
    return rows.map(({ name }) => known.get(name)?.print ?? '')
  } finally {
    client.release()
  }
}

async function printQueries(pool: App['database']['pool']): Promise<TablePrints> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const names = rows
    .map(({ name }) => name)
    .filter(
      (name) => name !== 'schema_migrations' && (!Object.hasOwn(smallTables, name) || owned.includes(name)),
    )
  return {
    // a version of a row has a place and a transaction of its own
    versions: names
      .map(
        (name) => `select '${name}' as name,
          count(*) || ' ' || coalesce(sum(hashtidextended(ctid, xmin::text::bigint)), 0) as versions from ${name}`,
      )
      .join(' union all '),
    contents: (name) =>
      `select '${name} ' || count(*) || ' ' || coalesce(sum(hashtextextended(t::text, 0)), 0) as print from ${name} t`,
  }
}
