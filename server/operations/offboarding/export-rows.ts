// Which rows an export has, and the shape that they have: a file for each table, a row as one JSON object by the names
// of its columns. What they consist of is said by a JSON Schema in the archive itself.
import { type RawBuilder, sql } from 'kysely'
import type { Reader } from '../../platform/postgres/database.ts'
import { readOrganisationTables } from '../../platform/postgres/organisation-tables.ts'

/** Tables that are left out: what the server needs to work, and secrets. */
const leftOut: ReadonlySet<string> = new Set([
  'idempotency_keys',
  'outbox_mails',
  'event_dispatches',
  'notification_dispatches',
  'webhook_deliveries',
  'webhook_attempts',
  'webhook_notifications',
  'resumable_uploads',
  'resumable_upload_pieces',
  'record_counts',
  // the words that quick find knows, which are collected again
  'record_words',
  'record_words_collected',
  'content_damages',
  // tables on their way to become records, which are exported
  'imports',
  'import_rows',
  'import_problems',
  'import_files',
  'import_archives',
  'import_buckets',
  // exports themselves
  'organisation_exports',
  'organisation_export_pieces',
  // what people sign in with, and what integrations prove themselves with; people are an entry of their own
  'users',
  'identity_providers',
  'identity_provider_drafts',
  'saml_keys',
  'mail_domain_claims',
  'saml_service_providers',
  'webhook_subscriptions',
  // signers set up another one
  'signer_apps',
])

/** What of an organisation is no row of a table that has a column for it. */
const special = ['organisations', 'people', 'organisation_links'] as const

/** The entries with rows: the organisation, its people, then every table whose rows belong to it. */
export async function exportedTables(db: Reader): Promise<readonly string[]> {
  const tables = await readOrganisationTables(db)
  return [...special, ...tables.map(({ name }) => name).filter((name) => !leftOut.has(name))]
}

/** The table that the rows of an entry are of. */
export const tableOfEntry = (entry: string): string => (entry === 'people' ? 'users' : entry)

// people of other organisations who are on its records, or work with it on rates without being on any
const joined = (user: string) => sql`(exists (select from user_organisations m
      where m.user_id = ${sql.ref(user)} and m.organisation_id = o.organisation_id)
    or exists (select from rate_proposal_steps s
      where s.made_by = ${sql.ref(user)} and s.organisation_id = o.organisation_id))`

// of other organisations only what a record of this one shows; not through access.ts: everything is exported
const others = sql`(select l.customer_id from organisation_links l where l.provider_id = o.organisation_id
    union select l.provider_id from organisation_links l where l.customer_id = o.organisation_id
    union select t.provider_id from law_firm_terms t where t.organisation_id = o.organisation_id
    union select r.provider_id from agreed_rates r where r.organisation_id = o.organisation_id
    union select p.provider_id from rate_proposals p where p.organisation_id = o.organisation_id
    union select p.provider_id from purchase_orders p where p.organisation_id = o.organisation_id
    union select f.provider_id from fee_arrangements f where f.organisation_id = o.organisation_id
    union select b.provider_id from budget_proposals b where b.organisation_id = o.organisation_id
    union select e.provider_id from matter_estimates e where e.organisation_id = o.organisation_id
    union select a.provider_id from accrual_entries a where a.organisation_id = o.organisation_id
    union select l.provider_id from accrual_lines l where l.organisation_id = o.organisation_id
    union select i.service_provider_id from invoices i where i.organisation_id = o.organisation_id
    union select i.author_organisation_id from invoices i where i.organisation_id = o.organisation_id
    union select u.organisation_id from users u where ${joined('u.id')})`

const organisations = (organisationId: number) => sql`select (case when t.id = ${organisationId}
      then to_jsonb(t) - 'exported_at' - 'deletion_requested_at' - 'deletion_requested_by' - 'deletion_due_at' - 'deletion_reason'
      else jsonb_build_object('id', t.id, 'name', t.name, 'type', t.type, 'time_zone', t.time_zone,
        'currency', t.currency, 'local_accounts', false, 'created_at', t.created_at, 'updated_at', t.updated_at) end) as row
  from organisations t, (select ${organisationId}::bigint as organisation_id) o
  where t.id = ${organisationId} or t.id in ${others} order by t.id`

