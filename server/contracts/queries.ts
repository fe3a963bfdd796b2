// Reading contracts: lists and details.
import { sql } from 'kysely'
import { type FieldColumns, fieldColumnsFor } from '../fields/field-columns.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/database.ts'
import { matterNumberText } from '../platform/display-ids.ts'
import { forbidden, notFound } from '../platform/errors.ts'
import type { MaySee } from '../platform/granted.ts'
import type { Catalogue, ListQuery } from '../platform/list-query.ts'
import type { Person } from '../platform/person.ts'
import { readRecordPage, type RecordPage } from '../platform/record-lists.ts'
import { allSeen, ownRecords, recordsOfTeams, restrictedRecords } from '../platform/record-scopes.ts'
import { findPerson } from '../users/queries.ts'
import {
  contractsVisibleTo,
  getContractToSee,
  isMember,
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
  const contract = await getContractToSee(app.db, actor, id)
  const [beside, owner, createdBy, lastStatusMessage] = await Promise.all([
    readBeside(app, actor, contract),
    findPerson(app.db, contract.ownerId),
    findPerson(app.db, contract.createdBy),
    findLastStatusMessage(app, contract),
  ])
  return { contract, owner, createdBy, lastStatusMessage, ...beside }
}

async function findLastStatusMessage({ db }: App, contract: Contract): Promise<StatusMessage | null> {
  const row = await db
    .selectFrom('contract_status_messages')
    .where('organisation_id', '=', contract.organisationId)
    .where('contract_id', '=', contract.id)
    .orderBy('id', 'desc')
    .select(['message', 'created_at', 'user_id'])
    .limit(1)
    .executeTakeFirst()
  if (!row) return null
  return { message: row.message, createdAt: row.created_at, by: await findPerson(db, row.user_id) }
}

async function readBeside(app: App, actor: Actor, contract: Contract) {
  const { templateName, groupName, category, documentFileId } = contractCatalogue(
    app.config.displayIdPrefix,
    actor,
  )
  const row = await contractsVisibleTo(app.db, actor)
    .leftJoin(
      (eb) =>
        // not through access.ts: whoever sees the contract learns the name of its matter, unless that is restricted
        eb
          .selectFrom('matters')
          .where('organisation_id', 'in', [...actor.organisationIds])
          .where((matter) =>
            matter.or([matter('restricted', '=', false), memberOfMatter('matters.id', actor)]),
          )
          .select(['organisation_id', 'id', 'name', 'number'])
          .as('matter'),
      (join) =>
        join
          .onRef('matter.organisation_id', '=', 'contracts.organisation_id')
          .onRef('matter.id', '=', 'contracts.matter_id'),
    )
    .leftJoin('contracts as parent', (join) =>
      join
        .onRef('parent.organisation_id', '=', 'contracts.organisation_id')
        .onRef('parent.id', '=', 'contracts.parent_id'),
    )
    .where('contracts.id', '=', contract.id)
    .select([
      sql<string>`${templateName.sql}`.as('templateName'),
      sql<string>`${groupName.sql}`.as('groupName'),
      sql<string>`${category.sql}`.as('category'),
      sql<number | null>`${documentFileId.sql}`.as('documentFileId'),
      'parent.restricted as parent_restricted',
      hasStatementOfWorkSql.as('has_statement_of_work'),
      'matter.name as matter_name',
      'matter.number as matter_number',
      memberOfMatter('contracts.matter_id', actor).as('on_matter'),
    ])
    .select((eb) => isMember(eb as never, actor).as('on_contract'))
    .executeTakeFirstOrThrow()
  return {
    templateName: row.templateName,
    groupName: row.groupName,
    category: row.category,
    documentFileId: row.documentFileId,
    matter:
      contract.matterId !== null && row.matter_name !== null && row.matter_number !== null
        ? {
            id: contract.matterId,
            name: row.matter_name,
            number: matterNumberText(app.config.displayIdPrefix, contract.organisationId, row.matter_number),
          }
        : null,
    parentIsRestricted: row.parent_restricted ?? false,
    hasStatementOfWork: row.has_statement_of_work,
    onContract: Boolean(row.on_contract),
    onMatter: row.on_matter,
  }
}

const memberOfMatter = (matterId: 'matters.id' | 'contracts.matter_id', actor: Actor) =>
  sql<boolean>`exists (select 1 from matter_members m where m.organisation_id = ${sql.ref(`${matterId.split('.')[0]}.organisation_id`)}
    and m.matter_id = ${sql.ref(matterId)} and m.user_id = ${actor.userId})`

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
