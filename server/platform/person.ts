// A person as shown on a record, in words that every noun and both wire formats share.

export interface Person {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly organisationId: number
  readonly organisationName: string
  /** Of their picture, and of the logo of their organisation; null where there is none. New whenever the picture is. */
  readonly pictureId: number | null
  readonly logoId: number | null
}

type Named = Pick<Person, 'firstName' | 'lastName'>

/** First and last name together. */
export const fullNameOf = ({ firstName, lastName }: Named): string => `${firstName} ${lastName}`.trim()

/** The first letters of first and last name, in capitals. */
export const initialsOf = ({ firstName, lastName }: Named): string =>
  [firstName, lastName].map((name) => Array.from(name)[0]?.toUpperCase() ?? '').join('')
