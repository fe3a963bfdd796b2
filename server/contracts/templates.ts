// Contract templates, as people choose them for new contracts.
import { sql } from 'kysely'
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ByteRange } from '../platform/storage/storage.ts'
import { type RowSource, rowSource } from '../platform/postgres/row-source.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import type { Reader } from '../platform/postgres/database.ts'
import { AppError, badInput, notFound } from '../platform/errors.ts'
import type { Column, ListQuery } from '../platform/lists/list-query.ts'
import { countRows, type ListedRow, type Listing, readRow, readRows } from '../platform/lists/list-rows.ts'
import { statement } from '../platform/postgres/statement.ts'
import { openContent } from '../platform/storage/recorded-content.ts'
import { readBytes } from '../platform/workers/join-bytes.ts'

export interface ContractTemplate {
  readonly id: number
  readonly name: string
  readonly groupName: string
  /** Whether a contract can be created from answers, without uploading a document. */
  readonly hasWizard: boolean
  /** Whether its contracts need approval before they are signed. */
  readonly hasRules: boolean
  readonly team: { readonly id: number; readonly name: string; readonly description: string | null } | null
  readonly teamRequired: boolean
}

const hasRulesSql = sql<boolean>`exists (select 1 from contract_approval_rules r
  where r.organisation_id = t.organisation_id and r.template_id = t.id)`

/** The templates of the caller's organisation, by group and name. */
export async function listTemplates({ db }: App, actor: Actor): Promise<readonly ContractTemplate[]> {
  const rows = await db
    .selectFrom('contract_templates as t')
    .innerJoin('contract_groups as g', (join) =>
      join.onRef('g.organisation_id', '=', 't.organisation_id').onRef('g.id', '=', 't.group_id'),
    )
    .leftJoin('teams', (join) =>
      join.onRef('teams.organisation_id', '=', 't.organisation_id').onRef('teams.id', '=', 't.team_id'),
    )
    .where('t.organisation_id', '=', actor.organisationId)
    .where('t.deleted_at', 'is', null)
    .select([
      't.id',
      't.name',
      'g.name as group_name',
      't.wizard_storage_key',
      hasRulesSql.as('has_rules'),
      't.team_required',
      't.team_id',
      'teams.name as team_name',
      'teams.description as team_description',
    ])
    .orderBy(sql`lower(g.name) collate "C"`)
    .orderBy(sql`lower(t.name) collate "C"`)
    .orderBy('t.id')
    .execute()
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    groupName: row.group_name,
    hasWizard: row.wizard_storage_key !== null,
    hasRules: row.has_rules,
    team:
      row.team_id !== null && row.team_name !== null
        ? { id: row.team_id, name: row.team_name, description: row.team_description }
        : null,
    teamRequired: row.team_required,
  }))
}

/** What a template determines for new contracts. */
interface TemplateRules {
  readonly teamId: number | null
  readonly teamRequired: boolean
  readonly hasWizard: boolean
}

/** A template of the caller's organisation that contracts can be created from; not_found otherwise. */
export async function getTemplate(
  db: Reader,
  actor: Pick<Actor, 'organisationId'>,
  id: number,
): Promise<TemplateRules> {
  const [template] = await selectRules.run(db, { organisationId: actor.organisationId, id })
  if (!template) throw notFound()
  return {
    teamId: template.team_id,
    teamRequired: template.team_required,
    hasWizard: template.wizard_storage_key !== null,
  }
}

const selectRules = statement<
  { readonly organisationId: number; readonly id: number },
  {
    readonly team_id: number | null
    readonly team_required: boolean
    readonly wizard_storage_key: string | null
  }
>(({ organisationId, id }, db) =>
  db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['team_id', 'team_required', 'wizard_storage_key']),
)

/** The error for a new contract of a template that does not exist. */
export const noSuchTemplate = () =>
  badInput(
    'templateId',
    'must be the id of a contract template; GET /contract-apis/v1/contractsTemplates lists them.',
  )

/** The template chosen for a new contract; 400 if it does not exist. */
export async function getChosenTemplate(
  db: Reader,
  actor: Pick<Actor, 'organisationId'>,
  id: number,
): Promise<TemplateRules> {
  try {
    return await getTemplate(db, actor, id)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'not_found') throw error
    throw noSuchTemplate()
  }
}

