// Texts that may exist once: each is compared without what nobody sees, or it is listed here with the reason why it is
// compared as it is.
import { readFile, readdir } from 'node:fs/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import {
  uniqueNumber,
  uniqueNumberOf,
  uniqueText,
  uniqueTextOf,
} from '../../server/platform/postgres/unique-text.ts'
import { cloneDatabase } from '../database.ts'

/** Unique indexes with texts that are compared byte for byte, or in lower case. */
const exact: Readonly<Record<string, string>> = {
  accrual_lines_pkey: 'one of known words',
  authorization_requests_pkey: 'a random id',
  clauses_key_unique: 'small letters, digits and hyphens, normalised',
  content_damages_pkey: 'a key of the storage, made by the server',
  contracts_external_id_unique:
    'the key of another system, which knows its own spelling and asks for it exactly',
  contracts_own_number: 'made by the server of letters and digits, or brought without invisible characters',
  email_messages_reference_unique: 'the id that a mail program gave',
  email_messages_storage_key_unique: 'a key of the storage, made by the server',
  email_threads_identifier_unique: 'the id that a mail program gave',
  email_tracked_messages_pkey: 'the id that a mail program gave',
  email_trackings_thread_unique: 'the id that a mail program gave',
  encryption_keys_pkey: 'a name of the server’s own',
  encryption_marks_pkey: 'a name of the server’s own',
  exchange_rates_once: 'codes of currencies, which are checked against the list of them',
  favourites_pkey: 'one of known words',
  field_values_pkey: 'one of known words',
  file_comparison_parts_pkey: 'one of known words',
  first_steps_pkey: 'one of known words',
  form_parts_field_once: 'one of known words',
  form_versions_pkey: 'one of known words',
  former_form_parts_pkey: 'one of known words',
  handover_items_pkey: 'one of known words',
  idempotency_keys_pkey: 'a key that a program made; the same bytes are the same call',
  import_files_pkey:
    'a path, composed and with slashes: two that look alike are two files, as in the folder they come from',
  import_mappings_name_unique: 'the name that administrators keep a mapping under, and give again exactly',
  inbound_mails_contract_once: 'the id that a mail program gave',
  inbound_mails_matter_once: 'the id that a mail program gave',
  invoice_exchange_lines_pkey: 'one of known words',
  invoice_exchanges_pkey: 'one of known words',
  invoice_payments_external_id_unique: 'the id of another system, which knows its own spelling',
  mail_texts_pkey: 'one of known words',
  mail_domain_claims_pkey: 'of letters and digits only',
  mail_domains_pkey: 'of letters and digits only; addresses are normalised before they are compared with it',
  matters_external_id_unique:
    'the key of another system, which knows its own spelling and asks for it exactly',
  matters_own_number: 'made by the server of letters and digits, or brought without invisible characters',
  number_series_pkey: 'made by the server of letters and digits',
  oauth_clients_public_id_unique: 'a random id',
  organisation_features_pkey: 'one of known words',
  organisation_link_offers_once: 'email_key is normalised by emailKey',
  recents_pkey: 'one of known words',
  record_counts_folded: 'one of known words',
  record_words_collected_pkey: 'one of known words',
  record_words_pkey: 'words as the search divides them',
  signing_keys_pkey: 'a random id',
  tax_codes_code_unique: 'a code without spaces around it or characters that nobody sees',
  user_identities_pkey: 'what an identity provider calls a person; by its standard compared byte for byte',
  user_identities_user_unique: 'the address of an identity provider, checked against its own statement',
  users_email_unique: 'email_key is normalised by emailKey',
  users_email_unique_in_organisation: 'email_key is normalised by emailKey',
  webhook_deliveries_collecting: 'one of known words',
}

