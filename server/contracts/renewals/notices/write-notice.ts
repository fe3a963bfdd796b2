// The notice that ends a contract, as a Word document that its sender checks, edits and sends: from the template of the
// contract type or of the organisation, or with the built-in text.
import { atomsOf } from '../../../fields/values/check.ts'
import { fieldNamesOf } from '../../../fields/document-names.ts'
import { fieldsOfForms } from '../../../fields/form.ts'
import { localDay } from '../../../identity/organisations/local-day.ts'
import { organisationNamed } from '../../../identity/organisations/organisation.ts'
import { fullNameSql } from '../../../identity/users/full-name-sql.ts'
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { keyOfName } from '../../../platform/documents/docx-names.ts'
import type { Answer } from '../../../platform/documents/docx-template.ts'
import { docxFilled } from '../../../platform/documents/docx-workers.ts'
import { AppError, conflict } from '../../../platform/errors.ts'
import type { MaySee } from '../../../platform/granted.ts'
import { readContent } from '../../../platform/storage/recorded-content.ts'
import { dayText } from '../../../platform/time/written-times.ts'
import { getContractFor } from '../../access.ts'
import type { Contract } from '../../contract.ts'
import { getDocumentFacts } from '../../document-facts/proposals.ts'
import { answerOfField, textAnswer } from '../../field-answers.ts'
import { readContractFields } from '../../fields.ts'
import { getKeyFacts, type KeyFacts } from '../../key-facts/key-facts.ts'
import { type NoticePeriod, noticeDateOf } from '../../key-dates/notice-period.ts'
import { noticeLetter } from './notice-letter.ts'
import { findNoticeTemplate, type NoticeName, type NoticeTemplate } from './notice-template.ts'

/** What the decision says. */
interface Ending {
  readonly expiry: string
  readonly reason: string | null
}

/** What stands in square brackets in place of what is not known. */
const blanks: Readonly<Record<NoticeName, string>> = {
  contractName: 'name of the agreement',
  organisationName: 'name of your organisation',
  otherParty: 'name and address of the counterparty',
  ownerName: 'name of the owner',
  today: 'day',
  effectiveDate: 'effective date',
  expiry: 'day on which it ends',
  noticePeriod: 'notice period',
  noticeDate: 'last day for notice',
  noticeClause: 'the clause about notice',
  reason: 'reason',
}

/**
 * The bytes of the notice; nothing is stored. Throws as `getContractFor` does, and conflict for a template that cannot
 * be filled in any more.
 */
export async function writeNotice(
  app: App,
  actor: Actor,
  contractId: number,
  ending: Ending,
): Promise<Buffer> {
  const contract = await getContractFor(app.db, actor, contractId, 'renewal')
  const { organisationId, templateId } = contract
  const [facts, sender, today, template] = await Promise.all([
    getKeyFacts(app, actor, contractId),
    organisationNamed(app.db, organisationId),
    localDay(app.db, organisationId, app.clock.now()),
    findNoticeTemplate(app.db, { organisationId, templateId }),
  ])
  const known: Known = { contract, facts, sender, today, ...ending }
  return template ? fill(app, actor, template, known) : builtIn(known)
}

interface Known extends Ending {
  readonly contract: Contract & MaySee
  readonly facts: KeyFacts
  readonly sender: string
  readonly today: string
}

const builtIn = ({ contract, facts, sender, today, expiry, reason }: Known): Buffer =>
  noticeLetter({
    contract: contract.name,
    sender,
    recipient: facts.otherParty?.name ?? null,
    effectiveDate: facts.effectiveDate && dayText(facts.effectiveDate),
    expiry: dayText(expiry),
    today: dayText(today),
    reason: reason === null ? [] : [reason],
  })

