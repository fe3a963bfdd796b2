// Details of contracts in v1 as they were shaped before the database made the JSON: what it makes must be the same.
import { type RawBuilder, sql } from 'kysely'
import type { Actor } from '../../../server/platform/actor.ts'
import type { App } from '../../../server/platform/app.ts'
import { matterNumberText } from '../../../server/platform/display-ids.ts'
import type { MaySee } from '../../../server/platform/granted.ts'
import type { Person } from '../../../server/platform/person.ts'
import { getWith } from '../../../server/records/access.ts'
import { isMember } from '../../../server/records/membership-sql.ts'
import { utcText, utcTextOrNull } from '../../../server/http/v1/dates.wire.ts'
import { personToV1 } from '../../../server/http/v1/people.wire.ts'
import { personSql } from './people.ts'
import type { Contract } from '../../../server/contracts/contract.ts'
import { contractListColumns } from '../../../server/contracts/contract-columns.ts'
import { contractKind } from '../../../server/contracts/contract-kind.ts'
import { isMatterDisclosedSql, isOnMatterSql } from '../../../server/contracts/contract-matter.ts'
import { hasStatementOfWorkSql } from '../../../server/contracts/relationship.ts'

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
      number: matterNumberText(prefix, { ...matter, organisationId: contract.organisationId }),
    },
    lastStatusMessage: lastMessage && {
      message: lastMessage.message,
      createdAt: new Date(lastMessage.createdAt),
      by: lastMessage.by ?? undefined,
    },
  }
}

function relatedColumns(prefix: string, actor: Actor) {
  // no column of these depends on the time
  const columns = contractListColumns({ prefix, now: new Date(0) }, actor)
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
    matter: sql<{ id: number; name: string; number: number; ownNumber: string | null } | null>`(
      select json_build_object('id', m.id, 'name', m.name, 'number', m.number, 'ownNumber', m.own_number) from matters m
      where m.organisation_id = contracts.organisation_id and m.id = contracts.matter_id
        and ${isMatterDisclosedSql('m', actor)})`,
    onContract: isMember(contractKind, actor),
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

function statusMessageToV1({ message, createdAt, by }: StatusMessage) {
  return {
    message,
    createdDateUtc: utcText(createdAt),
    ...(by ? personToV1(by) : {}),
    userOrganisationHasLogo: by ? by.logoId !== null : false,
    userOrganisationPictureCacheId: by?.logoId ?? 0,
  }
}

/** The details of a contract, and its mail address. */
export function contractToV1(details: ContractDetails, mailAddress: string | null) {
  const { contract, matter, owner, createdBy } = details
  return {
    id: contract.id,
    name: contract.name,
    status: contract.stage,
    category: details.category,
    templateId: contract.templateId,
    templateName: details.templateName,
    typeName: details.groupName,
    createdBy: createdBy ? personToV1(createdBy).userFullName : null,
    createdByUserId: contract.createdBy,
    ownerId: contract.ownerId,
    matterId: contract.matterId,
    matterName: matter?.name ?? null,
    matterNumber: matter?.number ?? null,
    createdDateUtc: utcText(contract.createdAt),
    restricted: contract.restricted,
    hasSow: details.hasStatementOfWork,
    parentContractId: contract.parentId,
    documentFileId: details.documentFileId,
    parentIsRestricted: details.parentIsRestricted,
    onContract: details.onContract,
    onMatter: details.onMatter,
    contractSpecificEmail: mailAddress,
    expiry: contract.expiry,
    teamId: contract.teamId,
    externalId: contract.externalId,
    lastStatusMessage: details.lastStatusMessage ? statusMessageToV1(details.lastStatusMessage) : null,
    owner: owner ? personToV1(owner) : null,
    executedDateUtc: utcTextOrNull(contract.executedAt),
  }
}
