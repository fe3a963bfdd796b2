// What every table must keep to, so that organisations stay apart and the database can be sharded by them later. Read
// off the migrated database itself.
import type pg from 'pg'
import { smallTables } from './small-tables.ts'

interface Table {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string; readonly not_null: boolean }[]
}
interface Key {
  readonly table_name: string
  readonly name: string
  readonly primary: boolean
  readonly columns: readonly string[]
}
interface Reference {
  readonly table_name: string
  readonly name: string
  readonly columns: readonly string[]
  readonly target: string
  readonly target_columns: readonly string[]
  /** As PostgreSQL notes it: a = no action, c = cascade, n = set null, ... */
  readonly on_delete: string
  readonly on_update: string
}

/** Numbers that are counted up for ever; all other ids stay within what every client can hold. */
const unlimitedIds =
  /^(events|webhook_deliveries|webhook_attempts|webhook_notifications|record_counts|notifications)$/

const inPublic = `n.nspname = 'public' and c.relname <> 'schema_migrations' and not c.relispartition`

const tablesQuery = `
  select c.relname as name, json_agg(json_build_object('name', a.attname, 'type', format_type(a.atttypid, null),
    'not_null', a.attnotnull) order by a.attnum) as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where ${inPublic} and c.relkind in ('r', 'p') group by c.relname order by 1`

// coalesce(folder_id, 0) and the like are no columns and do not count
const keysQuery = `
  select c.relname as table_name, i.relname as name, x.indisprimary as primary,
    array(select a.attname::text from unnest(x.indkey) with ordinality k(attnum, place)
      join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where k.attnum > 0 order by k.place) as columns
  from pg_index x join pg_class c on c.oid = x.indrelid join pg_class i on i.oid = x.indexrelid
  join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and x.indisunique`

const columnsOfKey = (key: string, relation: string) =>
  `array(select a.attname::text from unnest(${key}) with ordinality p(attnum, place)
    join pg_attribute a on a.attrelid = ${relation} and a.attnum = p.attnum order by p.place)`

const referencesQuery = `
  select c.relname as table_name, k.conname as name, ${columnsOfKey('k.conkey', 'k.conrelid')} as columns,
    t.relname as target, ${columnsOfKey('k.confkey', 'k.confrelid')} as target_columns,
    k.confdeltype as on_delete, k.confupdtype as on_update
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class t on t.oid = k.confrelid
  join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and k.contype = 'f' and k.conparentid = 0`

const checksQuery = `
  select c.relname as table_name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${inPublic} and k.contype = 'c'`

const defaultsQuery = `
  select c.relname as table_name, a.attname as column_name, pg_get_expr(d.adbin, d.adrelid) as text
  from pg_attrdef d join pg_class c on c.oid = d.adrelid join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum = d.adnum where ${inPublic}`

const namesQuery = `
  select 'constraint ' || k.conname as kind, k.conname as name, c.relname as table_name
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where ${inPublic} and k.contype <> 'n'
  union all
  select 'index ' || i.relname, i.relname, c.relname
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    join pg_namespace n on n.oid = c.relnamespace where ${inPublic}`

const machineryQuery = `
  select 'trigger ' || t.tgname as what from pg_trigger t join pg_class c on c.oid = t.tgrelid
    join pg_namespace n on n.oid = c.relnamespace where ${inPublic} and not t.tgisinternal
  union all select 'function ' || p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
    where n.nspname = 'public' and not exists (select 1 from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  union all select 'row security of ' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where ${inPublic} and c.relrowsecurity
  union all select 'view ' || c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('v', 'm')`

