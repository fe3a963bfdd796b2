// Organisations: terms, settings, and their list for the operator.
//
// customer           an organisation with a legal department; matters and contracts belong to it
// service provider   a law firm; its people work on records of the customers it is linked to
// link               which law firms work for which customers
import { isCurrency } from '../../platform/currencies.ts'
import type { Reader } from '../../platform/postgres/database.ts'
import { badInput, sentence } from '../../platform/errors.ts'
import { checkShownName } from '../../platform/shown-names.ts'

export const organisationTypes = ['Customer', 'ServiceProvider'] as const
export type OrganisationType = (typeof organisationTypes)[number]

export interface Organisation {
  readonly id: number
  readonly name: string
  readonly type: OrganisationType
}

/** The settings of an organisation besides its name. */
export interface Locale {
  /** For key dates and the expiry of contracts, such as `Pacific/Auckland`. */
  readonly timeZone: string
  /** Three letters, such as `NZD`. */
  readonly currency: string
}

/** Every organisation of the installation, for its operator; nobody else may see all of them. */
export async function listOrganisations(db: Reader): Promise<readonly Organisation[]> {
  const rows = await db.selectFrom('organisations').select(['id', 'name', 'type']).orderBy('id').execute()
  return rows.map((row) => ({ ...row, type: row.type as OrganisationType }))
}

/** The name of an organisation that the caller belongs to or works for. */
export async function organisationNamed(db: Reader, id: number): Promise<string> {
  const row = await db
    .selectFrom('organisations')
    .where('id', '=', id)
    .select('name')
    .executeTakeFirstOrThrow()
  return row.name
}

const longestName = 200

/** A name without surrounding spaces; bad_request if it is empty or too long. `of` says what it is the name of. */
export function nameFor(of: string, name: string): string {
  checkShownName(name, 'name')
  const trimmed = name.trim()
  if (trimmed === '') throw badInput('name', sentence(`${of} needs a name.`))
  if (Array.from(trimmed).length > longestName) {
    throw badInput('name', `must have ${longestName} characters at most.`)
  }
  return trimmed
}

/**
 * Rejects invalid time zones. Offsets are invalid: they have no daylight saving time, and databases read their sign the
 * other way round.
 */
export function checkTimeZone(timeZone: string): void {
  if (/^[A-Za-z][\w+-]*(?:\/[\w+-]+)*$/.test(timeZone) && isTimeZone(timeZone)) return
  throw badInput(
    'timeZone',
    sentence(`"${timeZone}" is not a time zone. Use a name such as Pacific/Auckland.`),
  )
}

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** Rejects anything but a current currency (ISO 4217). */
export function checkCurrency(currency: string): void {
  if (isCurrency(currency)) return
  throw badInput(
    'currency',
    sentence(`"${currency}" is not a currency. Use three capital letters such as NZD.`),
  )
}
