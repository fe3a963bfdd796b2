// Matters in the shapes of v1: details and rows of lists.
import Type from 'typebox'
import type { ListedProperties } from '../../http/v1/list-columns.ts'
import { utcText } from '../../http/v1/dates.wire.ts'
import { nullable, nullableObject, personProperties, personToV1 } from '../../http/v1/people.wire.ts'
import { roles } from '../../platform/actor.ts'
import { permissionCodes } from '../../platform/permission-codes.ts'
import type { MatterColumn } from '../matter-columns.ts'
import type { MatterDetails, StatusMessage } from '../matter-details.ts'
import type { Member } from '../matter-members.ts'

const moment = { format: 'date-time' }

export const matterUserProperties = {
  ...personProperties,
  permissions: Type.Optional(
    Type.Unsafe<number[] | null>({ type: ['array', 'null'], items: { type: 'integer' } }),
  ),
  isDelegateOwner: Type.Optional(Type.Boolean()),
  isDelegateManager: Type.Optional(Type.Boolean()),
} as const

/** A person on a matter. */
export const memberToV1 = (member: Member) => ({
  ...personToV1(member),
  permissions: permissionCodes(member.permissions),
  isDelegateOwner: member.isDelegateOwner,
  isDelegateManager: member.isDelegateManager,
})

const statusMessage = {
  message: nullable<string>('string'),
  createdDateUtc: Type.Optional(Type.String(moment)),
  id: Type.Optional(Type.Integer()),
  ...personProperties,
  role: Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...roles] })),
}

const terms = {
  fileId: Type.Integer(),
  code: nullable<string>('string'),
  fileName: nullable<string>('string'),
}

const tag = Type.Object({ id: Type.Integer(), description: nullable<string>('string') })

export const matterDetailsSchema = Type.Object({
  id: Type.Integer(),
  matterNumber: nullable<string>('string'),
  matterUrl: nullable<string>('string'),
  createdDateUtc: Type.String(moment),
  managerOrganisationId: nullable<number>('integer'),
  owner: nullableObject(matterUserProperties),
  manager: nullableObject(matterUserProperties),
  organisationId: Type.Integer(),
  organisationName: nullable<string>('string'),
  lastStatusMessage: nullableObject(statusMessage),
  terms: nullableObject(terms),
  matterSpecificEmail: nullable<string>('string'),
  tags: Type.Unsafe<Type.Static<typeof tag>[] | null>({ ...Type.Array(tag), type: ['array', 'null'] }),
  categoryId: Type.Integer(),
  externalId: nullable<string>('string'),
  name: nullable<string>('string'),
  parentId: nullable<number>('integer'),
  restricted: Type.Boolean(),
  status: nullable<string>('string'),
  teamId: nullable<number>('integer'),
  urgent: Type.Boolean(),
})

const statusMessageToV1 = ({ id, message, createdAt, by, role }: StatusMessage) => ({
  message,
  createdDateUtc: utcText(createdAt),
  id,
  ...(by ? personToV1(by) : {}),
  role,
})

/** The details of a matter, and its mail address. */
export function matterToV1(details: MatterDetails, mailAddress: string | null) {
  const { matter, owner, manager } = details
  return {
    id: matter.id,
    matterNumber: details.number,
    matterUrl: details.url,
    createdDateUtc: utcText(matter.createdAt),
    managerOrganisationId: manager?.organisationId ?? null,
    owner: owner ? memberToV1(owner) : null,
    manager: manager ? memberToV1(manager) : null,
    organisationId: matter.organisationId,
    organisationName: details.organisationName,
    lastStatusMessage: details.lastStatusMessage ? statusMessageToV1(details.lastStatusMessage) : null,
    terms: details.terms,
    matterSpecificEmail: mailAddress,
    tags: details.tags.map(({ id, description }) => ({ id, description })),
    categoryId: matter.categoryId,
    externalId: matter.externalId,
    name: matter.name,
    parentId: matter.parentId,
    restricted: matter.restricted,
    status: details.state,
    teamId: matter.teamId,
    urgent: matter.urgent,
  }
}

/** v1's names of the columns of a list, in their default order, and the catalogue's names for them. */
const columnNames = {
  id: 'id',
  matterNumber: 'number',
  name: 'name',
  status: 'state',
  categoryId: 'categoryId',
  categoryName: 'categoryName',
  organisationId: 'organisationId',
  organisationName: 'organisationName',
  ownerId: 'ownerId',
  ownerName: 'ownerName',
  managerId: 'managerId',
  managerName: 'managerName',
  teamId: 'teamId',
  restricted: 'restricted',
  urgent: 'urgent',
  externalId: 'externalId',
  parentId: 'parentId',
  createdDateUtc: 'createdAt',
  lastActivityDateUtc: 'lastActivityAt',
  managerOrganisationId: 'managerOrganisationId',
  createdBy: 'createdByName',
  createdByUserId: 'createdById',
  inIntake: 'inIntake',
  reference: 'reference',
  managerReference: 'managerReference',
  purchaseOrderNumber: 'purchaseOrderNumber',
} as const satisfies Record<string, MatterColumn>

type MatterName = keyof typeof columnNames

const byLowerCase = new Map(Object.keys(columnNames).map((name) => [name.toLowerCase(), name as MatterName]))
const onRequestOnly: readonly MatterName[] = [
  'managerOrganisationId',
  'createdBy',
  'createdByUserId',
  'inIntake',
  'reference',
  'managerReference',
  'purchaseOrderNumber',
]

/** The columns of a row when none are chosen. */
export const defaultColumns: readonly MatterName[] = [...byLowerCase.values()].filter(
  (name) => !onRequestOnly.includes(name),
)

const columns: ReadonlyMap<string, string> = new Map(Object.entries(columnNames))

/** Finds the columns of the list by v1's names. */
export const matterProperties: ListedProperties = {
  find: (name) => byLowerCase.get(name.toLowerCase()),
  columnOf: (name) => columns.get(name) ?? name,
}
