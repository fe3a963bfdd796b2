// A person as shown on a record, shared by all nouns and both wire formats.

export interface Person {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly organisationId: number
  readonly organisationName: string
  /** Of their picture, and of the logo of their organisation; null if there is none. Changes with the picture. */
  readonly pictureId: number | null
  readonly logoId: number | null
}

type Named = Pick<Person, 'firstName' | 'lastName'>

/** First and last name together. */
export const fullNameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim()

/** The initials, in capitals. */
export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].map((name) => Array.from(name)[0]?.toUpperCase() ?? '').join('')
