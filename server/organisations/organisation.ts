// Organisations: what they are, and how the operator finds one.
//
// customer           an organisation with a legal department; matters and contracts belong to it
// service provider   a law firm; its people work on records of the customers it is linked to
// link               which law firms work for which customers
import type { Reader } from '../platform/postgres/database.ts'
import { badInput, sentence } from '../platform/errors.ts'

export const organisationTypes = ['Customer', 'ServiceProvider'] as const
export type OrganisationType = (typeof organisationTypes)[number]

export interface Organisation {
  readonly id: number
  readonly name: string
  readonly type: OrganisationType
}

/** What an organisation is set up with, beside its name. */
export interface Locale {
  /** Of key dates and of a contract's expiry, as `Pacific/Auckland`. */
  readonly timeZone: string
  /** Three letters, as `NZD`. */
  readonly currency: string
}

/** Every organisation of the installation, for its operator; nobody else sees them all. */
export async function listOrganisations(db: Reader): Promise<readonly Organisation[]> {
  const rows = await db.selectFrom('organisations').select(['id', 'name', 'type']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, type: row.type as OrganisationType }))
}

const longestName = 200

/** A name without blanks around it; 400 for none, or one that is too long. `of` says what it is a name of. */
export function nameFor(of: string, name: string): string {
  const trimmed = name.trim()
  if (trimmed === '') throw badInput('name', sentence(`${of} needs a name.`))
  if (Array.from(trimmed).length > longestName) {
    throw badInput('name', `must have ${longestName} characters at most.`)
  }
  return trimmed
}

/** Refuses what is no name of a time zone. Offsets are none: they know no summer time, and databases read their sign the other way round. */
export function checkTimeZone(timeZone: string): void {
  if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(timeZone) && isTimeZone(timeZone)) return
  throw badInput('timeZone', sentence(`"${timeZone}" is no time zone. They are written as Pacific/Auckland.`))
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Refuses what is no currency in use (ISO 4217). */
export function checkCurrency(currency: string): void {
  if (Intl.supportedValuesOf('currency').includes(currency)) return
  throw badInput(
    'currency',
    sentence(`"${currency}" is no currency. They are written as three capitals: NZD.`),
  )
}
