// The details of one contract: the contract with what is shown with it.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Person } from '../platform/person.ts'
import { getWith, isMemberSql } from '../records/access.ts'
import { personSql } from '../users/people-on-records.ts'
import type { Contract } from './contract.ts'
import { contractListColumns } from './contract-columns.ts'
import { contractKind } from './contract-kind.ts'
import { isMatterDisclosedSql, isOnMatterSql } from './contract-matter.ts'
import { hasStatementOfWorkSql } from './relationship.ts'

/** What somebody said about how the contract is going. */
export interface StatusMessage {
  readonly message: string
  readonly createdAt: Date
  readonly by: Person | undefined
}

/** A contract with what its details show with it. */
export interface ContractDetails {
  readonly contract: Contract & MaySee
  readonly templateName: string
  readonly groupName: string
  readonly category: string
  readonly owner: Person | undefined
  readonly createdBy: Person | undefined
  readonly documentFileId: number | null
  /** Its matter, with the number people know it by; null also when that is restricted and the caller no member. */
  readonly matter: { readonly id: number; readonly name: string; readonly number: string } | null
  readonly parentIsRestricted: boolean
  readonly hasStatementOfWork: boolean
  readonly lastStatusMessage: StatusMessage | null
  /** Whether the caller is a member of the contract, and of its matter. */
  readonly onContract: boolean
  readonly onMatter: boolean
}

/** Everything the details of a contract show; not_found as for every contract the caller may not see. */
export async function getContractDetails(app: App, actor: Actor, id: number): Promise<ContractDetails> {
  const prefix = app.config.displayIdPrefix
  const columns = relatedColumns(prefix, actor)
  const { record: contract, related } = await getWith(contractKind, { db: app.db, actor }, id, columns)
  const { lastMessage, matter, ...rest } = related
  return {
    contract,
    ...rest,
    owner: rest.owner ?? undefined,
    createdBy: rest.createdBy ?? undefined,
    parentIsRestricted: rest.parentIsRestricted ?? false,
    matter: matter && {
      id: matter.id,
      name: matter.name,
      number: matterNumberText(prefix, contract.organisationId, matter.number),
    },
    lastStatusMessage: lastMessage && {
      message: lastMessage.message,
      createdAt: new Date(lastMessage.createdAt),
      by: lastMessage.by ?? undefined,
    },
  }
}

function relatedColumns(prefix: string, actor: Actor) {
  const columns = contractListColumns(prefix, actor)
  return {
    templateName: columns.templateName.sql as RawBuilder<string>,
    groupName: columns.groupName.sql as RawBuilder<string>,
    category: columns.category.sql as RawBuilder<string>,
    documentFileId: columns.documentFileId.sql as RawBuilder<number | null>,
    owner: personSql('contracts.owner_id'),
    createdBy: personSql('contracts.created_by'),
    hasStatementOfWork: hasStatementOfWorkSql(actor),
    // not through access.ts: only that it is restricted is shown, not which contract it is
    parentIsRestricted: sql<boolean | null>`(select above.restricted from contracts above
      where above.organisation_id = contracts.organisation_id and above.id = contracts.parent_id)`,
    lastMessage,
    // not through access.ts: which matters may be named, isMatterDisclosedSql decides
    matter: sql<{ id: number; name: string; number: number } | null>`(
      select json_build_object('id', m.id, 'name', m.name, 'number', m.number) from matters m
      where m.organisation_id = contracts.organisation_id and m.id = contracts.matter_id
        and ${isMatterDisclosedSql('m', actor)})`,
    onContract: isMemberSql(contractKind, actor),
    onMatter: isOnMatterSql(
      { organisationId: 'contracts.organisation_id', id: 'contracts.matter_id' },
      actor,
    ),
  }
}

const lastMessage = sql<{ message: string; createdAt: string; by: Person | null } | null>`(
  select json_build_object('message', s.message, 'createdAt', s.created_at, 'by', ${personSql('s.user_id')})
  from contract_status_messages s
  where s.organisation_id = contracts.organisation_id and s.contract_id = contracts.id order by s.id desc limit 1)`
