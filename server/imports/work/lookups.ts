// Finding what the texts of a table mean: people by their addresses, everything else by its name or external id. What
// was found is kept for the rows that follow, since a table names the same things over and over.
import { type RawBuilder, sql } from 'kysely'
import { bareNameSql } from '../../platform/legal-forms.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { emailKey } from '../../identity/users/user.ts'

export interface FoundPerson {
  readonly id: string
  /** One of the organisation's own people. */
  readonly own: boolean
}

/** What a text means: one thing, or none with what could be meant. */
export type Found<Of> =
  | { readonly is: Of }
  | {
      readonly like: readonly string[]
      /** Where nothing is like it: some of what there is. */
      readonly others?: readonly string[]
    }

/** A file that was sent with the table. */
export interface FoundFile {
  readonly path: string
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly md5: Buffer
  readonly contentType: string
}

export interface Lookups {
  /** One of the organisation's people, or of a law firm linked to it, also somebody who has left. */
  person(text: string): Promise<Found<FoundPerson>>
  /** A thing with a name in a table of the organisation. */
  named(table: NamedTable, text: string): Promise<Found<number>>
  /** A law firm that is linked to the organisation. */
  firm(text: string): Promise<Found<number>>
  /** A choice of a field, by its label or value. */
  option(fieldId: number, text: string): Promise<Found<number>>
  /** A record by its external id or name. */
  record(table: RawBuilder<unknown>, key: string, text: string): Promise<Found<number>>
  file(path: string): Promise<Found<FoundFile>>
  /** Reads something that is the same for every row, once. */
  kept<Of>(key: string, read: () => Promise<Of>): Promise<Of>
}

export type NamedTable = 'category' | 'template' | 'team' | 'department' | 'region' | 'recipient' | 'party'

interface Named {
  readonly table: string
  /** Whether rows are marked as deleted before they go. */
  readonly live: boolean
  /** Whether rows of an import add to it: a run asks about what was there before it, as its check did. */
  readonly grows: boolean
}

/** The tables of things with names. */
const namedTables: Readonly<Record<NamedTable, Named>> = {
  category: { table: 'matter_categories', live: true, grows: false },
  template: { table: 'contract_templates', live: true, grows: false },
  team: { table: 'teams', live: true, grows: false },
  department: { table: 'departments', live: true, grows: false },
  region: { table: 'regions', live: true, grows: false },
  recipient: { table: 'invoice_recipients', live: true, grows: false },
  party: { table: 'contract_entities', live: false, grows: true },
}

interface Of {
  readonly organisationId: number
  readonly importId: number
}

const mostLike = 5

/** Lookups for one turn of an import. */
export function createLookups(db: () => Reader, of: Of): Lookups {
  const known = new Map<string, Promise<unknown>>()
  const once = <Value>(key: string, read: () => Promise<Value>): Promise<Value> => {
    const before = known.get(key)
    if (before) return before as Promise<Value>
    const found = read()
    known.set(key, found)
    found.catch(() => known.delete(key))
    return found
  }
  return {
    person: (text) => once(`person ${text.toLowerCase()}`, () => findPerson(db(), of, text)),
    named: (table, text) =>
      once(`${table} ${text.toLowerCase()}`, () => findNamed(db(), of, { table, text })),
    firm: (text) => once(`firm ${text.toLowerCase()}`, () => findFirm(db(), of, text)),
    option: (fieldId, text) =>
      once(`option ${fieldId} ${text.toLowerCase()}`, () => findOption(db(), of, { fieldId, text })),
    record: (table, key, text) => once(`record ${key} ${text}`, () => findRecord(db(), of, { table, text })),
    // as many as rows: kept for none of them
    file: (path) => findFile(db(), of, path),
    kept: (key, read) => once(`kept ${key}`, read),
  }
}

