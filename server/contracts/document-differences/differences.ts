// Where the record of a contract and its document do not agree: answers whose places say something else by now, and
// facts of the document that the record has otherwise. docs/document-facts.md
import { getVersionText } from '../../files/texts/version-text.ts'
import { fieldsOfForms, type FormField } from '../../fields/form.ts'
import type { RecordFields } from '../../fields/record-fields.ts'
import { textsOf } from '../../fields/values/texts.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { AnswerPlace } from '../../platform/documents/answer-places.ts'
import { dayText } from '../../platform/time/written-times.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { type Passage, passageAround } from '../document-facts/reading/passages.ts'
import { type FactPlace, getDocumentFacts, type Proposal } from '../document-facts/proposals.ts'
import { getContractFields } from '../fields.ts'
import { getInForce } from '../key-facts/in-force.ts'
import { fieldMeaning, getKeyFacts, type KeyFacts, partyField } from '../key-facts/key-facts.ts'
import { isSameValue, type Meant, saidIn } from './compared.ts'
import type { findPlaces, FoundPlace } from './find-places.ts'
import { readPlaces } from './stored-places.ts'

const findTask = documentTask<typeof findPlaces>(new URL('./find-places.ts', import.meta.url), {
  name: 'findPlaces',
  called: 'The document',
  limits: { seconds: 10, megabytes: 256 },
})

export interface Difference {
  /** The field, where the document was drafted with its answer. */
  readonly field: FormField['field'] | null
  /** What people call it: null for a fact, which its place names. */
  readonly label: string | null
  readonly fact: { readonly id: string; readonly place: FactPlace } | null
  /** As documents write it; null for nothing. */
  readonly recorded: string | null
  /** Null where the words around it are there, and nothing is between them. */
  readonly document: string | null
  readonly passage: Passage
  /** The value that the document means; undefined where it cannot be recorded. */
  readonly meant: Meant | undefined
  /** Where the answer went; null for a fact. */
  readonly place: AnswerPlace | null
}

export interface DocumentDifferences {
  readonly document: { readonly fileId: number; readonly version: number } | null
  readonly differences: readonly Difference[]
}

/**
 * Compares the current version of the document with the record; an agreement that amendments have changed is not
 * compared. Throws not_found for a contract or a document that the actor may not see, and unavailable if too many
 * documents are being read.
 */
export async function getDocumentDifferences(
  app: App,
  actor: Actor,
  contractId: number,
): Promise<DocumentDifferences> {
  const read = await getDocumentFacts(app, actor, contractId)
  if (!read.document) return { document: null, differences: [] }
  const [{ contract, fields }, inForce] = await Promise.all([
    getContractFields(app, actor, contractId),
    getInForce(app, actor, contractId),
  ])
  if (inForce.chain.some(({ id, counts }) => counts && id !== inForce.chain[0]?.id))
    return { document: read.document, differences: [] }
  const places = await readPlaces(app.db, contract)
  const answers = await readAnswers(app, actor, { document: read.document, places, fields })
  const compared = new Set(answers.map(({ field }) => field.id))
  const facts = factsToCompare(read.proposals, placesOfFields(fields, compared))
  const recorded = facts.length === 0 ? undefined : await getKeyFacts(app, actor, contractId)
  return {
    document: read.document,
    differences: [
      ...answers.flatMap((answer) => differenceOf(answer) ?? []),
      ...(recorded ? facts.flatMap((fact) => differenceOfFact(fact, recorded) ?? []) : []),
    ],
  }
}

interface Answer {
  readonly field: FormField['field']
  readonly label: string
  readonly place: AnswerPlace
  readonly found: FoundPlace
  readonly recorded: string | null
  readonly paragraphs: readonly { readonly text: string; readonly page: number | null }[]
}

interface Reading {
  readonly document: { readonly fileId: number; readonly version: number }
  readonly places: readonly AnswerPlace[]
  readonly fields: RecordFields
}

