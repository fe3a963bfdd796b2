// What goes with a matter that is purged: in the order in which the tables refer to one another.
// test/records/purged-tables.test.ts compares this with the schema.
import { sql } from 'kysely'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { Cleared, PurgedKind } from '../records/commands/purge-record.ts'
import type { RecordBase } from '../records/record-kind.ts'
import { keepDrawsOf } from './kept-draws.ts'
import { matterKind } from './matter-kind.ts'

const tables = [
  'invoices',
  'matter_terms',
  'email_trackings',
  'inbound_mails',
  'matter_messages',
  'email_drafts',
  'matter_scopes',
  'matter_status_messages',
  'matter_tags',
] as const

/** Matters, for the bin. */
export const purgedMatters: PurgedKind = {
  kind: matterKind,
  clear: async (tx, record, now) => {
    const { numbers, batches } = await readAbout(tx, record)
    await keepDrawsOf(tx, { ...record, invoices: sql`i.matter_id = ${record.id}` })
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${record.organisationId} and matter_id = ${record.id}`.execute(
        tx,
      )
    }
    await deleteEmptyBatches(tx, record, batches)
    return { facts: numbers, events: await unlink(tx, record, now) }
  },
  clearRest: async (tx, { organisationId, id }) => {
    // not through access.ts: the matter is purged, with everything on it
    await sql`delete from tasks where organisation_id = ${organisationId} and matter_id = ${id}`.execute(tx)
  },
}

interface About {
  readonly number: number
  readonly tasks: number
  readonly invoices: readonly string[]
}

async function readAbout(tx: Tx, { organisationId, id }: RecordBase) {
  // not through access.ts: the matter is purged, and these are the numbers on its certificate
  const { rows } = await sql<About>`
    select m.number, (select count(*) from tasks t where t.organisation_id = m.organisation_id and t.matter_id = m.id) as tasks,
      array(select i.number from invoices i where i.organisation_id = m.organisation_id and i.matter_id = m.id order by i.id) as invoices
    from matters m where m.organisation_id = ${organisationId} and m.id = ${id}`.execute(tx)
  // not through access.ts: as above
  const { rows: batches } = await sql<{
    readonly batch: number
  }>`select distinct batch_id as batch from invoices
    where organisation_id = ${organisationId} and matter_id = ${id}`.execute(tx)
  return { numbers: rows[0] ?? {}, batches: batches.map(({ batch }) => batch) }
}

/** The files that invoices came in go when no invoice of theirs is left. */
export async function deleteEmptyBatches(
  tx: Tx,
  { organisationId }: Pick<RecordBase, 'organisationId'>,
  ids: readonly number[],
): Promise<void> {
  if (ids.length === 0) return
  for (const [table, column] of [
    ['invoice_originals', 'batch_id'],
    ['invoice_batches', 'id'],
  ] as const) {
    // not through access.ts: no invoice of theirs is left
    await sql`delete from ${sql.table(table)} as b where b.organisation_id = ${organisationId}
      and ${sql.ref(`b.${column}`)} = any(${[...ids]}::bigint[])
      and not exists (select 1 from invoices i where i.organisation_id = b.organisation_id
        and i.batch_id = ${sql.ref(`b.${column}`)})`.execute(tx)
  }
}

/** Other records stay, and no longer belong to this one. */
async function unlink(tx: Tx, record: RecordBase, now: Date): Promise<Cleared['events']> {
  const events: DomainEvent[] = []
  for (const [kind, table, column, property] of [
    ['matter', 'matters', 'parent_id', 'parentId'],
    ['contract', 'contracts', 'matter_id', 'matterId'],
  ] as const) {
    const { rows } = await sql<{
      readonly id: number
    }>`update ${sql.table(table)} set ${sql.ref(column)} = null,
        version = version + 1, updated_at = ${now}
      where organisation_id = ${record.organisationId} and ${sql.ref(column)} = ${record.id} returning id`.execute(
      tx,
    )
    for (const { id } of rows) {
      events.push({
        name: `${kind}.updated`,
        organisationId: record.organisationId,
        resource: { kind, id },
        subject: { kind, id },
        facts: { changes: { [property]: { from: record.id, to: null } } },
      })
    }
  }
  return events
}
