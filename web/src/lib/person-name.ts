// How a person is called. The API returns names in parts, in one piece, or not at all to those who may not know them.

/** A person, as answers have them. */
export interface PersonName {
  readonly name?: string | null | undefined
  readonly firstName?: string | null | undefined
  readonly lastName?: string | null | undefined
  readonly email?: string | null | undefined
}

/** "Ana Prior"; the address where there is no name. */
export function nameOf({ name, firstName, lastName, email }: PersonName): string {
  const whole = name ?? [firstName, lastName].filter((part) => part).join(' ')
  return whole.trim() || email || 'Someone'
}
