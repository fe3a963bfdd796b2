// What the document of a contract says, beside what the contract records: what may be accepted, and where it goes.
import { getVersionText } from '../../files/texts/version-text.ts'
import type { TextState } from '../../files/texts/store-text.ts'
import { organisationNamed } from '../../identity/organisations/organisation.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import type { Paragraph } from '../../platform/documents/text/paragraphs.ts'
import { bareNameOf } from '../../platform/legal-forms.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { getContractToSee } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract } from '../contract.ts'
import { getKeyFacts, type KeyFacts } from '../key-facts/key-facts.ts'
import { findRenewalTerm, type RenewalTerm } from '../renewals/renewal.ts'
import { placeOf, stateOf } from './places.ts'
import { findDocumentReader, hostOfReader } from './reader/document-reader.ts'
import { factsOfReading, findReading, type Reading } from './reader/stored-reading.ts'
import type { FactValue } from './reading/fact.ts'
import type { ReadFact, readFactsOfText } from './reading/read-in-worker.ts'

const readTask = documentTask<typeof readFactsOfText>(
  new URL('./reading/read-in-worker.ts', import.meta.url),
  {
    name: 'readFactsOfText',
    called: 'The document',
    limits: { seconds: 10, megabytes: 256 },
  },
)

/** Where an accepted fact is recorded. */
export type FactPlace =
  | 'otherParty'
  | 'effectiveDate'
  | 'expiry'
  | 'noticePeriod'
  | 'value'
  | 'renewalDecision'
  | 'obligation'

export interface Proposal extends ReadFact {
  /** Null for what is only shown. */
  readonly place: FactPlace | null
  /** Whether it can be accepted, is recorded already, or is only shown. */
  readonly state: 'proposed' | 'recorded' | 'shown'
  /** Whether the rules read it, or only the service of the organisation. */
  readonly source: 'rules' | 'service'
}

export interface DocumentFacts {
  /** The version that was read; null for a contract without a document. */
  readonly document: { readonly fileId: number; readonly version: number } | null
  readonly textState: TextState | null
  readonly proposals: readonly Proposal[]
  /** The host that may be asked; null where the organisation has no service of its own. */
  readonly service: string | null
  /** What the service read of this version; null if it was not asked. */
  readonly reading: Omit<Reading, 'facts'> | null
}

/** What is recorded of the contract, to compare with. */
export interface Recorded
  extends Pick<KeyFacts, 'otherParty' | 'effectiveDate' | 'expiry' | 'value' | 'notice' | 'noPlaceFor'> {
  /** The name of the organisation whose contract it is. */
  readonly own: string
  readonly renewalTerm: RenewalTerm | undefined
  /** The names of its key dates that are obligations. */
  readonly obligations: ReadonlySet<string>
  /** `2026-05-06`. */
  readonly today: string
}

/**
 * Reads the current version of the document. Throws not_found for a contract or a document that the actor may not see,
 * and unavailable if too many documents are being read.
 */
export async function getDocumentFacts(app: App, actor: Actor, contractId: number): Promise<DocumentFacts> {
  const contract = await getContractToSee(app.db, actor, contractId)
  const document = await findDocument(app.db, contract)
  if (!document) return { document: null, textState: null, proposals: [], service: null, reading: null }
  const { fileId, version } = document
  const { organisationId } = contract
  const { state: textState, paragraphs } = await getVersionText(app, actor, fileId, version)
  const service = await findDocumentReader(app.db, organisationId)
  const reading = service && (await findReading(app.db, { organisationId, fileId, version }))
  const byRules = await readByRules(app, organisationId, paragraphs)
  const read = { byRules, byService: reading ? others(factsOfReading(reading, paragraphs), byRules) : [] }
  const isEmpty = byRules.length === 0 && read.byService.length === 0
  const recorded = isEmpty ? undefined : await readRecorded(app, actor, contract)
  return {
    document: { fileId, version },
    textState,
    proposals: recorded ? proposalsOf(read, recorded) : [],
    service: service ? hostOfReader(service.url) : null,
    reading: reading ?? null,
  }
}

const readByRules = (
  app: App,
  organisationId: number,
  paragraphs: readonly Paragraph[],
): Promise<readonly ReadFact[]> | readonly ReadFact[] =>
  paragraphs.length === 0
    ? []
    : app.documents.run(
        readTask,
        paragraphs.map(({ text, page }) => ({ text, page })),
        { organisationId, input: 'document' },
      )

/** What the rules do not say themselves. */
const others = (facts: readonly ReadFact[], byRules: readonly ReadFact[]): readonly ReadFact[] => {
  const said = new Set(byRules.map(({ value }) => wordsOfValue(value)))
  return facts.filter(({ value }) => !said.has(wordsOfValue(value)))
}

/** The same for two facts that say the same, however the day was worked out or a party is called. */
const wordsOfValue = (value: FactValue): string => {
  if (value.kind === 'party' || value.kind === 'signatory') return `${value.kind} ${bareNameOf(value.name)}`
  if (value.kind === 'expiryDate') return `${value.kind} ${value.date}`
  return JSON.stringify(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}

async function readRecorded(
  app: App,
  actor: Actor,
  contract: Pick<Contract, 'organisationId' | 'id'>,
): Promise<Recorded> {
  const [facts, own, renewalTerm, obligations] = await Promise.all([
    getKeyFacts(app, actor, contract.id),
    organisationNamed(app.db, contract.organisationId),
    findRenewalTerm(app.db, contract),
    namesOfObligations(app, contract),
  ])
  const today = app.clock.now().toISOString().slice(0, 10)
  return { ...facts, own, renewalTerm, obligations, today }
}

async function namesOfObligations(
  { db }: App,
  { organisationId, id }: Pick<Contract, 'organisationId' | 'id'>,
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('contract_key_dates')
    .where('organisation_id', '=', organisationId)
    .where('contract_id', '=', id)
    .where('category', '=', 'Obligation')
    .select('name')
    .execute()
  return new Set(rows.map(({ name }) => name))
}

interface ReadBy {
  readonly byRules: readonly ReadFact[]
  readonly byService: readonly ReadFact[]
}

/** Each fact with its place, and whether that says the same already. */
function proposalsOf({ byRules, byService }: ReadBy, recorded: Recorded): readonly Proposal[] {
  const all = [...byRules, ...byService]
  const proposalFrom = (source: Proposal['source']) => (fact: ReadFact) => {
    const place = placeOf(fact.value, all, recorded)
    const state = place === null ? 'shown' : stateOf(place, fact.value, recorded)
    return { ...fact, place, state, source } satisfies Proposal
  }
  return [...byRules.map(proposalFrom('rules')), ...byService.map(proposalFrom('service'))]
}
