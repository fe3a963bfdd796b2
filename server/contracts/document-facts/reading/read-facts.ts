// Everything that the rules read from a contract. Pure: no file, no database, no clock.
import type { Paragraph } from '../../../platform/documents/text/paragraphs.ts'
import { type ContractText, contractTextOf } from './contract-text.ts'
import { dayOrderIn } from './dates.ts'
import { readDocumentName } from './document-name.ts'
import type { FoundFact } from './fact.ts'
import { readGoverningLaw } from './governing-law.ts'
import { readLiabilityCap, readPaymentTerms, readValue } from './money-clauses.ts'
import { readObligations } from './obligations.ts'
import { readParties } from './parties.ts'
import { preambleOf } from './preamble.ts'
import { readNoticePeriod, readRenewal } from './renewal.ts'
import { readSignatories } from './signatories.ts'
import { readTerm } from './term.ts'
import { readAgreementDate, readEffectiveDate } from './term-dates.ts'

/** Reads the facts, in the order in which people look at them. */
export const readFacts = (paragraphs: readonly Pick<Paragraph, 'text'>[]): readonly FoundFact[] =>
  readFactsIn(contractTextOf(paragraphs))

/** The same of a text that is prepared already. */
export function readFactsIn(document: ContractText): readonly FoundFact[] {
  const preamble = preambleOf(document)
  const given = { document, preamble, order: dayOrderIn(document.text) }
  const agreement = readAgreementDate(given)
  const effective = readEffectiveDate(given, agreement)
  const term = readTerm(given, effective, agreement)
  const facts: (readonly FoundFact[])[] = [
    readDocumentName(document),
    readParties(document, preamble),
    agreement ? [agreement] : [],
    effective ? [effective] : [],
    term,
    readRenewal(document, lengthOf(term)),
    readNoticePeriod(document),
    readGoverningLaw(document),
    [readValue(document), readPaymentTerms(document), readLiabilityCap(document)].filter(
      (each) => each !== undefined,
    ),
    readObligations(document, given.order),
    readSignatories(document),
  ]
  return facts.flat()
}

const lengthOf = (facts: readonly FoundFact[]) =>
  facts.find((fact) => fact.kind === 'term')?.duration ?? undefined