/** What is wrong with the schema, in sentences; nothing when it keeps to the rules. */
export async function wrongInSchema(client: pg.ClientBase): Promise<readonly string[]> {
  const read = async <Row extends object>(query: string) => (await client.query<Row>(query)).rows
  const tables = await read<Table>(tablesQuery)
  const keys = await read<Key>(keysQuery)
  const references = await read<Reference>(referencesQuery)
  const checks = await read<{ table_name: string; definition: string }>(checksQuery)
  const defaults = await read<{ table_name: string; column_name: string; text: string }>(defaultsQuery)
  return [
    ...tables.flatMap((table) => wrongInTable(table, keys)),
    ...tables.flatMap((table) => wrongInIds(table, { checks, defaults })),
    ...references.flatMap(wrongInReference),
    ...(await read<{ kind: string; name: string; table_name: string }>(namesQuery)).flatMap(wrongInName),
    ...(await read<{ what: string }>(machineryQuery)).map(
      ({ what }) => `${what}: a sharded database has none; statements and code do it themselves`,
    ),
    ...Object.keys(smallTables)
      .filter((name) => !tables.some((table) => table.name === name))
      .map((name) => `${name} is listed in small-tables.ts and does not exist`),
  ]
}

const isSmall = (table: string) => Object.hasOwn(smallTables, table)

function wrongInTable({ name, columns }: Table, keys: readonly Key[]): string[] {
  if (isSmall(name)) return []
  const organisation = columns.find((column) => column.name === 'organisation_id')
  if (!organisation?.not_null || organisation.type !== 'bigint') {
    return [
      `${name} belongs to no organisation: give it "organisation_id bigint not null", or list it in small-tables.ts with the reason`,
    ]
  }
  const own = keys.filter((key) => key.table_name === name)
  const primary = own.find((key) => key.primary)
  return [
    ...(primary?.columns[0] === 'organisation_id'
      ? []
      : [`${name}: the primary key must begin with organisation_id`]),
    ...own
      .filter((key) => !key.columns.includes('organisation_id'))
      .map(
        (key) =>
          `${key.name}: what is unique in ${name} is so within an organisation, so it needs organisation_id`,
      ),
  ]
}

interface Rules {
  readonly checks: readonly { readonly table_name: string; readonly definition: string }[]
  readonly defaults: readonly {
    readonly table_name: string
    readonly column_name: string
    readonly text: string
  }[]
}

function wrongInIds({ name, columns }: Table, { checks, defaults }: Rules): string[] {
  const id = columns.find((column) => column.name === 'id')
  if (!id || !/^(bigint|integer|smallint)$/.test(id.type)) return []
  const fallback = defaults.find((each) => each.table_name === name && each.column_name === 'id')?.text
  const limited = checks.some(
    (each) => each.table_name === name && /\(id >= 1\) AND \(id <= 2147483647\)/.test(each.definition),
  )
  return [
    ...(id.type === 'bigint' ? [] : [`${name}.id must be a bigint`]),
    ...(fallback === `nextval('${name}_id'::regclass)`
      ? []
      : [`${name}.id must come from a sequence made with the table: default nextval('${name}_id')`]),
    ...(limited || unlimitedIds.test(name)
      ? []
      : [`${name}.id must stay within what clients hold: check (id between 1 and 2147483647)`]),
  ]
}

function wrongInReference(reference: Reference): string[] {
  const { table_name, name, columns, target, target_columns, on_delete, on_update } = reference
  if (target === 'events') return [`${name}: events are partitioned by time, so nothing refers to them`]
  if (!'ac'.includes(on_delete) || !'ac'.includes(on_update)) {
    return [`${name}: only "no action" and "cascade" work on a sharded database`]
  }
  if (isSmall(target)) return []
  if (isSmall(table_name)) {
    return [
      `${name}: the small table ${table_name} is everywhere, ${target} is not, so it cannot refer to it`,
    ]
  }
  const at = columns.indexOf('organisation_id')
  return at >= 0 && target_columns[at] === 'organisation_id'
    ? []
    : [
        `${name}: ${table_name} refers to ${target} within an organisation, so both sides need organisation_id`,
      ]
}

function wrongInName({
  kind,
  name,
  table_name,
}: {
  kind: string
  name: string
  table_name: string
}): string[] {
  // the range of the id is the same in every table, and so is its generated name
  const generated = /_(fkey|key|check\d*|excl|idx)$/.test(name) && name !== `${table_name}_id_check`
  return [
    ...(name.length > 50
      ? [`${kind}: a name may have 50 characters, because a shard adds its number to it`]
      : []),
    ...(generated
      ? [`${kind}: give it a name of your own (constraint ${table_name}_...), errors are recognised by it`]
      : []),
  ]
}