async function findPerson(db: Reader, { organisationId }: Of, text: string): Promise<Found<FoundPerson>> {
  const { rows } = await sql<{ id: string; email: string; own: boolean; is: boolean }>`
    select id, email, organisation_id = ${organisationId} as own, email_key = ${emailKey(text)} as is from users
    where (organisation_id = ${organisationId}
        or organisation_id in (select provider_id from organisation_links where customer_id = ${organisationId}))
      and erased_at is null
      and (email_key = ${emailKey(text)} or lower(first_name || ' ' || last_name) = ${text.trim().toLowerCase()}
        or lower(last_name || ', ' || first_name) = ${text.trim().toLowerCase()})
    order by 4 desc, 3 desc, joined desc, id limit ${mostLike}`.execute(db)
  const [first] = rows
  if (first?.is) return { is: { id: first.id, own: first.own } }
  return {
    like: rows.length > 0 ? rows.map(({ email }) => email) : await peopleLike(db, organisationId, text),
  }
}

/** The addresses of people whose address or name is written in a similar way. */
async function peopleLike(db: Reader, organisationId: number, text: string): Promise<readonly string[]> {
  const wanted = text.trim().toLowerCase()
  const { rows } = await sql<{ email: string }>`select email from users
    where organisation_id = ${organisationId} and erased_at is null
      and (similarity(email_key, ${wanted}) > 0.5
        or similarity(lower(first_name || ' ' || last_name), ${wanted}) > 0.5)
    order by greatest(similarity(email_key, ${wanted}),
      similarity(lower(first_name || ' ' || last_name), ${wanted})) desc, id limit ${mostLike}`.execute(db)
  return rows.map(({ email }) => email)
}

async function findNamed(
  db: Reader,
  { organisationId, importId }: Of,
  { table, text }: { readonly table: NamedTable; readonly text: string },
): Promise<Found<number>> {
  const { table: name, live, grows } = namedTables[table]
  const wanted = text.trim().toLowerCase()
  const { rows } = await sql<{ id: number; name: string; is: boolean }>`
    select id, name, lower(name) = ${wanted} as is from ${sql.table(name)}
    where organisation_id = ${organisationId} ${live ? sql`and deleted_at is null` : sql``}
      and (lower(name) = ${wanted} or nullif(${bareNameSql(sql`name`)}, '') = ${bareNameSql(sql`${wanted}::text`)}
        or similarity(lower(name), ${wanted}) > 0.5)
      ${
        grows
          ? sql`and (lower(name) = ${wanted} or created_at < coalesce((select i.started_at from imports i
        where i.organisation_id = ${organisationId} and i.id = ${importId}), 'infinity'))`
          : sql``
      }
    order by 3 desc, similarity(lower(name), ${wanted}) desc, id limit ${mostLike}`.execute(db)
  return rows.length > 0 || grows
    ? foundIn(rows)
    : { like: [], others: await someOf(db, organisationId, table) }
}

/** The first names of a short list. */
async function someOf(db: Reader, organisationId: number, table: NamedTable): Promise<readonly string[]> {
  const { table: name, live } = namedTables[table]
  const { rows } = await sql<{ name: string }>`select name from ${sql.table(name)}
    where organisation_id = ${organisationId} ${live ? sql`and deleted_at is null` : sql``}
    order by lower(name), id limit ${mostLike}`.execute(db)
  return rows.map((row) => row.name)
}

async function findFirm(db: Reader, { organisationId }: Of, text: string): Promise<Found<number>> {
  const wanted = text.trim().toLowerCase()
  const { rows } = await sql<{ id: number; name: string; is: boolean }>`
    select o.id, o.name, lower(o.name) = ${wanted} as is from organisations o
    join organisation_links l on l.customer_id = ${organisationId} and l.provider_id = o.id
    where lower(o.name) = ${wanted} or similarity(lower(o.name), ${wanted}) > 0.3
    order by 3 desc, similarity(lower(o.name), ${wanted}) desc, o.id limit ${mostLike}`.execute(db)
  return foundIn(rows)
}