let client: pg.Client
let database: Awaited<ReturnType<typeof cloneDatabase>>
beforeAll(async () => {
  database = await cloneDatabase()
  client = new pg.Client(database.connection)
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('every unique text is compared without what nobody sees, or says why not', async () => {
  const { rows } = await client.query<{ name: string; texts: string[] }>(`
    select i.relname as name, array_agg(pg_get_indexdef(x.indexrelid, k.place, true)) as texts
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
    join pg_namespace n on n.oid = c.relnamespace, generate_series(1, x.indnkeyatts) as k (place)
    where n.nspname = 'public' and x.indisunique and not c.relispartition and c.relname <> 'schema_migrations'
      and (select a.atttypid from pg_attribute a where a.attrelid = i.oid and a.attnum = k.place) = 'text'::regtype
    group by 1 order by 1`)
  const listed = rows.filter(({ texts }) => !texts.every((each) => /regexp_replace\(normalize\(/i.test(each)))
  expect(listed.map(({ name }) => name)).toEqual(Object.keys(exact).toSorted())
  expect(rows.length - listed.length).toBe(21)
})

const same = [
  [
    'INV-100',
    'inv-100',
    'ＩＮＶ－１００',
    'INV-\u200b100',
    'INV\u00ad-100',
    '\ufeffINV-100 ',
    'INV-100\u2060',
    'I\u034fNV-100',
  ],
  [
    'Café des Arts',
    'Cafe\u0301 des Arts',
    'Cafe\u200d\u0301 des\u00a0Arts',
    'café  des\tarts',
    'CAFÉ des\u3000Arts',
  ],
  ['ﬁrst ½', 'first 1⁄2', 'FIRST\u2009½'],
  ['a', 'a\u{e0041}', '𝐚', 'ⓐ', 'A\ufe0f'],
]

test('the database and the server fold texts in the same way', async () => {
  const { kysely, close } = openDatabase({
    connection: database.connection,
    connections: 1,
    log: { warn: () => undefined },
  })
  const folded = async (text: string) => {
    const { rows } = await sql<{ text: string }>`select ${uniqueText(sql`${text}::text`)} as text`.execute(
      kysely,
    )
    return rows[0]?.text
  }
  const keys: (string | undefined)[] = []
  for (const texts of same) {
    const all = await Promise.all(texts.map(folded))
    expect(new Set(all).size, texts.join(' | ')).toBe(1)
    expect(texts.map(uniqueTextOf)).toEqual(all)
    keys.push(all[0])
  }
  expect(new Set(keys).size).toBe(same.length)
  for (const text of ['INV-1OO', 'INV 100', 'ﷺ'.repeat(255), '漢字', 'Straße', ''])
    expect(uniqueTextOf(text)).toBe(await folded(text))
  await close()
})

test('numbers are compared with one hyphen for dashes of any kind and number, by database and server', async () => {
  const { kysely, close } = openDatabase({
    connection: database.connection,
    connections: 1,
    log: { warn: () => undefined },
  })
  const folded = async (text: string) =>
    (await sql<{ text: string }>`select ${uniqueNumber(sql`${text}::text`)} as text`.execute(kysely)).rows[0]
      ?.text
  const dashes = Array.from({ length: 0x11000 }, (_, code) => code)
    .filter((code) => !(code >= 0xd800 && code <= 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((sign) => /^[\p{Dash}\u02d7\u2043\u2796]$/u.test(sign))
  expect(dashes.length).toBeGreaterThan(30)
  const texts = [...dashes, '--', ' \u2013 ', '\u2011\u200b\u2011', '\u00a0\u2014 - '].map(
    (dash) => `INV${dash}100`,
  )
  for (const text of texts)
    expect([text, uniqueNumberOf(text), await folded(text)]).toEqual([text, 'inv-100', 'inv-100'])
  for (const text of ['INV 100', 'INV100', 'INV_100', '\u2212100', 'A ー 1', 'a-b–c — d', ' -1- ', ''])
    expect(uniqueNumberOf(text)).toBe(await folded(text))
  expect(
    new Set(['INV 100', 'INV100', 'INV_100', 'INV-100', '-100', '100', 'INV/100'].map(uniqueNumberOf)).size,
  ).toBe(7)
  await close()
})

test('rows that became the same by an upgrade keep their texts, and later ones are refused', async () => {
  const { pool, close } = openDatabase({
    connection: database.connection,
    connections: 1,
    log: { warn: () => undefined },
  })
  const { rows: indexes } = await pool.query<{ name: string }>(
    `select indexname as name from pg_indexes where tablename = 'regions' and indexname = 'regions_name_unique'`,
  )
  expect(indexes).toHaveLength(1)
  // as it was before
  await pool.query(`drop index regions_name_unique; alter table regions drop column name_kept;
    create unique index regions_name_unique on regions (organisation_id, lower(name)) where deleted_at is null`)
  await pool.query(
    `insert into organisations (id, name, type, created_at, updated_at) values (7, 'Harbour', 'Customer', now(), now())`,
  )
  const add = (name: string) =>
    pool.query(
      'insert into regions (organisation_id, name, created_at, updated_at) values (7, $1, now(), now())',
      [name],
    )
  for (const name of ['North', 'Nor\u200bth', 'Ｎorth', 'South']) await add(name)
  const folder = new URL('../../migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.startsWith('0176-')) ?? ''
  const text = await readFile(new URL(file, folder), 'utf8')
  await pool.query(
    text.replace(
      /select \* from \(values[\s\S]*?\) as list/,
      `select * from (values
    ('regions', 'regions_name_unique', '', array['name'], 'deleted_at is null')) as list`,
    ),
  )
  const { rows } = await pool.query<{ name: string; kept: boolean }>(
    'select name, name_kept is not null as kept from regions where organisation_id = 7 order by id',
  )
  expect(rows).toEqual([
    { name: 'North', kept: false },
    { name: 'Nor\u200bth', kept: true },
    { name: 'Ｎorth', kept: true },
    { name: 'South', kept: false },
  ])
  const rename = (from: string, to: string) =>
    pool.query('update regions set name = $2 where organisation_id = 7 and name = $1', [from, to])
  for (const name of ['north', 'N\u00adorth', 'Nor\u200bth'])
    await expect(add(name)).rejects.toThrow(/regions_name_unique/)
  // what was there can be written as it is; renamed, it is compared like the others
  await rename('Ｎorth', 'Ｎorth')
  await expect(rename('Ｎorth', '\u200bSouth')).rejects.toThrow(/regions_name_unique/)
  await rename('Ｎorth', 'East')
  await expect(add('\u200bEast')).rejects.toThrow(/regions_name_unique/)
  await close()
})

test('invoices that became the same by an upgrade stay as they are, however many', async () => {
  const { pool, close } = openDatabase({
    connection: database.connection,
    connections: 1,
    log: { warn: () => undefined },
  })
  // as it was before: 0176 compared dashes as they are
  await pool.query(`drop index invoices_number_unique; drop index invoices_number_kept;
    insert into organisations (id, name, type, created_at, updated_at) values (8, 'Bay', 'Customer', now(), now());
    create unique index invoices_number_unique on invoices (organisation_id, coalesce(vendor_name, ''), lower(number))
      where status <> 'Void'`)
  const add = (vendor: string, number: string, status = 'Posted') =>
    pool.query(
      `insert into invoices (organisation_id, matter_id, batch_id, author_organisation_id, vendor_name, number, status, invoice_date,
         currency, fees, disbursements, other_fees, total_tax, created_by, created_at, updated_at)
       values (8, 1, 1, 8, $1, $2, $3, now(), 'NZD', 0, 0, 0, 0, $4, now(), now())`,
      [vendor, number, status, '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7000'],
    )
  // without the matters and people that they would belong to
  const { rows: foreign } = await pool.query<{ name: string }>(
    `select conname as name from pg_constraint where conrelid = 'invoices'::regclass and contype = 'f'`,
  )
  for (const { name } of foreign) await pool.query(`alter table invoices drop constraint ${name}`)
  await add('A-B', 'N-1', 'Void')
  for (const [vendor, number] of [
    ['A-B', 'N-1'],
    ['A-B', 'N\u20131'],
    ['A\u2013B', 'N-1'],
    ['A \u2014 B', 'N-1'],
    ['A-B', 'N2'],
  ] as const)
    await add(vendor, number)
  const folder = new URL('../../migrations/', import.meta.url)
  const file = (await readdir(folder)).find((name) => name.startsWith('0198-')) ?? ''
  await pool.query(await readFile(new URL(file, folder), 'utf8'))
  const { rows } = await pool.query<{ number: string; vendor: string; kept: boolean }>(
    `select number, vendor_name as vendor, number_kept is not null as kept from invoices where organisation_id = 8 order by id`,
  )
  expect(rows).toEqual([
    { number: 'N-1', vendor: 'A-B', kept: false },
    { number: 'N-1', vendor: 'A-B', kept: false },
    { number: 'N\u20131', vendor: 'A-B', kept: true },
    { number: 'N-1', vendor: 'A\u2013B', kept: true },
    { number: 'N-1', vendor: 'A \u2014 B', kept: true },
    { number: 'N2', vendor: 'A-B', kept: false },
  ])
  await expect(add('A\u2011B', 'n\u22121')).rejects.toThrow(/invoices_number_unique/)
  await add('A-C', 'N-1')
  await close()
})
