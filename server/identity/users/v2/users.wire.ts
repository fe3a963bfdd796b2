// People in the shapes of v2.
import Type from 'typebox'
import {
  type CollectionProperties,
  filtered,
  type Properties,
  sorted,
} from '../../../http/v2/odata-properties.ts'
import {
  audited,
  auditedByNameToV2,
  auditedProperties,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableObject,
  oneOf,
  textOf,
} from '../../../http/v2/references.wire.ts'
import type { ShownFrom } from '../../../http/v2/shown-columns.ts'
import { type Role, roles } from '../../../platform/actor.ts'
import type { ListedRow } from '../../../platform/lists/list-rows.ts'
import { type UserStatus, userStatuses } from '../user.ts'

const readOnly = { readOnly: true }
export const userSchema = Type.Object(
  {
    id: Type.String({ format: 'uuid', ...readOnly }),
    email: Type.String(),
    firstName: Type.String(),
    lastName: Type.String(),
    organizationId: Type.Integer(readOnly),
    jobTitle: nullable<string>('string'),
    role: oneOf(roles),
    status: oneOf(userStatuses),
    customRole: nullableObject(namedReference, {
      ...readOnly,
      description:
        'The role of your organisation that says what they may do; null for people of other organisations.',
    }),
    department: nullableObject(namedReference),
    teams: Type.Array(Type.Object(namedReference), {
      description: 'Their teams, if these are of your organisation.',
    }),
    created: nullableObject(audited, readOnly),
  },
  {
    examples: [
      {
        id: '5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10',
        email: 'ana.prior@arbour.example',
        firstName: 'Ana',
        lastName: 'Prior',
        organizationId: 3,
        jobTitle: 'Senior counsel',
        role: 'InhouseLegal',
        status: 'Active',
        customRole: null,
        department: { id: 7, name: 'Legal' },
        teams: [{ id: 12, name: 'Commercial' }],
        created: { dateUtc: '2026-02-03T09:30:00.000Z', userName: 'Sam Reyes' },
      },
    ],
  },
)

/** The columns that a person is shown from. */
export const userShownFrom: ShownFrom = {
  always: ['id'],
  of: {
    email: ['email'],
    firstname: ['firstName'],
    lastname: ['lastName'],
    organizationid: ['organisationId'],
    jobtitle: ['jobTitle'],
    role: ['role'],
    status: ['status'],
    customrole: ['customRoleId', 'customRoleName'],
    department: ['departmentId', 'departmentName'],
    teams: ['teams'],
    created: ['createdAt', 'createdByName'],
  },
}

/** A person in the shape of v2. */
export const userToV2 = (row: ListedRow) => ({
  id: textOf(row, 'id'),
  email: textOf(row, 'email'),
  firstName: textOf(row, 'firstName'),
  lastName: textOf(row, 'lastName'),
  organizationId: Number(row['organisationId']),
  jobTitle: (row['jobTitle'] ?? null) as string | null,
  role: textOf(row, 'role') as Role,
  status: textOf(row, 'status') as UserStatus,
  customRole: namedToV2(row, 'customRole'),
  department: namedToV2(row, 'department'),
  teams: [...((row['teams'] ?? []) as readonly { readonly id: number; readonly name: string }[])],
  created: auditedByNameToV2(row, 'created'),
})

/** The properties that lists of people can be filtered and sorted by. */
export const userProperties: Properties = {
  Id: sorted('id'),
  Email: sorted('email'),
  FirstName: sorted('firstName'),
  LastName: sorted('lastName'),
  OrganizationId: sorted('organisationId'),
  JobTitle: sorted('jobTitle'),
  Role: sorted('role'),
  Status: sorted('status'),
  ...namedProperties('CustomRole', 'customRole'),
  ...namedProperties('Department', 'department'),
  ...auditedProperties('Created', 'created'),
}

/** The collections that `any` and `all` can be used with. */
export const userCollections: CollectionProperties = {
  Teams: { collection: 'teams', properties: { Id: filtered('id'), Name: filtered('name') } },
}
