// What the details of a contract show beside the columns of lists.
import { sql, type SqlBool } from 'kysely'
import type { Join } from '../platform/lists/joins.ts'
import type { Catalogue, Column } from '../platform/lists/list-query.ts'
import { isMember } from '../records/access.ts'
import type { BodyContext } from '../records/record-bodies.ts'
import { personDetailColumns } from '../users/person-columns.ts'
import { matterJoin } from './contract-columns.ts'
import { contractKind } from './contract-kind.ts'
import { isOnMatterSql } from './contract-matter.ts'
import { hasStatementOfWorkSql } from './relationship.ts'

const lastMessage: Join = {
  as: 'lastMessage',
  table: sql`lateral (select s.message, s.created_at, s.user_id from contract_status_messages s
    where s.organisation_id = contracts.organisation_id and s.contract_id = contracts.id order by s.id desc limit 1)`,
  on: sql<SqlBool>`true`,
}

const column = (kind: Column['kind'], expression: Column['sql'], joins: readonly Join[] = []): Column => ({
  kind,
  nullable: true,
  sql: expression,
  joined: { sql: expression, joins },
})

/** The columns of the details of a contract; the note is its mail address. */
export function contractDetailColumns(context: BodyContext): Catalogue {
  const { caller, note } = context
  return {
    ...contractKind.list.columns(context, caller),
    ...contractKind.list.related,
    ...personDetailColumns('owner', 'contracts.owner_id'),
    matterName: column('text', sql`matter.name`, [matterJoin(caller)]),
    mailAddress: column('text', note),
    hasStatementOfWork: column('boolean', hasStatementOfWorkSql(caller)),
    // not through access.ts: only that it is restricted is shown, not which contract it is
    parentIsRestricted: column(
      'boolean',
      sql`coalesce((select above.restricted from contracts above
        where above.organisation_id = contracts.organisation_id and above.id = contracts.parent_id), false)`,
    ),
    onContract: column('boolean', isMember(contractKind, caller)),
    onMatter: column(
      'boolean',
      isOnMatterSql({ organisationId: 'contracts.organisation_id', id: 'contracts.matter_id' }, caller),
    ),
    lastMessage: column('text', sql`"lastMessage".message`, [lastMessage]),
    lastMessageAt: column('moment', sql`"lastMessage".created_at`, [lastMessage]),
    ...personDetailColumns('lastMessageBy', 'lastMessage.user_id', [lastMessage]),
  }
}
