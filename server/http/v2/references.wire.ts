// References in v2: people, teams, files, and who did something when.
import Type from 'typebox'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { sometimes } from '../openapi/always-sent.ts'
import { filtered, type Properties, sorted, thing } from './odata-properties.ts'

/** A property that may be null. */
export const nullable = <Value>(type: string, more: object = {}) =>
  Type.Optional(Type.Unsafe<Value | null>({ type: [type, 'null'], ...more }))

/** An object that may be null. Not a union, because the serialiser picks a union branch by validating it. */
export const nullableObject = <Of extends Type.TProperties>(properties: Of, more: object = {}) =>
  Type.Optional(
    Type.Unsafe<Type.Static<Type.TObject<Of>> | null>({
      ...Type.Object(properties),
      type: ['object', 'null'],
      ...more,
    }),
  )

/** One of several words. */
export const oneOf = <Word extends string>(words: readonly Word[], more: object = {}) =>
  Type.Unsafe<Word>({ type: 'string', enum: [...words], ...more })

/** One of several words, or null. */
export const nullableChoice = <const Word extends string>(words: readonly Word[]) =>
  Type.Optional(Type.Unsafe<Word | null>({ type: ['string', 'null'], enum: [...words, null] }))

const readOnly = { readOnly: true }
const readOnlyText = Type.Optional(Type.String(readOnly))

export const userReference = {
  id: Type.String({ format: 'uuid' }),
  email: readOnlyText,
  firstName: readOnlyText,
  lastName: readOnlyText,
  organizationId: Type.Optional(Type.Integer(readOnly)),
} as const

/** A user in the examples of the documents. */
export const personExample = {
  id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
  email: 'ana.prior@harbour.example',
  firstName: 'Ana',
  lastName: 'Prior',
  organizationId: 5,
}
/** A creation record in the examples of the documents. */
export const createdExample = {
  dateUtc: '2026-03-02T09:00:00.000Z',
  userName: 'Ana Prior',
  user: personExample,
}

export const namedReference = { id: Type.Integer(), name: readOnlyText } as const

/** When something was done, and the name of who did it; without a name if it was not a user. */
export const audited = {
  dateUtc: Type.Optional(Type.String({ format: 'date-time', ...readOnly })),
  userName: sometimes(Type.String(readOnly)),
} as const

/** Who did something, and when; with an empty name if it was not a user. */
export const auditedByUser = {
  ...audited,
  userName: readOnlyText,
  user: nullableObject(userReference, readOnly),
} as const

/** A text column; empty if it is null. */
export function textOf(row: ListedRow, name: string): string {
  const value = row[name]
  return typeof value === 'string' ? value : ''
}

/** The user in the row's columns `<prefix>Id`, `<prefix>Email` and so on (users/person-columns.ts). */
export function userToV2(row: ListedRow, prefix: string) {
  const id = row[`${prefix}Id`]
  if (typeof id !== 'string') return null
  return {
    id,
    email: textOf(row, `${prefix}Email`),
    firstName: textOf(row, `${prefix}FirstName`),
    lastName: textOf(row, `${prefix}LastName`),
    organizationId: Number(row[`${prefix}OrganisationId`]),
  }
}

/** The named object in the row's columns `<prefix>Id` and `<prefix>Name`. */
export function namedToV2(row: ListedRow, prefix: string) {
  const id = row[`${prefix}Id`]
  return typeof id === 'number' ? { id, name: textOf(row, `${prefix}Name`) } : null
}

/** When something was done and by whom, from the columns `<prefix>At` and `<prefix>ByName`. */
export function auditedByNameToV2(row: ListedRow, prefix: string) {
  const at = row[`${prefix}At`]
  const name = row[`${prefix}ByName`]
  return {
    ...(at instanceof Date ? { dateUtc: at.toISOString() } : {}),
    ...(typeof name === 'string' ? { userName: name } : {}),
  }
}

/** When something was done and by whom, from the columns `<prefix>At` and those of the user `<prefix>By`. */
export function auditedToV2(row: ListedRow, prefix: string) {
  const at = row[`${prefix}At`]
  const user = userToV2(row, `${prefix}By`)
  return {
    ...(at instanceof Date ? { dateUtc: at.toISOString() } : {}),
    user,
    userName: user ? `${user.firstName} ${user.lastName}`.trim() : '',
  }
}

interface Doer {
  readonly id: string
  readonly email: string
  readonly firstName: string
  readonly lastName: string
  readonly organisationId: number
}

/** Who did something; nobody, if it was not a user. */
export function doneBy(doer: Doer | undefined) {
  if (!doer) return { userName: '', user: null }
  const { id, email, firstName, lastName, organisationId } = doer
  const user = { id, email, firstName, lastName, organizationId: organisationId }
  return { userName: `${firstName} ${lastName}`.trim(), user }
}

/** One of these people; without a name if nothing is known of them. */
export function personIn(people: ReadonlyMap<string, Doer>, id: string) {
  const {
    email = '',
    firstName = '',
    lastName = '',
    organisationId: organizationId = 0,
  } = people.get(id) ?? {}
  return { id, email, firstName, lastName, organizationId }
}

/** The names of the columns that `userToV2` reads. */
export const userColumns = (prefix: string): readonly string[] =>
  ['Id', 'Email', 'FirstName', 'LastName', 'OrganisationId'].map((name) => `${prefix}${name}`)

/** The properties of a user, for those columns. */
export const userProperties = (path: string, prefix: string): Properties => ({
  [path]: thing(`${prefix}Id`),
  [`${path}/Id`]: filtered(`${prefix}Id`),
  [`${path}/Email`]: sorted(`${prefix}Email`),
  [`${path}/FirstName`]: sorted(`${prefix}FirstName`),
  [`${path}/LastName`]: sorted(`${prefix}LastName`),
  [`${path}/OrganizationId`]: filtered(`${prefix}OrganisationId`),
})

/** The properties of a named object, for the columns `<prefix>Id` and `<prefix>Name`. */
export const namedProperties = (path: string, prefix: string): Properties => ({
  [path]: thing(`${prefix}Id`),
  [`${path}/Id`]: filtered(`${prefix}Id`),
  [`${path}/Name`]: sorted(`${prefix}Name`),
})

/** The properties of when something was done and by whom, for the columns `<prefix>At` and `<prefix>ByName`. */
export const auditedProperties = (path: string, prefix: string): Properties => ({
  [`${path}/DateUtc`]: sorted(`${prefix}At`),
  [`${path}/UserName`]: sorted(`${prefix}ByName`),
})