const people = (organisationId: number) => sql`select (case when t.organisation_id = ${organisationId}
      then to_jsonb(t) - 'password_hash' || jsonb_build_object('created_by',
        (select c.id from users c where c.id = t.created_by and c.organisation_id = ${organisationId}))
      else jsonb_build_object('id', t.id, 'organisation_id', t.organisation_id, 'email', t.email,
        'email_key', t.email_key, 'first_name', t.first_name, 'last_name', t.last_name, 'role', t.role,
        'status', t.status, 'disabled_by_provider', false, 'job_title', t.job_title, 'joined', t.joined, 'permissions', '{}'::text[],
        'groups', '{}'::text[], 'speciality_ids', '{}'::bigint[], 'created_at', t.created_at,
        'updated_at', t.updated_at) end) as row
  from users t, (select ${organisationId}::bigint as organisation_id) o
  where t.organisation_id = ${organisationId} or ${joined('t.id')} order by t.id`

const links = (organisationId: number) => sql`select to_jsonb(t) as row from organisation_links t
  where ${organisationId} in (t.customer_id, t.provider_id)`

/** SQL with the rows of an entry, as `row`. */
export function rowsQuery(entry: string, organisationId: number): RawBuilder<{ readonly row: unknown }> {
  switch (entry) {
    case 'organisations':
      return organisations(organisationId) as RawBuilder<{ row: unknown }>
    case 'people':
      return people(organisationId) as RawBuilder<{ row: unknown }>
    case 'organisation_links':
      return links(organisationId) as RawBuilder<{ row: unknown }>
    case 'signing_certificates':
      // the private key stays here: another installation recognises the seals, and makes a certificate of its own
      return sql<{
        row: unknown
      }>`select to_jsonb(t) || '{"private_sealed": null}' as row from signing_certificates t
        where organisation_id = ${organisationId}`
    case 'document_readers':
      // its token is given again
      return sql<{
        row: unknown
      }>`select to_jsonb(t) || '{"secret_sealed": null}' as row from document_readers t
        where organisation_id = ${organisationId}`
    case 'signing_services':
      // what calls and events are authorised with is given again
      return sql<{
        row: unknown
      }>`select to_jsonb(t) || '{"token_sealed": null, "secret_sealed": null, "previous_secret_sealed": null}' as row
        from signing_services t where organisation_id = ${organisationId}`
    default:
      return sql<{
        row: unknown
      }>`select to_jsonb(t) as row from ${sql.table(entry)} t where organisation_id = ${organisationId}`
  }
}

interface ColumnOfTable {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly nullable: boolean
}

/** A JSON Schema of the rows: a definition for each entry, by its name. */
export async function schemaOfRows(db: Reader, entries: readonly string[]): Promise<object> {
  const { rows } = await sql<ColumnOfTable>`select c.table_name as table, c.column_name as name,
      case when c.data_type = 'ARRAY' then c.udt_name else c.data_type end as type, c.is_nullable = 'YES' as nullable
    from information_schema.columns c
    where c.table_schema = 'public' and c.column_name <> 'password_hash' and c.table_name = any(${entries.map(tableOfEntry)}::text[])
    order by c.table_name, c.ordinal_position`.execute(db)
  const byTable = Map.groupBy(rows, ({ table }) => table)
  const definitions = entries.map((entry): [string, object] => {
    const columns = byTable.get(tableOfEntry(entry)) ?? []
    return [
      entry,
      { type: 'object', properties: Object.fromEntries(columns.map((each) => [each.name, shapeOf(each)])) },
    ]
  })
  return {
    $schema: 'https://json-schema.org/draft/2020-12/schema',
    title: 'Rows of an export: each line of rows/<name>.jsonl is one object as $defs/<name> says',
    $defs: Object.fromEntries(definitions),
  }
}

/** A column: its type in JSON, and in the description that of the database. */
function shapeOf({ type, nullable }: ColumnOfTable): object {
  const json = type.startsWith('_') ? 'array' : (jsonTypes.get(type) ?? 'string')
  const known = json === 'any' ? {} : { type: nullable ? [json, 'null'] : json }
  return { ...known, description: type.replace(/^_(.*)$/, 'list of $1') }
}

const jsonTypes: ReadonlyMap<string, string> = new Map([
  ['bigint', 'integer'],
  ['integer', 'integer'],
  ['smallint', 'integer'],
  ['numeric', 'number'],
  ['double precision', 'number'],
  ['boolean', 'boolean'],
  ['jsonb', 'any'],
  ['json', 'any'],
])
