// People in the shapes of v1: rows of the directory, profiles, the search.
import { badInput, sentence } from '../../../platform/errors.ts'
import Type from 'typebox'
import { utcTextOrNull } from '../../../http/v1/dates.wire.ts'
import { nullable } from '../../../http/v1/people.wire.ts'
import { roles } from '../../../platform/actor.ts'
import { fullNameOf, initialsOf } from '../../../platform/person.ts'
import type { DirectoryEntry, PeopleSearch, Profile } from '../directory.ts'
import { userStatuses } from '../user.ts'

const text = nullable<string>('string')
const moment = nullable<string>('string', { format: 'date-time' })
const choice = (values: readonly string[]) => Type.Unsafe<string>({ type: 'string', enum: [...values] })

export const searchQuery = Type.Object({
  'filter.search': Type.Optional(Type.String({ maxLength: 1_000 })),
  'filter.permission': Type.Optional(
    Type.Unsafe<'CreateMatters' | 'ContractCreator'>({
      type: 'string',
      enum: ['CreateMatters', 'ContractCreator'],
    }),
  ),
  'filter.activeandinvitedusersonly': Type.Optional(Type.Boolean()),
  'filter.primaryorganisationid': Type.Optional(Type.Integer()),
  'filter.activeusersonly': Type.Optional(Type.Boolean()),
  // existing clients use it to ask for a lighter answer; ours is light anyway
  'filter.uselitequery': Type.Optional(Type.Boolean()),
})

/** The search of a request; without a status everyone is found. Throws bad_request for the filters of other lists. */
export function searchFromV1(query: Type.Static<typeof searchQuery>): PeopleSearch {
  const other = Object.keys(query).find((name) => /^filtering(\W|$)/i.test(name))
  if (other !== undefined) {
    const names = Object.keys(searchQuery.properties).join(', ')
    throw badInput(other, sentence(`This list has no filtering. It is searched by ${names}.`))
  }
  const active = query['filter.activeusersonly']
  const invitedToo = query['filter.activeandinvitedusersonly']
  return {
    text: query['filter.search'],
    permission: query['filter.permission'],
    statuses: active ? ['Active'] : invitedToo ? ['Active', 'Invited'] : undefined,
    organisationId: query['filter.primaryorganisationid'],
  }
}

export const personSchema = Type.Object({
  id: text,
  userName: text,
  firstName: text,
  lastName: text,
  organisationName: text,
  organisationPictureCacheId: nullable<number>('integer'),
  directPhone: text,
  mobilePhone: text,
  email: text,
  hasPicture: Type.Boolean(),
  pictureCacheId: Type.Integer({
    description: 'A quirk of v1: the id of the picture, another one whenever the picture is; 0 without one.',
  }),
  invitationSentUtc: moment,
  userFullName: text,
  userInitials: text,
  isRemoved: Type.Boolean(),
  isDisabled: Type.Boolean(),
  hourlyRate: nullable<number>('number'),
  liveMattersCount: Type.Integer({
    description: 'The matters that the person owns or manages, that go on, and that the caller sees.',
  }),
})

/** A person of the directory. Nobody is ever deleted: people who leave are disabled, and records keep showing them. */
export function personToV1(person: DirectoryEntry) {
  return {
    id: person.id,
    userName: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    organisationName: person.organisationName,
    organisationPictureCacheId: person.logoId ?? 0,
    directPhone: person.directPhone,
    mobilePhone: person.mobilePhone,
    email: person.email,
    hasPicture: person.pictureId !== null,
    pictureCacheId: person.pictureId ?? 0,
    invitationSentUtc: utcTextOrNull(person.invitedAt),
    userFullName: fullNameOf(person),
    userInitials: initialsOf(person),
    isRemoved: false,
    isDisabled: person.status === 'Disabled',
    hourlyRate: person.hourlyRate,
    liveMattersCount: person.liveMatters,
  }
}

export const profileSchema = Type.Object({
  id: text,
  firstName: text,
  lastName: text,
  email: text,
  mobilePhone: text,
  directPhone: text,
  jobTitle: text,
  departmentId: nullable<number>('integer'),
  specialityIds: nullable<number[]>('array', { items: { type: 'integer' } }),
  biography: text,
  hourlyRate: nullable<number>('number'),
  linkedInUrl: text,
  organisationId: Type.Integer(),
  organisationName: text,
  organisationType: choice(['ServiceProvider', 'Customer']),
  role: choice(roles),
  departmentName: text,
  hasPicture: Type.Boolean(),
  pictureCacheId: Type.Integer({
    description: 'A quirk of v1: the id of the picture, another one whenever the picture is; 0 without one.',
  }),
  invitationSentUtc: moment,
  status: choice(userStatuses),
})

/** The profile of a person. */
export function profileToV1(profile: Profile) {
  return {
    id: profile.id,
    firstName: profile.firstName,
    lastName: profile.lastName,
    email: profile.email,
    mobilePhone: profile.mobilePhone,
    directPhone: profile.directPhone,
    jobTitle: profile.jobTitle,
    departmentId: profile.departmentId,
    specialityIds: [...profile.specialityIds],
    biography: profile.biography,
    hourlyRate: profile.hourlyRate,
    linkedInUrl: profile.linkedInUrl,
    organisationId: profile.organisationId,
    organisationName: profile.organisationName,
    organisationType: profile.organisationType,
    role: profile.role,
    departmentName: profile.departmentName,
    hasPicture: profile.pictureId !== null,
    pictureCacheId: profile.pictureId ?? 0,
    invitationSentUtc: utcTextOrNull(profile.invitedAt),
    status: profile.status,
  }
}
