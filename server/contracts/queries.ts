// Reading contracts: lists and details.
import { type RawBuilder, sql } from 'kysely'
import { type FieldColumns, fieldColumnsFor } from '../fields/field-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Catalogue, ListQuery } from '../platform/lists/list-query.ts'
import type { Person } from '../platform/person.ts'
import { readRecordPage, type RecordPage } from '../platform/record-lists.ts'
import { allSeen, ownRecords, recordsOfTeams, restrictedRecords } from '../platform/record-scopes.ts'
import { personSql } from '../users/queries.ts'
import {
  contractsVisibleTo,
  getContractWith,
  isMemberSql,
  joinOfMembership,
  restrictedContractsOf,
} from './access.ts'
import { contractCatalogue, outline, outlined } from './catalogue.ts'
import type { Contract } from './contract.ts'
import { contractRows, contractSight } from './listing.ts'
import { hasStatementOfWorkSql } from './relationship.ts'

/** Which contracts a list is about: the caller's own, their teams', all they may see, or the restricted ones. */
export type ContractScope = 'Personal' | 'Teams' | 'All' | 'Restricted'

/**
 * The columns that a list of this scope may show to the caller, and filter and sort by: those that all contracts have, and of
 * the custom fields those that are named.
 */
export async function contractColumnsFor(
  { config, db }: App,
  actor: Actor,
  scope: ContractScope,
  fieldNames: readonly string[],
): Promise<FieldColumns> {
  const plain = contractCatalogue(config.displayIdPrefix, actor)
  const own = { OwnerId: plain.ownerId, Restricted: plain.restricted }
  const fields = await fieldColumnsFor(db, actor, fieldNames, { kind: 'contract', own })
  const catalogue = { ...plain, ...fields.catalogue }
  return { ...fields, catalogue: scope === 'Restricted' ? outlined(catalogue) : catalogue }
}

interface ContractList {
  readonly scope: ContractScope
  readonly query: ListQuery
  /** From `contractColumnsFor` the same caller and scope. */
  readonly catalogue: Catalogue
}

/** A page of contracts with the columns asked for, and how many there are in all; forbidden when the scope is not for the caller. */
export function listContracts(
  { db }: Pick<App, 'db'>,
  actor: Actor,
  { scope, query, columns, catalogue }: ContractList & { readonly columns: readonly string[] },
): Promise<RecordPage> {
  checkScope(actor, scope)
  // the join is for `outlined` alone
  const join = scope === 'Restricted' ? { join: joinOfMembership(actor) } : {}
  const listing = { ...contractRows, catalogue, ...join }
  return readRecordPage({ db, actor }, inScope(db, actor, scope), listing, { query, columns })
}

function inScope(db: Reader, actor: Actor, scope: ContractScope) {
  const sight = contractSight(db, actor)
  switch (scope) {
    case 'Personal':
      return ownRecords(sight)
    case 'Teams':
      return recordsOfTeams(sight, actor)
    case 'All':
      return allSeen(sight)
    case 'Restricted':
      return restrictedRecords(sight, actor, { rows: restrictedContractsOf(db, actor), outline })
  }
}

function checkScope(actor: Actor, scope: ContractScope): void {
  if (scope === 'All' && !actor.groups.has('ContractAdministrators')) {
    throw forbidden('Only contract administrators may list all contracts. Use the context Personal or Teams.')
  }
  if (scope === 'Restricted' && actor.role !== 'Administrator') {
    throw forbidden('Only an administrator of the organisation may list its restricted contracts.')
  }
}

/** What somebody said of how the contract stands. */
export interface StatusMessage {
  readonly message: string
  readonly createdAt: Date
  readonly by: Person | undefined
}

/** A contract with what its details show beside it. */
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
  const { contract, beside } = await getContractWith(app, actor, id, besideContract(prefix, actor))
  const { lastMessage, matter, ...rest } = beside
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

function besideContract(prefix: string, actor: Actor) {
  const columns = contractCatalogue(prefix, actor)
  return {
    templateName: columns.templateName.sql as RawBuilder<string>,
    groupName: columns.groupName.sql as RawBuilder<string>,
    category: columns.category.sql as RawBuilder<string>,
    documentFileId: columns.documentFileId.sql as RawBuilder<number | null>,
    owner: personSql('contracts.owner_id'),
    createdBy: personSql('contracts.created_by'),
    hasStatementOfWork: hasStatementOfWorkSql(actor),
    parentIsRestricted: sql<boolean | null>`(select above.restricted from contracts above
      where above.organisation_id = contracts.organisation_id and above.id = contracts.parent_id)`,
    lastMessage,
    // whoever sees the contract learns the name of its matter, unless that is restricted
    matter: sql<{ id: number; name: string; number: number } | null>`(
      select json_build_object('id', m.id, 'name', m.name, 'number', m.number) from matters m
      where m.organisation_id = contracts.organisation_id and m.id = contracts.matter_id
        and (not m.restricted or ${isOnMatter('m.id', actor)}))`,
    onContract: isMemberSql(actor),
    onMatter: isOnMatter('contracts.matter_id', actor),
  }
}

const lastMessage = sql<{ message: string; createdAt: string; by: Person | null } | null>`(
  select json_build_object('message', s.message, 'createdAt', s.created_at, 'by', ${personSql('s.user_id')})
  from contract_status_messages s
  where s.organisation_id = contracts.organisation_id and s.contract_id = contracts.id order by s.id desc limit 1)`

const isOnMatter = (matterId: string, { userId }: Actor) =>
  sql<boolean>`exists (select 1 from matter_members k where k.organisation_id = contracts.organisation_id
    and k.matter_id = ${sql.ref(matterId)} and k.user_id = ${userId})`

/** The contract with this external id in the caller's organisation; not_found when they may not see it. */
export async function findContractByExternalId(
  { db }: App,
  actor: Actor,
  externalId: string,
): Promise<{ readonly id: number }> {
  const row = await contractsVisibleTo(db, actor)
    .where('contracts.organisation_id', '=', actor.organisationId)
    .where('contracts.external_id', '=', externalId)
    .select('contracts.id')
    .executeTakeFirst()
  if (!row) throw notFound()
  return row
}

/** The other parties on the list of the caller's organisation, by name. */
export function listEntities(
  { db }: App,
  actor: Actor,
): Promise<readonly { readonly id: number; readonly name: string }[]> {
  return db
    .selectFrom('contract_entities')
    .where('organisation_id', '=', actor.organisationId)
    .select(['id', 'name'])
    .orderBy(sql`lower(name) collate "C"`)
    .orderBy('id')
    .execute()
}
