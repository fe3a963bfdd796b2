// What is purged with a record, against the schema.
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()

test('every table that refers to a record goes with it: on delete cascade, or in the list of what is purged [R-16]', async () => {
  const { rows } = await sql<{
    name: string
    to: string
  }>`select c.conrelid::regclass::text as name, c.confrelid::regclass::text as to
    from pg_constraint c where c.contype = 'f' and c.confdeltype <> 'c'
      and c.confrelid in ('matters'::regclass, 'contracts'::regclass) order by 2, 1`.execute(
    parts.app.database.kysely,
  )
  const purged = {
    matters: [
      'contracts',
      'email_drafts',
      'email_trackings',
      'files',
      'inbound_mails',
      'invoices',
      'matter_messages',
      'matter_scopes',
      'matter_status_messages',
      'matter_tags',
      'matter_terms',
      'matters',
      'tasks',
    ],
    contracts: [
      'contract_approvals',
      'contract_key_dates',
      'contract_messages',
      'contract_notice_periods',
      'contract_renewal_decisions',
      'contract_status_messages',
      'contracts',
      'document_shares',
      'email_trackings',
      'files',
      'inbound_mails',
      'signature_requests',
      'signed_copies',
    ],
  }
  const found = Map.groupBy(rows, ({ to }) => to)
  for (const [table, names] of Object.entries(purged)) {
    expect(found.get(table)?.map(({ name }) => name)).toEqual(names)
  }
})
