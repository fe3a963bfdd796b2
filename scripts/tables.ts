// Generates server/platform/postgres/tables.ts and migrations/schema.sql from a freshly migrated database.
import type pg from 'pg'

interface ColumnRow {
  table_name: string
  column_name: string
  type: string
  not_null: boolean
  has_default: boolean
  default_text: string | null
}

const columnsOf = `
  select c.relname as table_name, a.attname as column_name, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as not_null, a.atthasdef as has_default, pg_get_expr(d.adbin, d.adrelid) as default_text
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where n.nspname = 'public' and c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'schema_migrations'
  order by c.relname, a.attnum`

const constraintsOf = `
  select c.relname as table_name, k.conname as name, pg_get_constraintdef(k.oid) as definition
  from pg_constraint k
  join pg_class c on c.oid = k.conrelid
  join pg_namespace n on n.oid = c.relnamespace
  where n.nspname = 'public' and not c.relispartition and k.contype <> 'n' and c.relname <> 'schema_migrations'
  order by c.relname, k.conname`

const indexesOf = `
  select i.indexdef as definition
  from pg_indexes i
  join pg_class c on c.relname = i.indexname
  join pg_class t on t.relname = i.tablename
  where i.schemaname = 'public' and not t.relispartition
    and not exists (select 1 from pg_constraint k where k.conindid = c.oid)
  order by i.tablename, i.indexname`

const extensionsOf = `select extname as name from pg_extension where extname <> 'plpgsql' order by 1`

const sequencesOf = `select sequencename as name from pg_sequences where schemaname = 'public' order by 1`

const typescriptTypes: Record<string, string> = {
  bigint: 'number',
  integer: 'number',
  smallint: 'number',
  'double precision': 'number',
  boolean: 'boolean',
  text: 'string',
  tsvector: 'string',
  uuid: 'string',
  bytea: 'Buffer',
  date: 'string',
  'timestamp without time zone': 'string',
  json: 'Json',
  jsonb: 'Json',
  'text[]': 'string[]',
  'bigint[]': 'number[]',
  'uuid[]': 'string[]',
  inet: 'string',
}

function typescriptType({ type, table_name, column_name }: ColumnRow): string {
  if (type.startsWith('numeric')) return 'string'
  if (
    type.startsWith('timestamp(') ||
    type === 'timestamp with time zone' ||
    type.endsWith(') with time zone')
  )
    return 'Date'
  const found = typescriptTypes[type]
  if (!found)
    throw new Error(
      `scripts/tables.ts knows no TypeScript type for ${table_name}.${column_name} of type ${type}: add it`,
    )
  return found
}

/** The types of all tables, for the query builder. */
export async function tablesSource(client: pg.ClientBase): Promise<string> {
  const { rows } = await client.query<ColumnRow>(columnsOf)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(([name, columns]) => {
    const lines = columns.map((column) => {
      const base = typescriptType(column)
      const nullable = column.not_null ? base : `${base} | null`
      const type =
        base === 'Json'
          ? `ColumnType<${column.not_null ? 'Json' : 'Json | null'}, string${column.not_null ? '' : ' | null'}, string${column.not_null ? '' : ' | null'}>`
          : nullable
      return `  ${column.column_name}: ${column.has_default ? `Generated<${type}>` : type}`
    })
    return `export interface ${pascal(name)}Table {\n${lines.join('\n')}\n}`
  })
  const all = [...tables.keys()].map((name) => `  ${name}: ${pascal(name)}Table`)
  return [
    '// GENERATED from the migrated database by `npm run generate`; do not edit.',
    "import type { ColumnType, Generated } from 'kysely'",
    '',
    'export type Json = null | boolean | number | string | Json[] | { [name: string]: Json }',
    '',
    interfaces.join('\n\n'),
    '',
    `export interface Tables {\n${all.join('\n')}\n}`,
    '',
  ].join('\n')
}

/** The whole schema in one file, for reading and for comparing in review. */
export async function schemaSource(client: pg.ClientBase): Promise<string> {
  const { rows: columns } = await client.query<ColumnRow>(columnsOf)
  const { rows: constraints } = await client.query<{ table_name: string; name: string; definition: string }>(
    constraintsOf,
  )
  const { rows: indexes } = await client.query<{ definition: string }>(indexesOf)
  const { rows: extensions } = await client.query<{ name: string }>(extensionsOf)
  const { rows: sequences } = await client.query<{ name: string }>(sequencesOf)
  const tables = [...Map.groupBy(columns, (row) => row.table_name)].map(([name, rows]) => {
    const lines = rows.map(({ column_name, type, not_null, default_text }) =>
      [`  ${column_name}`, type, not_null ? 'not null' : '', default_text ? `default ${default_text}` : '']
        .filter((word) => word !== '')
        .join(' '),
    )
    const rules = constraints
      .filter((each) => each.table_name === name)
      .map((each) => `  constraint ${each.name} ${each.definition}`)
    return `create table ${name} (\n${[...lines, ...rules].join(',\n')}\n);`
  })
  return [
    '-- GENERATED by `npm run generate`: the schema after the last migration. Not run by anything.',
    extensions.map(({ name }) => `create extension ${name};`).join('\n'),
    sequences.map(({ name }) => `create sequence ${name};`).join('\n'),
    ...tables,
    indexes.map(({ definition }) => `${definition.replace('public.', '')};`).join('\n'),
    '',
  ].join('\n\n')
}

const pascal = (name: string) => name.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase())
