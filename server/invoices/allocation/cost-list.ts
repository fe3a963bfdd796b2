// The lists that invoices are allocated over.
//
// cost centre   the part of an organisation that bears a cost, under the code of the finance system
// legal entity  the company that pays, from the same list
// allocation    over which of these an invoice goes, in shares that are 100 % together
// share         a cost centre, a legal entity, or one of each, with its percentage
import type { DomainEvent } from '../../platform/events/change.ts'
import type { NameOf } from '../../platform/events/event-names.ts'
import { badInput } from '../../platform/errors.ts'

/** A list, where its entries are, and what names them. */
export const costLists = {
  costCentres: {
    table: 'cost_centres',
    column: 'cost_centre_id',
    event: 'costCentre',
    one: 'cost centre',
    article: 'A cost centre',
  },
  legalEntities: {
    table: 'legal_entities',
    column: 'legal_entity_id',
    event: 'legalEntity',
    one: 'legal entity',
    article: 'A legal entity',
  },
} as const

export type CostListName = keyof typeof costLists
export type CostList = (typeof costLists)[CostListName]

interface Key {
  readonly organisationId: number
  readonly id: number
}

/** What happened to an entry. */
export const costEntryEvent = (
  { event }: CostList,
  what: 'created' | 'updated' | 'deleted',
  { organisationId, id }: Key,
  facts: Readonly<Record<string, unknown>>,
): DomainEvent => ({
  name: `${event}.${what}` satisfies NameOf<'costCentre' | 'legalEntity'>,
  organisationId,
  resource: { kind: event, id },
  subject: null,
  facts,
})

export const longestCode = 60

/** A code as it is stored. Throws bad_request for what no finance system has as a code. */
export function codeFor(given: string): string {
  const code = given.trim()
  if (code === '' || code.length > longestCode || /[\p{C}\p{Zl}\p{Zp}]/u.test(code)) {
    throw badInput('code', `must be a text of 1 to ${longestCode} characters in one line.`)
  }
  return code
}

/** The conflict for a code that is taken. */
export const codeTaken = ({ table, one }: CostList, code: string) => ({
  constraint: `${table}_code_unique`,
  message: `There is already a ${one} with the code "${code}".`,
})