const own = (kind: Column['kind'], column: string): Column => ({
  kind,
  nullable: false,
  sql: sql.ref(`contract_templates.${column}`),
})

/** The columns that a list of contract types can show, filter by and sort by. */
export const templateListing = {
  catalogue: {
    id: own('integer', 'id'),
    name: own('text', 'name'),
    description: { ...own('text', 'description'), nullable: true },
    groupId: own('integer', 'group_id'),
    groupName: {
      kind: 'text',
      nullable: false,
      sql: sql`(select g.name from contract_groups g
        where g.organisation_id = contract_templates.organisation_id and g.id = contract_templates.group_id)`,
    },
    hasWizard: { ...own('boolean', ''), sql: sql`(contract_templates.wizard_storage_key is not null)` },
    teamRequired: own('boolean', 'team_required'),
    category: { ...own('choice', 'category'), choices: ['Sales', 'Purchasing', 'Commercial'] },
    teamId: { ...own('integer', 'team_id'), nullable: true },
    teamName: {
      kind: 'text',
      nullable: true,
      sql: sql`(select t.name from teams t
        where t.organisation_id = contract_templates.organisation_id and t.id = contract_templates.team_id)`,
    },
    amends: own('boolean', 'amends'),
    signedCopyRequired: own('boolean', 'signed_copy_required'),
    wizardNames: { ...own('text', 'wizard_names'), nullable: true },
  },
  id: { kind: 'integer', sql: sql.ref('contract_templates.id') },
} as const satisfies Listing

const typesOf = (db: Reader, { organisationId }: Actor) =>
  db
    .selectFrom('contract_templates')
    .where('contract_templates.organisation_id', '=', organisationId)
    .where('contract_templates.deleted_at', 'is', null)

/** A page of the contract types of the caller's organisation. */
export const listContractTypes = (
  { db }: App,
  actor: Actor,
  asked: { readonly query: ListQuery; readonly columns: readonly string[] },
): Promise<readonly ListedRow[]> => readRows(typesOf(db, actor), templateListing, asked)

/** One of them; not_found for others. */
export const getContractType = (
  { db }: App,
  actor: Actor,
  id: number,
  columns: readonly string[],
): Promise<ListedRow> =>
  readRow(typesOf(db, actor).where('contract_templates.id', '=', id), templateListing, columns)

/** How many of them there are. */
export const countContractTypes = ({ db }: App, actor: Actor, query: ListQuery): Promise<number> =>
  countRows(typesOf(db, actor), templateListing, query)

const groupListing = {
  catalogue: {
    id: { kind: 'integer', nullable: false, sql: sql.ref('contract_groups.id') },
    name: { kind: 'text', nullable: false, sql: sql.ref('contract_groups.name') },
    place: { kind: 'integer', nullable: false, sql: sql.ref('contract_groups.position') },
    version: { kind: 'integer', nullable: false, sql: sql.ref('contract_groups.version') },
  },
  id: { kind: 'integer', sql: sql.ref('contract_groups.id') },
} as const satisfies Listing

/** The groups of templates of the caller's organisation. */
export const contractGroupRows = ({ db }: App, { organisationId }: Actor): RowSource =>
  rowSource(
    db.selectFrom('contract_groups').where('contract_groups.organisation_id', '=', organisationId),
    groupListing,
  )

/** The document that the wizard of a template fills in; not_found if it has none. */
export async function getTemplateDocument(app: App, { organisationId }: Actor, id: number) {
  const row = await app.db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .select(['name', 'wizard_storage_key as key', 'wizard_size as size', 'wizard_sha256 as sha256'])
    .executeTakeFirst()
  if (!row || row.key === null) throw notFound()
  const { name, key, size, sha256 } = row
  if (size !== null && sha256 !== null) {
    const content = { organisationId, key, size, sha256 }
    return { name, size, sha256, open: (range?: ByteRange) => openContent(app, content, range) }
  }
  // a document from before hashes were recorded
  const bytes = await readBytes(await app.storage.open(key))
  return {
    name,
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest(),
    open: async (range?: ByteRange) =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
  }
}
