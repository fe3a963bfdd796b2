// Everything of an organisation as one zip archive: its rows as JSON, a file for each table, and the contents of its files. Of one
// moment, whatever is changed meanwhile.
import { PassThrough, type Readable } from 'node:stream'
import { finished, pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { ZipFile } from 'yazl'
import { iterateRecordedOf } from '../files/contents/iterate-recorded.ts'
import { getOrganisationToChange } from '../organisations/access.ts'
import { organisationEvent } from '../organisations/events.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { change, type SystemActor } from '../platform/events/change.ts'
import { openContent } from '../platform/storage/recorded-content.ts'

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
  'content_damages',
])

const batchRows = 1_000

export interface OrganisationExport {
  readonly name: string
  readonly stream: Readable
  /** Resolves when the export counts for a deletion; also when it was broken off, and does not. */
  readonly recorded: Promise<void>
}

/**
 * The archive, for administrators of the organisation and the operator. It counts as an export, which a deletion needs, once it
 * has been read to its end. The manifest names contents that are lost; one that turns out to be damaged breaks the stream off.
 */
export async function exportOrganisation(
  app: App,
  actor: Actor | SystemActor,
  organisationId: number,
): Promise<OrganisationExport> {
  // checks the rights before the first byte
  const { name } = await change(app, actor, async (tx) => ({
    result: await getOrganisationToChange(tx, actor, organisationId),
    events: [],
  }))
  const zip = new ZipFile()
  // errors reach the reader: an archive that ends early is never taken for a whole one
  const stream = new PassThrough()
  const output = zip.outputStream as unknown as Readable
  pipeline(output, stream).catch(() => undefined)
  zip.on('error', () => undefined)
  const recorded = fill(app, zip, { organisationId, isGone: () => stream.destroyed })
    .then(() => finished(output))
    .then(() => recordExport(app, actor, organisationId))
    .catch((error: unknown) => {
      if (!stream.destroyed) app.log.warn({ err: error }, 'the export of an organisation was broken off')
      output.destroy()
      stream.destroy(error instanceof Error ? error : undefined)
    })
  return { name, stream, recorded }
}

interface Filling {
  readonly organisationId: number
  readonly isGone: () => boolean
}

async function fill(app: App, zip: ZipFile, { organisationId, isGone }: Filling): Promise<void> {
  const client = new pg.Client(app.database.pool.options)
  client.on('error', () => undefined)
  await client.connect()
  try {
    await client.query('begin isolation level repeatable read read only')
    await client.query('set local statement_timeout = 0')
    await client.query('set local idle_in_transaction_session_timeout = 0')
    const tables: { table: string; rows: number }[] = []
    for (const table of await tablesOf(client)) {
      if (isGone()) return
      const entry = new PassThrough()
      zip.addReadStream(entry, `rows/${table}.jsonl`)
      tables.push({ table, rows: await writeRows(client, { table, organisationId }, entry) })
    }
    let contents = 0
    const missing: string[] = []
    for await (const content of iterateRecordedOf(app.db, organisationId)) {
      if (isGone()) return
      const reading = await openContent(app, content).catch(() => undefined)
      if (!reading) {
        missing.push(content.key)
        continue
      }
      zip.addReadStream(reading, `contents/${content.key}`, { compressionLevel: 3 })
      await finished(reading)
      contents++
    }
    const manifest = { organisationId, exportedAt: app.clock.now().toISOString(), tables, contents, missing }
    zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), 'manifest.json')
    zip.end()
  } finally {
    await client.end().catch(() => undefined)
  }
}

/** The tables whose rows belong to an organisation, and the people who appear in them. */
async function tablesOf(client: pg.Client): Promise<readonly string[]> {
  const { rows } = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'organisation_id'
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  return [
    'people',
    ...rows.map(({ name }) => name).filter((name) => !leftOut.has(name) && !hasSecrets.has(name)),
  ]
}

// what people sign in with, and what integrations prove themselves with; people are an entry of their own
const hasSecrets: ReadonlySet<string> = new Set(['users', 'identity_providers', 'webhook_subscriptions'])

const peopleQuery = `select jsonb_build_object('id', u.id, 'organisationId', u.organisation_id, 'email', u.email,
    'firstName', u.first_name, 'lastName', u.last_name, 'role', u.role, 'status', u.status, 'jobTitle', u.job_title)::text as row
  from users u where u.organisation_id = $1
    or exists (select from user_organisations o where o.user_id = u.id and o.organisation_id = $1) order by u.id`

async function writeRows(
  client: pg.Client,
  { table, organisationId }: { readonly table: string; readonly organisationId: number },
  entry: PassThrough,
): Promise<number> {
  const query =
    table === 'people'
      ? peopleQuery
      : `select to_jsonb(t)::text as row from ${pg.escapeIdentifier(table)} t where organisation_id = $1`
  await client.query(`declare rows_of_table no scroll cursor for ${query}`, [organisationId])
  let count = 0
  for (;;) {
    const { rows } = await client.query<{ row: string }>(`fetch ${batchRows} from rows_of_table`)
    if (rows.length === 0) break
    count += rows.length
    const fits = entry.write(rows.map(({ row }) => `${row}\n`).join(''))
    if (!fits) await new Promise((resolve) => entry.once('drain', resolve).once('close', resolve))
  }
  entry.end()
  await client.query('close rows_of_table')
  return count
}

function recordExport(app: App, actor: Actor | SystemActor, organisationId: number): Promise<void> {
  return change(app, actor, async (tx, now) => {
    await sql`update organisations set exported_at = ${now} where id = ${organisationId}`.execute(tx)
    const event = organisationEvent('organisation.exported', organisationId, {})
    return { result: undefined, events: [event] }
  })
}
