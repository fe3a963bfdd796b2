// The Word documents from which notices that end contracts are made: that of a contract type, or that of the
// organisation for the types without one.
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { namesInDocuments } from '../../../fields/field.ts'
import { checkRecordable } from '../../../files/contents/file-content.ts'
import { deleteBlob, withStoredContent } from '../../../files/contents/stored-blobs.ts'
import { getOrganisationToChange } from '../../../identity/organisations/access.ts'
import { organisationEvent } from '../../../identity/organisations/events.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { keyOfName } from '../../../platform/documents/docx-names.ts'
import { docxNames } from '../../../platform/documents/docx-workers.ts'
import { badInput, badInputs, sentence } from '../../../platform/errors.ts'
import { change, type DomainEvent } from '../../../platform/events/change.ts'
import type { Reader, Tx } from '../../../platform/postgres/database.ts'
import { openContent } from '../../../platform/storage/recorded-content.ts'
import type { ByteRange } from '../../../platform/storage/storage.ts'
import { templateEvent } from '../../commands/write-contract-template.ts'
import { getTemplate } from '../../templates.ts'
import { noticeToStartFrom } from './notice-letter.ts'

/** Whose template: of a contract type, or null for the one of the organisation. */
export interface NoticeScope {
  readonly organisationId: number
  readonly templateId: number | null
}

/** A template as it is stored. */
export interface NoticeTemplate {
  readonly templateId: number | null
  readonly key: string
  readonly size: number
  readonly sha256: Buffer
  readonly names: readonly string[]
}

/** What a notice is made from: the template of the type, that of the organisation, or the built-in text. */
export type NoticeSource = 'Type' | 'Organisation' | 'BuiltIn'

/** The placeholders that every notice can have, beside the fields of the contract. */
export const noticeNames = [
  'contractName',
  'organisationName',
  'otherParty',
  'ownerName',
  'today',
  'effectiveDate',
  'expiry',
  'noticePeriod',
  'noticeDate',
  'noticeClause',
  'reason',
] as const
export type NoticeName = (typeof noticeNames)[number]

/** The template that counts for the scope: for a type without its own, that of the organisation. */
export async function findNoticeTemplate(
  db: Reader,
  { organisationId, templateId }: NoticeScope,
): Promise<NoticeTemplate | undefined> {
  const row = await db
    .selectFrom('notice_templates')
    .where('organisation_id', '=', organisationId)
    .where((eb) => eb.or([eb('template_id', '=', templateId), eb('template_id', 'is', null)]))
    .select(['template_id as templateId', 'storage_key as key', 'size', 'sha256', 'names'])
    .orderBy('template_id', (order) => order.asc().nullsLast())
    .limit(1)
    .executeTakeFirst()
  return row
}

/** Where notices of the scope come from, for its administrators. Throws not_found for a type that there is not. */
export async function getNoticeTemplate(
  { db }: App,
  scope: NoticeScope,
): Promise<{ readonly source: NoticeSource; readonly names: readonly string[] }> {
  if (scope.templateId !== null) await getTemplate(db, scope, scope.templateId)
  const found = await findNoticeTemplate(db, scope)
  if (!found) return { source: 'BuiltIn', names: [] }
  return { source: found.templateId === null ? 'Organisation' : 'Type', names: found.names }
}

/** The document that counts for the scope: the built-in text with placeholders while there is none. */
export async function openNoticeTemplate(app: App, scope: NoticeScope) {
  if (scope.templateId !== null) await getTemplate(app.db, scope, scope.templateId)
  const found = await findNoticeTemplate(app.db, scope)
  if (!found) {
    const bytes = noticeToStartFrom()
    const part = (range?: ByteRange) => (range ? bytes.subarray(range.start, range.end + 1) : bytes)
    return {
      size: bytes.length,
      sha256: createHash('sha256').update(bytes).digest(),
      open: async (range?: ByteRange) => Readable.from([part(range)]),
    }
  }
  const { key, size, sha256 } = found
  const content = { organisationId: scope.organisationId, key, size, sha256 }
  return { size, sha256, open: (range?: ByteRange) => openContent(app, content, range) }
}

