// What the document of a contract says, beside what the contract records: what may be accepted, and where it goes.
import { getVersionText } from '../../files/texts/version-text.ts'
import type { TextState } from '../../files/texts/store-text.ts'
import { organisationNamed } from '../../identity/organisations/organisation.ts'
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { documentTask } from '../../platform/workers/document-task.ts'
import { getContractToSee } from '../access.ts'
import { findDocument } from '../approvals/covered.ts'
import type { Contract } from '../contract.ts'
import { getKeyFacts, type KeyFacts } from '../key-facts/key-facts.ts'
import { findRenewalTerm, type RenewalTerm } from '../renewals/renewal.ts'
import { placeOf, stateOf } from './places.ts'
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

export interface Proposal extends ReadFact {
  /** Null for what is only shown. */
  readonly place: FactPlace | null
  /** Whether it can be accepted, is recorded already, or is only shown. */
  readonly state: 'proposed' | 'recorded' | 'shown'
}

export interface DocumentFacts {
  /** The version that was read; null for a contract without a document. */
  readonly document: { readonly fileId: number; readonly version: number } | null
  readonly textState: TextState | null
  readonly proposals: readonly Proposal[]
}

/** What is recorded of the contract, to compare with. */
export interface Recorded
  extends Pick<KeyFacts, 'otherParty' | 'effectiveDate' | 'expiry' | 'value' | 'notice' | 'noPlaceFor'> {
  /** The name of the organisation whose contract it is. */
  readonly own: string
  readonly renewalTerm: RenewalTerm | undefined
}

/**
 * Reads the current version of the document. Throws not_found for a contract or a document that the actor may not see,
 * and unavailable if too many documents are being read.
 */
export async function getDocumentFacts(app: App, actor: Actor, contractId: number): Promise<DocumentFacts> {
  const contract = await getContractToSee(app.db, actor, contractId)
  const document = await findDocument(app.db, contract)
  if (!document) return { document: null, textState: null, proposals: [] }
  const { fileId, version } = document
  const { state: textState, paragraphs } = await getVersionText(app, actor, fileId, version)
  const read =
    paragraphs.length === 0
      ? []
      : await app.documents.run(
          readTask,
          paragraphs.map(({ text, page }) => ({ text, page })),
          { organisationId: contract.organisationId, input: 'document' },
        )
  const recorded = read.length === 0 ? undefined : await readRecorded(app, actor, contract)
  return {
    document: { fileId, version },
    textState,
    proposals: recorded ? proposalsOf(read, recorded) : [],
  }
}

async function readRecorded(
  app: App,
  actor: Actor,
  contract: Pick<Contract, 'organisationId' | 'id'>,
): Promise<Recorded> {
  const [facts, own, renewalTerm] = await Promise.all([
    getKeyFacts(app, actor, contract.id),
    organisationNamed(app.db, contract.organisationId),
    findRenewalTerm(app.db, contract),
  ])
  return { ...facts, own, renewalTerm }
}

/** Each fact with its place, and whether that says the same already. */
function proposalsOf(facts: readonly ReadFact[], recorded: Recorded): readonly Proposal[] {
  return facts.map((fact) => {
    const place = placeOf(fact.value, facts, recorded)
    return { ...fact, place, state: place === null ? 'shown' : stateOf(place, fact.value, recorded) }
  })
}
