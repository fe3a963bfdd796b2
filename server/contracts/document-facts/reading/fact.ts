// What can be read from the text of a contract: the kinds of facts, their values, and where each was found.
import type { Duration } from './durations.ts'

/**
 * How sure the rules are, best first. `certain` is a wording that leaves little room; `likely` needs a look; `possible`
 * is a guess worth offering.
 */
export type Certainty = 'certain' | 'likely' | 'possible'

/** A stretch of a text, by characters. */
export interface Span {
  readonly start: number
  readonly end: number
}

/** The facts, each under the word of its kind. */
export type FactValue =
  | { readonly kind: 'documentName'; readonly name: string }
  /** `called` is the term that the document uses for the party: Supplier. */
  | { readonly kind: 'party'; readonly name: string; readonly called: string | null }
  | { readonly kind: 'agreementDate'; readonly date: string }
  | { readonly kind: 'effectiveDate'; readonly date: string }
  /** `reckoned` if the document says a length of time and not the day. */
  | { readonly kind: 'expiryDate'; readonly date: string; readonly reckoned: boolean }
  /** No duration if the contract lasts until somebody ends it. */
  | { readonly kind: 'term'; readonly duration: Duration | null }
  | { readonly kind: 'renewal'; readonly duration: Duration; readonly automatic: boolean }
  | { readonly kind: 'noticePeriod'; readonly duration: Duration }
  | { readonly kind: 'governingLaw'; readonly place: string }
  | { readonly kind: 'value'; readonly amount: string; readonly currency: string }
  /** The amount where the document names one, otherwise only the passage says what the limit is. */
  | { readonly kind: 'liabilityCap'; readonly amount: string | null; readonly currency: string | null }
  | { readonly kind: 'paymentTerms'; readonly duration: Duration }
  /** By a day; or so many days after the end of every period, by the calendar. */
  | {
      readonly kind: 'obligation'
      readonly name: string
      readonly date: string | null
      readonly duration: Duration | null
      readonly days: number | null
    }
  | { readonly kind: 'signatory'; readonly name: string; readonly title: string | null }

export type FactKind = FactValue['kind']

/** A fact of one kind, as it was found. */
export type FactOf<Kind extends FactKind> = Extract<FoundFact, { readonly kind: Kind }>

/** A fact that was read, with its passage in the text. */
export type FoundFact = FactValue & Span & { readonly certainty: Certainty }
