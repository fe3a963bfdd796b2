// Adds up what is written of what organisations own, rows and file contents, to show that a refused call has changed
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

/** How many contents each storage has taken and not removed since it is watched. */
const kept = new WeakMap<App['storage'], { contents: number }>()
const watched = new WeakMap<App, Promise<void>>()

/**
 * Another text once any row of any organisation differs, or other file contents are kept. A row that is gone again,
 * such as the job of a bulk change that is refused, makes no difference.
 */
export async function writesSoFar(app: App): Promise<string> {
  const { database, storage } = app
  if (!watched.has(app)) watched.set(app, watch(app))
  await watched.get(app)
  // of earlier calls that succeeded
  await viewsRecorded(app)
  const { rows } = await database.pool.query<{ sum: string }>({
    name: 'writes',
    text: 'select sum(change) from written_rows',
  })
  return `${rows[0]?.sum} and ${kept.get(storage)?.contents} contents`
}

// written within the transaction that it counts, so that one that is rolled back counts nothing
async function watch({ database: { pool }, storage }: App): Promise<void> {
  const { rows } = await pool.query<{ name: string }>(
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition order by 1`,
  )
  const names = rows
    .map(({ name }) => name)
    .filter(
      (name) => name !== 'schema_migrations' && (!Object.hasOwn(smallTables, name) || owned.includes(name)),
    )
  await pool.query(`create table written_rows (change numeric not null);
    create function count_written_row() returns trigger language plpgsql as $$
      begin
        insert into public.written_rows values (
          case when tg_op = 'DELETE' then 0 else hashtextextended(tg_table_name || new::text, 0)::numeric end
          - case when tg_op = 'INSERT' then 0 else hashtextextended(tg_table_name || old::text, 0)::numeric end);
        return null;
      end $$`)
  for (const name of names)
    await pool.query(`create trigger count_written_row after insert or update or delete on ${name}
      for each row execute function count_written_row()`)

  const count = { contents: 0 }
  kept.set(storage, count)
  const { put, putAt, remove } = storage
  Object.assign(storage, {
    put: async (...args: Parameters<typeof put>) => counted(await put.apply(storage, args), 1),
    putAt: async (...args: Parameters<typeof putAt>) => counted(await putAt.apply(storage, args), 1),
    remove: async (key: string) => counted(await remove.call(storage, key), -1),
  })
  function counted<Result>(result: Result, change: number): Result {
    count.contents += change
    return result
  }
}
