// Accounts in the shapes of v2: invitations, rights, profiles.
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../../http/v2/bodies.ts'
import {
  choiceIn,
  choicesIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
} from '../../../http/v2/merge-patch.ts'
import { filtered, type Properties, sorted } from '../../../http/v2/odata-properties.ts'
import {
  namedReference,
  nullable,
  nullableObject,
  oneOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../../http/v2/references.wire.ts'
import { groups, permissions, type Role, roles } from '../../../platform/actor.ts'
import { badInput } from '../../../platform/errors.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import type { ProfileChanges } from '../commands/update-profile.ts'
import type { RightsChanges } from '../commands/update-rights.ts'
import type { InvitationCorrections, InvitedUser } from '../../sessions/invite-user.ts'
import type { Profile } from '../directory.ts'
import type { Rights } from '../rights.ts'

const closed = { additionalProperties: false }
export const moment = nullableObject({ dateUtc: Type.String({ format: 'date-time' }) })
const sent = nullableObject(
  { dateUtc: Type.String({ format: 'date-time' }) },
  { description: 'Null for people whom an import added and to whom nothing was sent yet.' },
)
const rights = {
  role: oneOf(roles),
  permissions: Type.Array(oneOf(permissions)),
  groups: Type.Array(oneOf(groups), {
    description: 'Members of a group see and change every unrestricted record of a kind.',
  }),
}
const rightsExample = {
  role: 'InhouseLegal',
  permissions: ['CreateMatters', 'ContractCreator', 'ManageIntake', 'DeleteOwn'],
  groups: ['MatterAdministrators'],
}

export const rightsSchema = Type.Object(
  {
    ...rights,
    customRole: nullableObject(namedReference, {
      description: 'The role of the organisation, from which everything else follows.',
    }),
  },
  { examples: [{ ...rightsExample, customRole: null }] },
)
const customRole = nullableObject({ id: Type.Integer() })
const optionalRights = {
  role: Type.Optional(rights.role),
  permissions: Type.Optional(rights.permissions),
  groups: Type.Optional(rights.groups),
}
export const rightsBody = mergePatchBody(Type.Object({ ...optionalRights, customRole }, closed), {
  groups: ['MatterAdministrators', 'ContractAdministrators'],
})

type Given = Readonly<Record<string, unknown>>

const rightsIn = (properties: Given): RightsChanges =>
  given({
    role: choiceIn(properties, 'role', roles),
    permissions: choicesIn(properties, 'permissions', permissions),
    groups: choicesIn(properties, 'groups', groups),
  })

/** The changes of a merge patch: lists are replaced as a whole. */
export function rightsFromV2(body: unknown): RightsChanges {
  const properties = propertiesOf(body, [...Object.keys(rights), 'customRole'])
  return given({ ...rightsIn(properties), customRoleId: idIn(properties, 'customRole') })
}

/** Rights in the shape of v2. */
export const rightsToV2 = (held: Rights) => ({
  role: held.role,
  permissions: permissions.filter((each) => held.permissions.includes(each)),
  groups: groups.filter((each) => held.groups.includes(each)),
  customRole: held.customRole,
})

export const invitedBody = jsonBody(
  Type.Object(
    {
      email: Type.String(),
      firstName: Type.String(),
      lastName: Type.String(),
      jobTitle: nullable<string>('string'),
      ...optionalRights,
      customRole,
    },
    closed,
  ),
  {
    email: 'robin.marsh@harbour.example',
    firstName: 'Robin',
    lastName: 'Marsh',
    role: 'InhouseLegal',
    jobTitle: 'Senior counsel',
  },
)

/** Somebody to invite, with a role or with one of the organisation's own. */
export function invitedFromV2(body: unknown, organisationId: number): InvitedUser {
  const known = ['email', 'firstName', 'lastName', 'jobTitle', 'customRole', ...Object.keys(rights)]
  const properties = propertiesOf(body, known)
  const text = (name: string) => needed(name, neverNull(name, textIn(properties, name)))
  const { role, ...more } = rightsIn(properties)
  const customRoleId = idIn(properties, 'customRole')
  const jobTitle = textIn(properties, 'jobTitle')
  const person = {
    organisationId,
    email: text('email'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    ...(jobTitle ? { jobTitle } : {}),
  }
  if (!customRoleId) return { ...person, role: needed<Role>('role', role), ...more }
  if (role ?? more.permissions ?? more.groups)
    throw badInput('customRole', 'says role, permissions and groups: leave these out.')
  return { ...person, customRoleId }
}

const correction = {
  email: Type.Optional(Type.String()),
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
}
export const correctionBody = mergePatchBody(Type.Object(correction, closed), {
  email: 'robin.marsh-lee@harbour.example',
})

/** What of an invitation is to be corrected. */
export function correctionFromV2(body: unknown): InvitationCorrections {
  const properties = propertiesOf(body, Object.keys(correction))
  const text = (name: string) => neverNull(name, textIn(properties, name))
  return given({ email: text('email'), firstName: text('firstName'), lastName: text('lastName') })
}

export const invitationSchema = Type.Object(
  {
    user: nullableObject(userReference),
    role: rights.role,
    sent,
    expires: moment,
    expired: Type.Boolean({
      description: 'Whether the link has become invalid; the invitation can be sent again.',
    }),
  },
  {
    examples: [
      {
        user: {
          id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
          email: 'robin.marsh@harbour.example',
          firstName: 'Robin',
          lastName: 'Marsh',
          organizationId: 5,
        },
        role: 'InhouseLegal',
        sent: { dateUtc: '2026-03-02T09:00:00.000Z' },
        expires: { dateUtc: '2026-03-09T09:00:00.000Z' },
        expired: false,
      },
    ],
  },
)

export const invitationColumns = [...userColumns('user'), 'role', 'sentAt', 'expiresAt', 'expired']

/** The properties that lists of invitations can be filtered and sorted by. */
export const invitationProperties: Properties = {
  ...userProperties('User', 'user'),
  Role: sorted('role'),
  'Sent/DateUtc': sorted('sentAt'),
  'Expires/DateUtc': sorted('expiresAt'),
  Expired: filtered('expired'),
}

/** A moment in the shape of v2. */
export const whenToV2 = (at: unknown) => (at instanceof Date ? { dateUtc: at.toISOString() } : null)

/** An invitation in the shape of v2. */
export const invitationToV2 = (row: ListedRow) => ({
  user: userToV2(row, 'user'),
  role: row['role'] as Role,
  sent: whenToV2(row['sentAt']),
  expires: whenToV2(row['expiresAt']),
  expired: row['expired'] === true,
})

const profile = {
  firstName: Type.Optional(Type.String()),
  lastName: Type.Optional(Type.String()),
  jobTitle: nullable<string>('string'),
  department: nullableObject(namedReference),
  directPhone: nullable<string>('string'),
  mobilePhone: nullable<string>('string'),
  biography: nullable<string>('string'),
  linkedInUrl: nullable<string>('string'),
  hourlyRate: nullable<number>('number', {
    description:
      'In the currency of their organisation. Null unless it is yours, or you are an administrator of their organisation or manage its invoices.',
  }),
  specialityIds: Type.Optional(
    Type.Array(Type.Integer(), {
      description:
        'Codes of the practice areas they work in, as your own systems number them: they are kept as they are sent.',
    }),
  ),
}
const shownProfile = {
  ...profile,
  picture: nullableObject(
    { id: Type.Integer() },
    { readOnly: true, description: 'Another picture has another id; null if there is none.' },
  ),
}
const profileExample = {
  firstName: 'Robin',
  lastName: 'Marsh',
  jobTitle: 'Senior counsel',
  department: { id: 31, name: 'Disputes' },
  directPhone: '+64 9 555 0100',
  mobilePhone: null,
  biography: null,
  linkedInUrl: null,
  hourlyRate: 250,
  specialityIds: [3, 8],
  picture: { id: 12 },
}

export const profileSchema = Type.Object(shownProfile, { examples: [profileExample] })
export const profileBody = mergePatchBody(Type.Object(profile, closed), {
  jobTitle: 'General counsel',
  department: { id: 31 },
})

/** A profile in the shape of v2. */
export const profileToV2 = (of: Profile) => ({
  firstName: of.firstName,
  lastName: of.lastName,
  jobTitle: of.jobTitle,
  department: of.departmentId === null ? null : { id: of.departmentId, name: of.departmentName ?? '' },
  directPhone: of.directPhone,
  mobilePhone: of.mobilePhone,
  biography: of.biography,
  linkedInUrl: of.linkedInUrl,
  hourlyRate: of.hourlyRate,
  specialityIds: [...of.specialityIds],
  picture: of.pictureId === null ? null : { id: of.pictureId },
})

/** The changes of a merge patch. */
export function profileFromV2(body: unknown): ProfileChanges {
  const properties = propertiesOf(body, Object.keys(profile), ['picture'])
  return given({
    firstName: neverNull('firstName', textIn(properties, 'firstName')),
    lastName: neverNull('lastName', textIn(properties, 'lastName')),
    jobTitle: textIn(properties, 'jobTitle'),
    departmentId: idIn(properties, 'department'),
    directPhone: textIn(properties, 'directPhone', { longest: 50 }),
    mobilePhone: textIn(properties, 'mobilePhone', { longest: 50 }),
    biography: textIn(properties, 'biography', { longest: 5_000 }),
    linkedInUrl: textIn(properties, 'linkedInUrl', { longest: 500 }),
    hourlyRate: rateIn(properties),
    specialityIds: codesIn(properties),
  })
}

function rateIn({ hourlyRate: value }: Given): number | null | undefined {
  if (value === undefined || value === null) return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw badInput('hourlyRate', 'must be a number.')
}

const largestCode = 2_147_483_647

function codesIn({ specialityIds: value }: Given): readonly number[] | undefined {
  if (value === undefined) return undefined
  const isCode = (each: unknown) => Number.isInteger(each) && Number(each) > 0 && Number(each) <= largestCode
  if (Array.isArray(value) && value.length <= 100 && value.every(isCode))
    return [...new Set(value.map(Number))]
  throw badInput('specialityIds', 'must be a list of at most 100 codes.')
}