async function findOption(
  db: Reader,
  { organisationId }: Of,
  { fieldId, text }: { readonly fieldId: number; readonly text: string },
): Promise<Found<number>> {
  const wanted = text.trim().toLowerCase()
  const { rows } = await sql<{ id: number; name: string; is: boolean }>`
    select id, label as name, lower(label) = ${wanted} or lower(value) = ${wanted} as is from field_options
    where organisation_id = ${organisationId} and field_id = ${fieldId} and deleted_at is null
      and (lower(label) = ${wanted} or lower(value) = ${wanted} or similarity(lower(label), ${wanted}) > 0.3)
    order by 3 desc, similarity(lower(label), ${wanted}) desc, position, id limit ${mostLike}`.execute(db)
  if (rows.length > 0) return foundIn(rows)
  const { rows: all } = await sql<{ name: string }>`select label as name from field_options
    where organisation_id = ${organisationId} and field_id = ${fieldId} and deleted_at is null
    order by position, id limit ${mostLike}`.execute(db)
  return { like: [], others: all.map(({ name }) => name) }
}

async function findRecord(
  db: Reader,
  { organisationId }: Of,
  { table, text }: { readonly table: RawBuilder<unknown>; readonly text: string },
): Promise<Found<number>> {
  // not through access.ts: administrators move their whole organisation in, and the operation checks what they may see
  const { rows } = await sql<{ id: number; external_id: string | null }>`select id, external_id from ${table}
    where organisation_id = ${organisationId} and deleted_at is null and (external_id = ${text} or name = ${text})
    order by external_id is distinct from ${text}, id limit 2`.execute(db)
  const [first, second] = rows
  if (first && (first.external_id === text || !second)) return { is: first.id }
  return { like: [] }
}

async function findFile(
  db: Reader,
  { organisationId, importId }: Of,
  path: string,
): Promise<Found<FoundFile>> {
  const wanted = cleanPath(path)
  const { rows } =
    await sql<FoundFile>`select path, storage_key as key, size, sha256, md5, content_type as "contentType"
    from import_files where organisation_id = ${organisationId} and import_id = ${importId}
      and base_name = ${baseNameOf(wanted)} order by path = ${wanted} desc, path limit ${mostLike + 1}`.execute(
      db,
    )
  const fits = rows.filter((row) => row.path === wanted)
  const ends = rows.filter((row) => `/${row.path}`.toLowerCase().endsWith(`/${wanted}`.toLowerCase()))
  const [only] = fits.length > 0 ? fits : ends
  if (only && (fits.length > 0 || ends.length === 1)) return { is: only }
  if (rows.length > 0) return { like: rows.map((row) => row.path).slice(0, mostLike) }
  const { rows: like } = await sql<{ path: string }>`select path from import_files
    where organisation_id = ${organisationId} and import_id = ${importId}
      and similarity(base_name, ${baseNameOf(wanted)}) > 0.5
    order by similarity(base_name, ${baseNameOf(wanted)}) desc, path limit ${mostLike}`.execute(db)
  return { like: like.map((row) => row.path) }
}

/** A path with slashes, without the drive or folder that it begins in, in composed Unicode. */
export const cleanPath = (path: string): string =>
  path
    .trim()
    .normalize('NFC')
    .replaceAll('\\', '/')
    .replace(/^(?:[A-Za-z]:)?(?:\.?\/)+/, '')
    .replace(/\/+/g, '/')

/** Whether a clean path can be that of a file: it leads nowhere else. */
export const isPathOfFile = (path: string): boolean =>
  path !== '' && path.length <= 1_000 && !path.split('/').includes('..') && !/\p{Cc}/u.test(path)

/** The last part of a path, in lower case. */
export const baseNameOf = (path: string): string => (path.split('/').at(-1) ?? '').toLowerCase()

function foundIn(
  rows: readonly { readonly id: number; readonly name: string; readonly is: boolean }[],
): Found<number> {
  const [first] = rows
  return first?.is ? { is: first.id } : { like: rows.map(({ name }) => name) }
}