/** The answers whose places are still in the document. */
async function readAnswers(
  app: App,
  actor: Actor,
  { document, places, fields }: Reading,
): Promise<readonly Answer[]> {
  const { detail, core, values } = fields
  const onForms = new Map(fieldsOfForms([detail, core]).map((each) => [each.field.id, each]))
  const known = places.filter(({ field }) => onForms.has(field))
  if (known.length === 0) return []
  const { paragraphs } = await getVersionText(app, actor, document.fileId, document.version)
  const found = await app.documents.run(
    findTask,
    { paragraphs: paragraphs.map(({ text }) => text), places: known },
    { organisationId: actor.organisationId, input: 'document' },
  )
  const answers = await Promise.all(
    known.map(async (place, index) => {
      const onForm = onForms.get(place.field)
      const now = found[index]
      if (!onForm || !now) return []
      const { field, label } = onForm
      const [recorded = null] = await textsOf(app.db, field, values.get(field.id) ?? [])
      return [{ field, label, place, found: now, recorded, paragraphs }]
    }),
  )
  return answers.flat()
}

function differenceOf({ field, label, place, found, recorded, paragraphs }: Answer): Difference | undefined {
  const said = saidIn(field, found.text)
  if (recorded !== null && isSameValue(field, found.text, recorded)) return undefined
  if (recorded === null && said.text === '') return undefined
  const start = found.start + said.start
  const passage = passageAround(paragraphs, {
    paragraph: found.paragraph,
    start,
    end: Math.max(start, Math.min(found.end, found.start + said.end)),
  })
  const document = said.text === '' ? null : said.text
  return { field, label, fact: null, recorded, document, passage, meant: said.meant, place }
}

/** The places of facts that fields hold which are compared already. */
function placesOfFields(fields: RecordFields, compared: ReadonlySet<number>): ReadonlySet<FactPlace> {
  const holders: readonly (readonly [FactPlace, FormField | undefined])[] = [
    ['otherParty', partyField(fields)],
    ['value', fieldMeaning(fields, 'Value')],
    ['effectiveDate', fieldMeaning(fields, 'EffectiveDate')],
    ['expiry', fieldMeaning(fields, 'Expiry')],
  ]
  return new Set(holders.flatMap(([place, held]) => (held && compared.has(held.field.id) ? [place] : [])))
}

const comparedFacts: readonly FactPlace[] = ['otherParty', 'effectiveDate', 'expiry', 'noticePeriod', 'value']

type PlacedFact = Proposal & { readonly place: FactPlace }

/** Of each place the one fact that the rules are sure of; none where the document says what is recorded as well. */
function factsToCompare(
  proposals: readonly Proposal[],
  without: ReadonlySet<FactPlace>,
): readonly PlacedFact[] {
  return comparedFacts.flatMap((place) => {
    if (without.has(place)) return []
    const said = proposals.filter((each): each is PlacedFact => each.place === place)
    const [only, ...others] = said.filter(({ certainty }) => certainty !== 'possible')
    return only && others.length === 0 && said.every(({ state }) => state === 'proposed') ? [only] : []
  })
}

function differenceOfFact(fact: PlacedFact, known: KeyFacts): Difference | undefined {
  const { id, place, value, passage } = fact
  const recorded = recordedText(place, known)
  const document = textOfFact(value)
  if (recorded === null || document === null) return undefined
  const meant = { json: document }
  return { field: null, label: null, fact: { id, place }, recorded, document, passage, meant, place: null }
}

function recordedText(place: FactPlace, { otherParty, effectiveDate, expiry, value, notice }: KeyFacts) {
  switch (place) {
    case 'otherParty':
      return otherParty?.name ?? null
    case 'effectiveDate':
      return effectiveDate && dayText(effectiveDate)
    case 'expiry':
      return expiry && dayText(expiry)
    case 'value':
      return value && grouped(value.amount)
    case 'noticePeriod':
      return notice ? `${notice.amount} ${notice.unit.toLowerCase()}` : null
    default:
      return null
  }
}

function textOfFact(value: Proposal['value']): string | null {
  if (value.kind === 'party') return value.name
  if (value.kind === 'value') return `${value.currency} ${grouped(value.amount)}`
  if (value.kind === 'noticePeriod') return `${value.duration.amount} ${value.duration.unit}`
  return 'date' in value && value.date !== null ? dayText(value.date) : null
}

const grouped = (amount: string): string =>
  Number(amount).toLocaleString('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
