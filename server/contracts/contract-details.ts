// What the details of a contract show besides the columns of lists.
import { sql } from 'kysely'
import { shownColumn } from '../platform/lists/joins.ts'
import type { Catalogue } from '../platform/lists/list-query.ts'
import { isMember } from '../records/membership-sql.ts'
import type { BodyContext } from '../records/lists/record-bodies.ts'
import { lastMessageColumns } from '../records/status-messages.ts'
import { personDetailColumns } from '../identity/users/person-columns.ts'
import { matterJoin } from './contract-columns.ts'
import { contractKind } from './contract-kind.ts'
import { isOnMatterSql } from './contract-matter.ts'
import { hasStatementOfWorkSql } from './relationship.ts'

/** The columns of the details of a contract; the note is its mail address. */
export function contractDetailColumns(context: BodyContext): Catalogue {
  const { caller, note } = context
  return {
    ...contractKind.list.columns(context, caller),
    ...contractKind.list.related,
    ...personDetailColumns('owner', 'contracts.owner_id'),
    matterName: shownColumn('text', sql`matter.name`, [matterJoin(caller)]),
    mailAddress: shownColumn('text', caller.featuresOff?.has('INBOUND_EMAIL') ? sql`null::text` : note),
    hasStatementOfWork: shownColumn('boolean', hasStatementOfWorkSql(caller)),
    // not through access.ts: only that it is restricted is shown, not which contract it is
    parentIsRestricted: shownColumn(
      'boolean',
      sql`coalesce((select above.restricted from contracts above
        where above.organisation_id = contracts.organisation_id and above.id = contracts.parent_id), false)`,
    ),
    onContract: shownColumn('boolean', isMember(contractKind, caller)),
    onMatter: shownColumn(
      'boolean',
      isOnMatterSql({ organisationId: 'contracts.organisation_id', id: 'contracts.matter_id' }, caller),
    ),
    ...lastMessageColumns(contractKind),
  }
}
