// The document that the wizard of a contract template fills in: setting and removing it.
import { Readable } from 'node:stream'
import { checkRecordable } from '../../files/contents/file-content.ts'
import { deleteBlob, withStoredContent } from '../../files/contents/stored-blobs.ts'
import { type Form, getForm } from '../../fields/form.ts'
import { getOrganisationToChange } from '../../identity/organisations/access.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { change, type SystemActor } from '../../platform/events/change.ts'
import type { Tx } from '../../platform/postgres/database.ts'
import type { ClausePlace } from '../../platform/documents/clause-anchors.ts'
import { keyOfName } from '../../platform/documents/docx-names.ts'
import { docxNames } from '../../platform/documents/docx-workers.ts'
import { badInputs, conflict, notFound, sentence } from '../../platform/errors.ts'
import type { StoredContent } from '../../platform/storage/storage.ts'
import { type ResolvedPlaces, resolvePlaces, writeTemplateClauses } from '../clauses/template-clauses.ts'
import { unknownNames, wrongName } from '../../fields/document-names.ts'
import { getTemplate } from '../templates.ts'
import { templateEvent } from './write-contract-template.ts'

interface TemplateKey {
  readonly organisationId: number
  readonly templateId: number
}

interface TemplateDocument extends TemplateKey {
  /** A Word document with placeholders. */
  readonly bytes: Buffer
}

/**
 * Sets or replaces the document of the template. For administrators of the organisation. Throws 400 with everything
 * that is wrong with it: not a Word document, placeholders that are not closed, names that are not on the wizard form
 * of the template.
 */
export async function setTemplateDocument(
  app: App,
  actor: Actor | SystemActor,
  { organisationId, templateId, bytes }: TemplateDocument,
): Promise<void> {
  const key = { organisationId, templateId }
  await getTemplate(app.db, key, templateId)
  const document = { bytes, input: 'document' }
  const read = await app.documents.run(docxNames, document, { organisationId, input: document.input })
  const before = await withStoredContent(app, organisationId, Readable.from([bytes]), (content) =>
    recordTemplateDocument(app, actor, key, { content, ...read }),
  )
  if (before !== null) await deleteBlob(app, before)
}

interface RecordedDocument {
  readonly content: StoredContent
  readonly names: readonly string[]
  readonly clauses?: readonly ClausePlace[]
}

/**
 * Makes a stored content with these names and clauses the document of the template, and returns the key of the one
 * before. For administrators of the organisation; throws as `setTemplateDocument` does.
 */
export function recordTemplateDocument(
  app: App,
  actor: Actor | SystemActor,
  key: TemplateKey,
  { content, names: own, clauses = [] }: RecordedDocument,
): Promise<string | null> {
  return change(app, actor, async (tx, now) => {
    checkRecordable(content)
    await getOrganisationToChange(tx, actor, key.organisationId)
    const places = await resolvePlaces(tx, key.organisationId, clauses)
    const names = allNames(own, places)
    await checkNames(tx, key, names)
    const former = await write(tx, key, {
      wizard_storage_key: content.key,
      wizard_size: content.size,
      wizard_sha256: content.sha256,
      wizard_names: [...names],
      updated_at: now,
    })
    await writeTemplateClauses(tx, key, places)
    const facts = { document: { size: content.size, names }, changes: placeholders(former.names, names) }
    return { result: former.key, events: [documentEvent(key, facts)] }
  })
}

/** The placeholders of the document, and of the clauses that may go into it. */
const allNames = (own: readonly string[], places: ResolvedPlaces): readonly string[] => [
  ...new Map([...own, ...places.names].map((name) => [keyOfName(name), name])).values(),
]

/** Removes the wizard of the template; nothing happens if there is none. For administrators of the organisation. */
export async function removeTemplateDocument(app: App, actor: Actor, key: TemplateKey): Promise<void> {
  const before = await change(app, actor, async (tx, now) => {
    await getOrganisationToChange(tx, actor, key.organisationId)
    const none = { wizard_storage_key: null, wizard_size: null, wizard_sha256: null, wizard_names: null }
    const former = await write(tx, key, { ...none, updated_at: now })
    await writeTemplateClauses(tx, key, { rows: [] })
    const facts = { document: null, changes: placeholders(former.names, null) }
    return { result: former.key, events: former.key === null ? [] : [documentEvent(key, facts)] }
  })
  if (before !== null) await deleteBlob(app, before)
}

/** What the documents ask for: the content itself is left out. */
const placeholders = (from: readonly string[] | null, to: readonly string[] | null) => ({
  documentPlaceholders: { from, to },
})

const documentEvent = ({ organisationId, templateId: id }: TemplateKey, facts: Record<string, unknown>) =>
  templateEvent('contractTemplate.updated', { organisationId, id }, facts)

async function checkNames(tx: Tx, key: TemplateKey, names: readonly string[]): Promise<void> {
  const form = await getForm(tx, { ...key, form: 'ContractWizard' })
  const unknown = unknownNames(names, form)
  if (unknown.length === 0) return
  throw badInputs({ document: unknown.map((name) => sentence(wrongName(name, form))) })
}

/** Throws conflict when the document of the template refers to something that would no longer be on its wizard form. */
export async function checkDocumentFits(tx: Tx, { organisationId, templateId }: TemplateKey, form: Form) {
  const row = await tx
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', templateId)
    .select('wizard_names')
    .executeTakeFirst()
  const unknown = unknownNames(row?.wizard_names ?? [], form)
  if (unknown.length === 0) return
  const listed = unknown
    .slice(0, 20)
    .map((name) => `{${name}}`)
    .join(', ')
  throw conflict(
    `The document of this type speaks of ${listed}, which would not be on its form, or be the name of several fields. Put another document in its place first.`,
  )
}

interface DocumentColumns {
  readonly wizard_storage_key: string | null
  readonly wizard_size: number | null
  readonly wizard_sha256: Buffer | null
  readonly wizard_names: string[] | null
  readonly updated_at: Date
}

/** Writes the columns of the document, and returns the key and the placeholders of the previous one. */
async function write(
  tx: Tx,
  { organisationId, templateId }: TemplateKey,
  columns: DocumentColumns,
): Promise<{ readonly key: string | null; readonly names: readonly string[] | null }> {
  const row = await tx
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .select(['wizard_storage_key as key', 'wizard_names as names'])
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.key === null && columns.wizard_storage_key === null) return row
  await tx
    .updateTable('contract_templates')
    .set(columns)
    .where('organisation_id', '=', organisationId)
    .where('id', '=', templateId)
    .execute()
  return row
}