async function fill(app: App, actor: Actor, template: NoticeTemplate, known: Known): Promise<Buffer> {
  const { organisationId } = known.contract
  const input = 'decision'
  const asked = new Set(template.names.map(keyOfName))
  const own = await ownTexts(app, actor, known, asked.has(keyOfName('noticeClause')))
  const fields = await fieldAnswers(app, known.contract, asked)
  const filled = await app.documents.run(
    docxFilled,
    {
      bytes: await readContent(app, { organisationId, ...template }),
      input,
      answers: new Map([...fields.answers, ...own]),
      blanks: new Map([
        ...fields.blanks,
        ...Object.entries(blanks).map(([name, blank]) => [keyOfName(name), blank] as const),
      ]),
    },
    { organisationId, input },
  )
  if (!('document' in filled))
    throw conflict('The template of the notice cannot be filled in. Ask an administrator to correct it.')
  const { buffer, byteOffset, byteLength } = filled.document
  return Buffer.from(buffer, byteOffset, byteLength)
}

async function ownTexts(
  app: App,
  actor: Actor,
  { contract, facts, sender, today, expiry, reason }: Known,
  readsClause: boolean,
): Promise<readonly (readonly [string, Answer])[]> {
  const { notice } = facts
  const noticeDate = notice ? noticeDateOf(expiry, notice) : null
  const texts: Readonly<Record<NoticeName, string | null>> = {
    contractName: contract.name,
    organisationName: sender,
    otherParty: facts.otherParty?.name ?? null,
    ownerName: await ownerName(app, contract),
    today: dayText(today),
    effectiveDate: facts.effectiveDate && dayText(facts.effectiveDate),
    expiry: dayText(expiry),
    noticePeriod: notice ? periodText(notice) : null,
    noticeDate: noticeDate && dayText(noticeDate),
    noticeClause: readsClause ? await findNoticeClause(app, actor, contract.id) : null,
    reason,
  }
  return Object.entries(texts).map(([name, text]) => [
    keyOfName(name),
    textAnswer(text === null ? [] : [text]),
  ])
}

/** `3 months`, `1 year`. */
const periodText = ({ amount, unit }: NoticePeriod): string =>
  `${amount} ${amount === 1 ? unit.slice(0, -1).toLowerCase() : unit.toLowerCase()}`

async function ownerName({ db }: App, { ownerId }: Contract): Promise<string> {
  const row = await db
    .selectFrom('users as u')
    .where('u.id', '=', ownerId)
    .select(fullNameSql('u').as('name'))
    .executeTakeFirstOrThrow()
  return row.name
}

/** The words of the document about notice; null where none are found, or it cannot be read. */
async function findNoticeClause(app: App, actor: Actor, contractId: number): Promise<string | null> {
  try {
    const { proposals } = await getDocumentFacts(app, actor, contractId)
    const found = proposals.find(({ value }) => value.kind === 'noticePeriod')
    return found ? found.passage.text.slice(found.passage.mark.start, found.passage.mark.end) : null
  } catch (error) {
    // a document that is not theirs to read, or that takes too long: the sender writes it
    if (error instanceof AppError) return null
    throw error
  }
}

/** The values of the fields of the contract that the template asks for, by every name that it may use for them. */
async function fieldAnswers({ db }: App, contract: Contract & MaySee, asked: ReadonlySet<string>) {
  const { detail, core, values, own } = await readContractFields(db, contract)
  const { keysOf } = fieldNamesOf([detail, core])
  const wanted = fieldsOfForms([detail, core]).filter(({ field }) =>
    keysOf.get(field.id)?.some((key) => asked.has(key)),
  )
  const answered = await Promise.all(
    wanted.map(async ({ field, label }) => ({
      keys: keysOf.get(field.id) ?? [],
      label,
      answer: await answerOfField(db, field, atomsOf(field, values, own)),
    })),
  )
  return {
    answers: answered.flatMap(({ keys, answer }) => keys.map((key) => [key, answer] as const)),
    blanks: answered.flatMap(({ keys, label }) => keys.map((key) => [key, label] as const)),
  }
}