/**
 * Sets or replaces the template of the scope. For administrators. Throws bad_request with everything that is wrong with
 * the document, and not_found for a type that there is not.
 */
export async function setNoticeTemplate(
  app: App,
  actor: Actor,
  { scope, bytes }: { readonly scope: NoticeScope; readonly bytes: Buffer },
): Promise<void> {
  const { organisationId, templateId } = scope
  const input = 'document'
  const { names, clauses } = await app.documents.run(docxNames, { bytes, input }, { organisationId, input })
  if (clauses.length > 0) throw badInput(input, sentence('A notice cannot have clauses of the library.'))
  const before = await withStoredContent(app, organisationId, Readable.from([bytes]), (content) =>
    change(app, actor, async (tx, now) => {
      checkRecordable(content)
      await getOrganisationToChange(tx, actor, organisationId)
      if (templateId !== null) await getTemplate(tx, scope, templateId)
      await checkNames(tx, organisationId, names)
      const former = await take(tx, scope)
      await tx
        .insertInto('notice_templates')
        .values({
          organisation_id: organisationId,
          template_id: templateId,
          storage_key: content.key,
          size: content.size,
          sha256: content.sha256,
          names: [...names],
          set_by: actor.userId,
          set_at: now,
        })
        .execute()
      return { result: former?.key ?? null, events: [noticeEvent(scope, former?.names ?? null, names)] }
    }),
  )
  if (before !== null) await deleteBlob(app, before)
}

/** Notices of the scope are made as before it had a template. Does nothing without one. For administrators. */
export async function removeNoticeTemplate(app: App, actor: Actor, scope: NoticeScope): Promise<void> {
  const before = await change(app, actor, async (tx) => {
    await getOrganisationToChange(tx, actor, scope.organisationId)
    if (scope.templateId !== null) await getTemplate(tx, scope, scope.templateId)
    const former = await take(tx, scope)
    return {
      result: former?.key ?? null,
      events: former ? [noticeEvent(scope, former.names, null)] : [],
    }
  })
  if (before !== null) await deleteBlob(app, before)
}

/** Removes the row of the scope itself, and returns it. */
const take = (tx: Tx, { organisationId, templateId }: NoticeScope) =>
  tx
    .deleteFrom('notice_templates')
    .where('organisation_id', '=', organisationId)
    .where('template_id', templateId === null ? 'is' : '=', templateId)
    .returning(['storage_key as key', 'names'])
    .executeTakeFirst()

/** What the documents ask for: the content itself is left out. */
function noticeEvent(
  { organisationId, templateId }: NoticeScope,
  from: readonly string[] | null,
  to: readonly string[] | null,
): DomainEvent {
  const facts = { changes: { noticePlaceholders: { from, to } } }
  if (templateId !== null)
    return templateEvent('contractTemplate.updated', { organisationId, id: templateId }, facts)
  const name = to === null ? 'organisation.noticeTemplate.removed' : 'organisation.noticeTemplate.set'
  return organisationEvent(name, organisationId, facts)
}

async function checkNames(tx: Tx, organisationId: number, names: readonly string[]): Promise<void> {
  const own = new Set<string>(noticeNames.map(keyOfName))
  const others = names.filter((name) => !own.has(keyOfName(name)))
  if (others.length === 0) return
  const fields = await tx
    .selectFrom('fields')
    .where('organisation_id', '=', organisationId)
    .where('deleted_at', 'is', null)
    .select(['id', 'api_name as apiName', 'merge_name as mergeName', 'title'])
    .execute()
  const known = new Set(fields.flatMap((field) => [...namesInDocuments(field), field.title]).map(keyOfName))
  const unknown = others.filter((name) => !known.has(keyOfName(name)))
  if (unknown.length === 0) return
  const expected = `use ${noticeNames.join(', ')}, or the title or merge name of a field`
  throw badInputs({ document: unknown.map((name) => sentence(`{${name}} leads nowhere: ${expected}.`)) })
}
