// What goes with a contract that is purged: in the order in which the tables refer to one another.
// test/records/purged-tables.test.ts compares this with the schema.
import { sql } from 'kysely'
import type { DomainEvent } from '../platform/events/change.ts'
import type { Tx } from '../platform/postgres/database.ts'
import type { PurgedKind } from '../records/commands/purge-record.ts'
import type { RecordBase } from '../records/record-kind.ts'
import { contractKind } from './contract-kind.ts'

const tables = [
  'contract_notice_periods',
  'contract_messages',
  'contract_key_dates',
  'email_trackings',
  'inbound_mails',
  'contract_status_messages',
  'signed_copies',
  'signature_requests',
  'document_shares',
] as const

/** Contracts, for the bin. */
export const purgedContracts: PurgedKind = {
  kind: contractKind,
  clear: async (tx, record, now) => {
    await deleteApprovals(tx, record)
    for (const table of tables) {
      await sql`delete from ${sql.table(table)} where organisation_id = ${record.organisationId} and contract_id = ${record.id}`.execute(
        tx,
      )
    }
    return { facts: {}, events: await unlink(tx, record, now) }
  },
  clearRest: async () => undefined,
}

async function deleteApprovals(tx: Tx, { organisationId, id }: RecordBase): Promise<void> {
  for (const table of ['contract_approvers', 'contract_approval_steps']) {
    await sql`delete from ${sql.table(table)} where organisation_id = ${organisationId} and approval_id in (
      select a.id from contract_approvals a where a.organisation_id = ${organisationId} and a.contract_id = ${id})`.execute(
      tx,
    )
  }
  await sql`delete from contract_approvals where organisation_id = ${organisationId} and contract_id = ${id}`.execute(
    tx,
  )
}

/** Contracts below it stay, and are no longer below one; one that it was to replace is not replaced by it. */
async function unlink(
  tx: Tx,
  { organisationId, id }: RecordBase,
  now: Date,
): Promise<readonly DomainEvent[]> {
  await sql`update contract_renewal_decisions set draft_id = null
    where organisation_id = ${organisationId} and draft_id = ${id}`.execute(tx)
  const { rows } = await sql<{
    readonly id: number
  }>`update contracts set parent_id = null, version = version + 1, updated_at = ${now}
    where organisation_id = ${organisationId} and parent_id = ${id} returning id`.execute(tx)
  return rows.map((child) => ({
    name: 'contract.updated',
    organisationId,
    resource: { kind: 'contract', id: child.id },
    subject: { kind: 'contract', id: child.id },
    facts: { changes: { parentId: { from: id, to: null } } },
  }))
}
