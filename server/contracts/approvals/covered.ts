// What an approval covers: the content of the document, the type of the contract, its parties, its amounts, and the
// values that the rules of its type read. It is compared when somebody decides or moves the contract, so it does not
// matter how a change came.
import { sql } from 'kysely'
import { capitalised } from '../../platform/capitalised.ts'
import { bareObject } from '../../platform/bare-object.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { statement } from '../../platform/postgres/statement.ts'
import type { Contract } from '../contract.ts'
import { type DocumentVersion, isSameDocument } from './approval.ts'

/** The type of a contract and its covered values, as the approval keeps them. */
export interface Covered {
  readonly type: number
  /** By the id of the field: the values as exact texts, none for a field without one. */
  readonly values: Readonly<Record<string, readonly string[]>>
}

/**
 * What an approval was asked for. `covered` is not known of approvals that an earlier release of the server asked for.
 */
export interface ApprovedContent {
  readonly document: DocumentVersion
  readonly covered: Covered | null
}

/** The same as it is now; without a document, nothing can be approved. */
export interface PresentContent {
  readonly document: DocumentVersion | undefined
  readonly covered: Covered
  readonly fields: ReadonlyMap<string, CoveredField>
}

interface CoveredField {
  readonly name: string
  readonly title: string
  readonly what: 'Party' | 'Value'
  /** Whether or not a rule reads it. */
  readonly isAlwaysCovered: boolean
}

/** Something that is not any more what was approved. */
export interface ContentChange {
  readonly what: 'Document' | 'Type' | CoveredField['what']
  /** The field whose value it is; null for the document and the type. */
  readonly field: { readonly name: string; readonly title: string } | null
}

type Key = Pick<Contract, 'organisationId' | 'id' | 'templateId'>

/** What there is to approve now. `than` names the fields that were covered before, whose rules may have gone since. */
export async function readPresentContent(
  db: Reader,
  contract: Key,
  than: Covered | null = null,
): Promise<PresentContent> {
  const fieldIds = Object.keys(than?.values ?? {}).map(Number)
  const [[document], rows] = await Promise.all([
    selectDocument.run(db, contract),
    selectCovered.run(db, { ...contract, fieldIds }),
  ])
  return {
    document,
    covered: {
      type: contract.templateId,
      values: bareObject(Object.fromEntries(rows.map(({ id, texts }) => [String(id), texts]))),
    },
    fields: new Map(rows.map((row) => [String(row.id), coveredFieldOf(row)])),
  }
}

const coveredFieldOf = ({ name, title, type }: CoveredRow): CoveredField => ({
  name,
  title,
  what: type === 'ContractEntity' ? 'Party' : 'Value',
  isAlwaysCovered: type === 'ContractEntity' || type === 'Currency',
})

/** What has changed since it was approved; nothing if the decisions are about what is there now. */
export function changesSince(approved: ApprovedContent, present: PresentContent): readonly ContentChange[] {
  const changes: ContentChange[] = []
  if (!isSameDocument(approved.document, present.document)) changes.push({ what: 'Document', field: null })
  return [...changes, ...otherChangesSince(approved, present)]
}

/** The same without the document: a version that comes to a contract in Signing is the signed one. */
export function otherChangesSince(
  { covered }: Pick<ApprovedContent, 'covered'>,
  { covered: now, fields }: PresentContent,
): readonly ContentChange[] {
  if (covered === null) return []
  const type: readonly ContentChange[] = covered.type === now.type ? [] : [{ what: 'Type', field: null }]
  const values = [...fields].filter(
    ([id, { isAlwaysCovered }]) =>
      // a rule that is newer than the approval asks for itself
      (isAlwaysCovered || covered.values[id] !== undefined) &&
      !isSame(covered.values[id] ?? [], now.values[id] ?? []),
  )
  return [
    ...type,
    ...values.map(([, { what, name, title }]): ContentChange => ({ what, field: { name, title } })),
  ]
}

const isSame = (one: readonly string[], other: readonly string[]) =>
  one.length === other.length && one.every((text, index) => text === other[index])

/** What has changed, for a sentence: `The document and "Contract value"`. */
export function namesOfChanges(changes: readonly ContentChange[]): string {
  const names = changes.map(({ what, field }) =>
    field ? `"${field.title}"` : what === 'Document' ? 'the document' : 'the type',
  )
  const last = names.at(-1) ?? ''
  const text = names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${last}` : last
  return capitalised(text)
}

/** The current version of the document of a contract that the caller sees; undefined without one. */
export async function findDocument(
  db: Reader,
  contract: Pick<Contract, 'organisationId' | 'id'>,
): Promise<PresentDocument | undefined> {
  const [document] = await selectDocument.run(db, contract)
  return document
}

interface PresentDocument extends DocumentVersion {
  readonly fileId: number
}

// not through access.ts: the caller sees the contract, and with it its document
const selectDocument = statement<Pick<Key, 'organisationId' | 'id'>, PresentDocument>(
  ({ organisationId, id }, db) =>
    db
      .selectFrom('files')
      .innerJoin('file_versions', (join) =>
        join
          .onRef('file_versions.organisation_id', '=', 'files.organisation_id')
          .onRef('file_versions.file_id', '=', 'files.id')
          .onRef('file_versions.version', '=', 'files.version'),
      )
      .where('files.organisation_id', '=', organisationId)
      .where('files.contract_id', '=', id)
      .where('files.kind', '=', 'ContractDocument')
      .where('files.deleted_at', 'is', null)
      .select(['files.id as fileId', 'files.version', 'file_versions.sha256']),
)

interface CoveredRow {
  readonly id: number
  readonly name: string
  readonly title: string
  readonly type: string
  readonly texts: readonly string[]
}

/**
 * Parties and amounts wherever they are; of other fields, those that a rule reads or that were covered before. A value
 * of a field that has left the forms counts: it may come back with them.
 */
const selectCovered = statement<Key & { readonly fieldIds: readonly number[] }, CoveredRow>(
  ({ organisationId, id, templateId, fieldIds }) => sql`select f.id, f.api_name as name, f.title, f.type,
      coalesce(found.texts, '{}') as texts
    from fields f
    left join (select v.field_id, array_agg(coalesce(v.text_value, trim_scale(v.number_value)::text, v.boolean_value::text,
        v.date_value::text, v.option_id::text, v.user_id::text, v.reference_id::text) order by v.ordinal) as texts
      from field_values v
      where v.organisation_id = ${organisationId} and v.record_kind = 'contract' and v.record_id = ${id}
      group by v.field_id) found on found.field_id = f.id
    where f.organisation_id = ${organisationId}
      and (f.type in ('ContractEntity', 'Currency') and found.field_id is not null
        or f.id = any(${fieldIds}::bigint[])
        or f.id in (select r.field_id from contract_approval_rules r
          where r.organisation_id = ${organisationId} and r.template_id = ${templateId}))
    order by f.id`,
)
