// Contract wizards: the document of a template, filled in from answers.
//
// wizard     the form (fields and groups) to answer, and the Word document that refers to them
// answer     the value of a field of the form. The document calls the field by its merge name, its api name or
//            field_<id>, and a
//            group by its title or group_<id>: {startDate}, {#Payment}…{/Payment}
import { atomsOf, type CheckedValues } from '../fields/values/check.ts'
import { fieldNamesOf, groupsOf, ownNames, unknownNames } from '../fields/document-names.ts'
import type { Atom } from '../fields/field.ts'
import type { ReadNewFields } from '../fields/values/field-input.ts'
import { fieldsOfForms, type Form, keyOfGroup } from '../fields/form.ts'
import { dayText } from '../platform/time/written-times.ts'
import { checkFeatures } from '../identity/features/feature.ts'
import { localDay } from '../identity/organisations/local-day.ts'
import type { Actor } from '../platform/actor.ts'
import type { App } from '../platform/app.ts'
import { keyOfName } from '../platform/documents/docx-names.ts'
import type { AnswerPlace } from '../platform/documents/answer-places.ts'
import type { Answer, FilledDocx } from '../platform/documents/docx-template.ts'
import { docxFilled } from '../platform/documents/docx-workers.ts'
import { AppError, badInput, conflict, InputError, type InputProblem } from '../platform/errors.ts'
import { readContent } from '../platform/storage/recorded-content.ts'
import { clausesOfTemplate, type DraftedClause } from './clauses/template-clauses.ts'
import { isCompared } from './document-differences/compared.ts'
import { answerOfField, textAnswer } from './field-answers.ts'
import { checkNewContractFields } from './fields.ts'
import { getTemplate, noSuchTemplate } from './templates.ts'
import { readBytes } from '../platform/workers/join-bytes.ts'

type OwnTexts = Readonly<Record<(typeof ownNames)[number], string>>

/** What a contract is created from. */
export interface WizardInput {
  readonly templateId: number
  readonly name: string
  readonly fields?: ReadNewFields
}

/**
 * What is wrong when a template has no wizard: the template, which was chosen for one, or the document, which is
 * missing.
 */
export type WrongWithoutWizard = 'templateId' | 'document'

/** A document that was filled in, and the clauses that went into it. */
export interface FilledDocument {
  readonly bytes: Buffer
  readonly clauses: readonly DraftedClause[]
  /** Where the answers went. */
  readonly places: readonly AnswerPlace[]
}

/**
 * The document of the template, filled in from the answers. Throws 400 when the template has no wizard, and naming
 * every answer that is wrong, or missing because the form requires it or the document needs it.
 */
export async function fillWizardDocument(
  app: App,
  actor: Actor,
  input: WizardInput,
  wrongWithoutWizard: WrongWithoutWizard,
): Promise<FilledDocument> {
  const { organisationId } = actor
  const stored = await findWizardDocument(app, actor, input.templateId, wrongWithoutWizard)
  const { asked: wizard, checked } = await checkNewContractFields(app.db, {
    organisationId,
    templateId: input.templateId,
    form: 'ContractWizard',
    read: input.fields,
  })
  const own = await readOwnTexts(app, actor, input.name, checked)
  const { clauses, drafted } = await clausesOfTemplate(app.db, { organisationId, ...input })
  const filled = await app.documents.run(
    docxFilled,
    {
      bytes: await stored.read(),
      input: 'templateId',
      answers: await answersOf(app, wizard, checked, own),
      clauses,
    },
    { organisationId, input: 'templateId' },
  )
  const { document, clauses: used, places } = filledOf(filled, wizard)
  return { bytes: bytesOf(document), clauses: drafted(used), places }
}

/**
 * The document as it would be with the answers so far, for somebody who is still answering: in place of what is missing
 * stands what is asked, in square brackets. Stores nothing. Throws 404 without the template, 409 when it has no wizard,
 * and 400 naming every answer that is wrong.
 */
export async function previewWizardDocument(app: App, actor: Actor, input: WizardInput): Promise<Buffer> {
  checkFeatures(actor, ['CONTRACT_WIZARD'])
  const { organisationId } = actor
  const { hasWizard } = await getTemplate(app.db, actor, input.templateId)
  if (!hasWizard) throw conflict('This contract type has no wizard. An administrator can give it one.')
  const stored = await findWizardDocument(app, actor, input.templateId, 'templateId')
  const { asked: wizard, checked } = await checkNewContractFields(app.db, {
    organisationId,
    templateId: input.templateId,
    form: 'ContractWizard',
    read: input.fields,
    unfinished: true,
  })
  const own = await readOwnTexts(app, actor, input.name, checked)
  const { clauses } = await clausesOfTemplate(app.db, { organisationId, ...input })
  const filled = await app.documents.run(
    docxFilled,
    {
      bytes: await stored.read(),
      input: 'templateId',
      answers: await answersOf(app, wizard, checked, own),
      blanks: blanksOf(wizard),
      clauses,
    },
    { organisationId, input: 'templateId' },
  )
  return bytesOf(filledOf(filled, wizard).document)
}

/** What is asked, by every name that a document may use for it. */
function blanksOf(wizard: Form): ReadonlyMap<string, string> {
  const { keysOf } = fieldNamesOf([wizard])
  return new Map(
    fieldsOfForms([wizard]).flatMap(({ field, label }) =>
      (keysOf.get(field.id) ?? []).map((key): [string, string] => [key, label]),
    ),
  )
}

