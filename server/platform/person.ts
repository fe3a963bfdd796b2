// A person as shown on a record, in words that every noun and both wire formats share.

export interface Person {
  readonly id: string
  readonly firstName: string
  readonly lastName: string
  readonly organisationId: number
  readonly organisationName: string
}
