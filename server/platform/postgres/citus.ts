// Distributing the tables over several PostgreSQL servers with the extension Citus: every table of an organisation by
// its organisation, so that everything about one is on one server, and the small tables that organisations share on all
// of them. test/house/schema-rules.ts holds the schema fit for this.
import type pg from 'pg'

/** Which tables are spread and which are copied, read off the migrated database. */
export interface Distribution {
  /** On every server in whole. */
  readonly reference: readonly string[]
  /** By `organisation_id`. */
  readonly distributed: readonly string[]
  /** What has to be run, in this order. */
  readonly statements: readonly string[]
}

interface Table {
  readonly name: string
  readonly by_organisation: boolean
}

interface ForeignKey {
  readonly table: string
  readonly name: string
  readonly definition: string
}

// what only the coordinator needs
const local = ['schema_migrations']

// one small row of each organisation, which is read before it is known whose it is, or with sessions of others as well
const everywhere = ['sign_in_policies', 'identity_provider_drafts', 'saml_service_providers']

const tablesQuery = `
  select c.relname as name, c.relname <> all($2) and coalesce((select a.attname = 'organisation_id' from pg_attribute a
    where a.attrelid = c.oid and a.attnum = x.indkey[0]), false) as by_organisation
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  left join pg_index x on x.indrelid = c.oid and x.indisprimary
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> all($1)
  order by c.relname`

const keysQuery = `
  select c.relname as table, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and k.contype = 'f' and k.conparentid = 0 and not c.relispartition
  order by c.relname, k.conname`

/** How the tables of this database are to be distributed over `shards` parts. */
export async function distributionOf(client: pg.ClientBase, shards: number): Promise<Distribution> {
  const { rows: tables } = await client.query<Table>(tablesQuery, [local, everywhere])
  const { rows: keys } = await client.query<ForeignKey>(keysQuery)
  const names = (byOrganisation: boolean) =>
    tables.filter((table) => table.by_organisation === byOrganisation).map(({ name }) => name)
  const [reference, distributed] = [names(false), names(true)]
  const [first = ''] = distributed
  const placed = (name: string) =>
    name === first ? `colocate_with => 'none', shard_count => ${shards}` : `colocate_with => '${first}'`
  return {
    reference,
    distributed,
    statements: [
      // tables that refer to one another have no order in which each could come after those it refers to
      ...keys.map(({ table, name }) => `alter table ${table} drop constraint ${name}`),
      ...reference.map((name) => `select create_reference_table('${name}')`),
      ...distributed.map(
        (name) => `select create_distributed_table('${name}', 'organisation_id', ${placed(name)})`,
      ),
      ...keys.map(
        ({ table, name, definition }) => `alter table ${table} add constraint ${name} ${definition}`,
      ),
    ],
  }
}

/** Whether the database can be distributed, and whether it has been; the message says what to do where it cannot. */
export async function checkCitus(client: pg.ClientBase): Promise<{ readonly isDistributed: boolean }> {
  const { rows } = await client.query(`select 1 from pg_extension where extname = 'citus'`)
  if (rows.length === 0) {
    throw new Error(
      'The database has no Citus. On the coordinator and on every worker: install it, add it to shared_preload_libraries, and run ' +
        '"create extension citus" in this database; then add the workers with citus_add_node.',
    )
  }
  const { rowCount } = await client.query('select 1 from pg_dist_partition limit 1')
  return { isDistributed: rowCount !== 0 }
}

/** Distributes the tables, with what they contain, all or none. Nothing else may work on the database meanwhile. */
export async function distribute(client: pg.ClientBase, { statements }: Distribution): Promise<void> {
  await client.query('begin')
  try {
    // the copies of a table are made one after another, so that they can be part of one transaction
    await client.query(`set local citus.multi_shard_modify_mode = 'sequential'`)
    await client.query('set local statement_timeout = 0')
    for (const statement of statements) await client.query(statement)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  }
}