/** The document and its clauses; throws when it could not be filled in. */
function filledOf(filled: FilledDocx, wizard: Form) {
  const unknown = unknownNames(filled.names, wizard)
  if (unknown.length > 0)
    throw new AppError(
      'conflict',
      `The document of this template speaks of ${listed(unknown)}, which is no longer on its form. Ask an administrator to correct the template.`,
    )
  if ('missing' in filled) throw new InputError(missingAnswers(filled.missing, wizard))
  if ('unknownClauses' in filled)
    throw new AppError(
      'conflict',
      `The document of this template has the clause ${filled.unknownClauses[0]}, which is retired or has no such alternative any more. Ask an administrator to correct the template.`,
    )
  return filled
}

const bytesOf = ({ buffer: bytes, byteOffset, byteLength }: Uint8Array): Buffer =>
  Buffer.from(bytes, byteOffset, byteLength)

const listed = (names: readonly string[]) =>
  names
    .slice(0, 20)
    .map((name) => `{${name}}`)
    .join(', ')

/** A reader of the wizard document of the template. */
async function findWizardDocument(
  app: App,
  { organisationId }: Actor,
  templateId: number,
  wrongWithoutWizard: WrongWithoutWizard,
): Promise<{ read(): Promise<Buffer> }> {
  const template = await app.db
    .selectFrom('contract_templates')
    .where('organisation_id', '=', organisationId)
    .where('id', '=', templateId)
    .where('deleted_at', 'is', null)
    .select(['wizard_storage_key as key', 'wizard_size as size', 'wizard_sha256 as sha256'])
    .executeTakeFirst()
  if (!template?.key) throw withoutWizard(wrongWithoutWizard, template !== undefined)
  const { key, size, sha256 } = template
  // documents from before hashes were recorded cannot be compared
  const isHashed = size !== null && sha256 !== null
  return {
    read: async () =>
      isHashed
        ? readContent(app, { organisationId, key, size, sha256 })
        : readBytes(await app.storage.open(key)),
  }
}

function withoutWizard(wrong: WrongWithoutWizard, templateExists: boolean): InputError {
  if (wrong === 'document')
    return templateExists
      ? badInput(
          'document',
          'is missing: upload it to POST /v2/files with targetResourceType ContractCreation, or choose a type with a wizard (hasWizard).',
        )
      : noSuchTemplate()
  return badInput(
    'templateId',
    'must be the id of a template with a wizard (hasWizard); GET /contract-apis/v1/contractsTemplates lists them.',
  )
}

async function readOwnTexts(
  app: App,
  actor: Actor,
  contractName: string,
  { own }: CheckedValues,
): Promise<OwnTexts> {
  const organisation = await app.db
    .selectFrom('organisations')
    .where('id', '=', actor.organisationId)
    .select('name')
    .executeTakeFirstOrThrow()
  const owner = await app.db
    .selectFrom('users')
    .where('id', '=', String(own.OwnerId ?? actor.userId))
    .select(['first_name', 'last_name'])
    .executeTakeFirstOrThrow()
  return {
    contractName,
    organisationName: organisation.name,
    ownerName: `${owner.first_name} ${owner.last_name}`,
    today: dayText(await localDay(app.db, actor.organisationId, app.clock.now())),
  }
}

async function answersOf(
  { db }: App,
  wizard: Form,
  { values, own }: CheckedValues,
  texts: OwnTexts,
): Promise<ReadonlyMap<string, Answer>> {
  const given = new Map([...values].map(([field, atoms]): [number, readonly Atom[]] => [field.id, atoms]))
  const answers = new Map<string, Answer>(
    ownNames.map((name) => [keyOfName(name), textAnswer([texts[name]])]),
  )
  const answered = new Set<number>()
  const { keysOf } = fieldNamesOf([wizard])
  for (const { field } of fieldsOfForms([wizard])) {
    const atoms = atomsOf(field, given, own)
    const answer = await answerOfField(db, field, atoms)
    if (answer.parts.length > 0) answered.add(field.id)
    const placed = isCompared(field) ? { ...answer, field: field.id } : answer
    for (const key of (keysOf.get(field.id) ?? []).toReversed()) answers.set(key, placed)
  }
  for (const group of groupsOf(wizard.parts)) {
    const isAnswered = fieldsOfForms([group]).some(({ field }) => answered.has(field.id))
    const answer: Answer = { text: null, parts: isAnswered ? [new Map()] : [] }
    for (const name of [group.title, keyOfGroup(group)]) {
      // a field of the same name takes precedence
      if (!answers.has(keyOfName(name))) answers.set(keyOfName(name), answer)
    }
  }
  return answers
}

/** Each answer that the document needs and that was not given. */
function missingAnswers(names: readonly string[], wizard: Form): readonly InputProblem[] {
  const wanted = new Set(names.map(keyOfName))
  const { keysOf } = fieldNamesOf([wizard])
  const fields = fieldsOfForms([wizard]).filter(({ field }) =>
    keysOf.get(field.id)?.some((key) => wanted.has(key)),
  )
  return fields.map(({ field }) => ({
    path: field,
    reason: `(${field.title}) is missing: the document of this template needs it.`,
  }))
}
