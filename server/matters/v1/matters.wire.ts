// Matters in the shapes of v1: details and rows of lists.
import Type from 'typebox'
import type { ListedProperties } from '../../http/v1/list-columns.ts'
import { nullable, personProperties, personToV1 } from '../../http/v1/people.wire.ts'
import { objectV1, personV1, valueV1 } from '../../http/v1/shapes.ts'
import { schemaOf, type WireShape } from '../../http/shape.ts'
import { roles } from '../../platform/actor.ts'
import { permissionCodes } from '../../platform/permission-codes.ts'
import type { MatterColumn } from '../matter-columns.ts'
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

const memberV1 = (prefix: string) =>
  objectV1(
    {
      ...personV1(prefix),
      permissions: valueV1(`${prefix}PermissionCodes`, matterUserProperties.permissions),
      isDelegateOwner: valueV1(`${prefix}IsDelegateOwner`, matterUserProperties.isDelegateOwner),
      isDelegateManager: valueV1(`${prefix}IsDelegateManager`, matterUserProperties.isDelegateManager),
    },
    `${prefix}Id`,
  )

const tag = Type.Object({ id: Type.Integer(), description: nullable<string>('string') })

/** A matter in v1. */
export const matterShape = {
  id: valueV1('id', Type.Integer()),
  matterNumber: valueV1('number', nullable<string>('string')),
  matterUrl: valueV1('url', nullable<string>('string')),
  createdDateUtc: valueV1('createdAt', Type.String(moment)),
  managerOrganisationId: valueV1('managerMemberOrganisationId', nullable<number>('integer')),
  owner: memberV1('ownerMember'),
  manager: memberV1('managerMember'),
  organisationId: valueV1('organisationId', Type.Integer()),
  organisationName: valueV1('organisationName', nullable<string>('string')),
  lastStatusMessage: objectV1(
    {
      message: valueV1('lastMessage', nullable<string>('string')),
      createdDateUtc: valueV1('lastMessageAt', Type.Optional(Type.String(moment))),
      id: valueV1('lastMessageId', Type.Optional(Type.Integer())),
      ...personV1('lastMessageBy'),
      role: valueV1(
        'lastMessageByRole',
        Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...roles] })),
      ),
    },
    'lastMessageId',
  ),
  terms: objectV1(
    {
      fileId: valueV1('termsFileId', Type.Integer()),
      code: valueV1('termsCode', nullable<string>('string')),
      fileName: valueV1('termsFileName', nullable<string>('string')),
    },
    'termsFileId',
  ),
  matterSpecificEmail: valueV1('mailAddress', nullable<string>('string')),
  tags: valueV1(
    'tags',
    Type.Unsafe<Type.Static<typeof tag>[] | null>({ ...Type.Array(tag), type: ['array', 'null'] }),
  ),
  categoryId: valueV1('categoryId', Type.Integer()),
  externalId: valueV1('externalId', nullable<string>('string')),
  name: valueV1('name', nullable<string>('string')),
  parentId: valueV1('parentId', nullable<number>('integer')),
  restricted: valueV1('restricted', Type.Boolean()),
  status: valueV1('state', nullable<string>('string')),
  teamId: valueV1('teamId', nullable<number>('integer')),
  urgent: valueV1('urgent', Type.Boolean()),
} as const satisfies WireShape

export const matterDetailsSchema = schemaOf(matterShape)

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
  names: [...byLowerCase.values()],
  columnOf: (name) => columns.get(name) ?? name,
}
