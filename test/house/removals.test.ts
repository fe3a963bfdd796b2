// What is removed can be removed quickly: the database looks for rows that still refer to it, and must not read whole
// organisations.
import { expect, test } from 'vitest'
import { useTestApp } from '../test-app.ts'

const parts = useTestApp()

test('every reference to a record or what belongs to one has an index by which its rows are found', async () => {
  // of two columns at least, the organisation and what is referred to; an index may leave out rows that refer to
  // nothing
  const { rows } = await parts.app.database.pool.query<{ reference: string }>(`
    select k.conrelid::regclass || ' ' || k.conname as reference from pg_constraint k
    where k.contype = 'f' and k.conparentid = 0 and cardinality(k.conkey) > 1 and k.confrelid::regclass::text in (
        'matters', 'contracts', 'files', 'file_versions', 'tasks', 'invoices', 'email_threads', 'email_messages',
        'email_drafts', 'matter_messages', 'contract_approvals', 'contract_approval_steps')
      and not exists (
        select from pg_index i join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[2]
        where i.indrelid = k.conrelid and i.indkey[0] = k.conkey[1] and i.indkey[1] = k.conkey[2]
          and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = '(' || quote_ident(a.attname) || ' IS NOT NULL)'))
    order by 1`)
  expect(rows.map(({ reference }) => reference)).toEqual([])
})
