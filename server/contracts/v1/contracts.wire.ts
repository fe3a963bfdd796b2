// Contracts in the shapes of v1: details, rows of lists, new contracts.
import Type from 'typebox'
import type { ListedProperties } from '../../http/v1/list-columns.ts'
import { nullable } from '../../http/v1/people.wire.ts'
import { isGivenV1, numberV1, objectV1, personV1, valueV1 } from '../../http/v1/shapes.ts'
import { schemaOf, type WireShape } from '../../http/shape.ts'
import { contractCategories, type ContractColumn } from '../contract-columns.ts'
import { contractStages } from '../contract.ts'

const choice = (values: readonly string[]) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...values] }))
const moment = { format: 'date-time' }

/** A contract in v1. */
export const contractShape = {
  id: valueV1('id', Type.Integer()),
  name: valueV1('name', nullable<string>('string')),
  status: valueV1('stage', choice(contractStages)),
  category: valueV1('category', choice(contractCategories)),
  templateId: valueV1('templateId', Type.Integer()),
  templateName: valueV1('templateName', nullable<string>('string')),
  typeName: valueV1('groupName', nullable<string>('string')),
  createdBy: valueV1('createdByFullName', nullable<string>('string')),
  createdByUserId: valueV1('createdById', nullable<string>('string')),
  ownerId: valueV1('ownerId', nullable<string>('string')),
  matterId: valueV1('matterId', nullable<number>('integer')),
  matterName: valueV1('matterName', nullable<string>('string')),
  matterNumber: valueV1('matterNumber', nullable<string>('string')),
  createdDateUtc: valueV1('createdAt', Type.String(moment)),
  restricted: valueV1('restricted', Type.Boolean()),
  hasSow: valueV1('hasStatementOfWork', Type.Boolean()),
  parentContractId: valueV1('parentId', nullable<number>('integer')),
  documentFileId: valueV1('documentFileId', nullable<number>('integer')),
  parentIsRestricted: valueV1('parentIsRestricted', Type.Boolean()),
  onContract: valueV1('onContract', Type.Boolean()),
  onMatter: valueV1('onMatter', Type.Boolean()),
  contractSpecificEmail: valueV1('mailAddress', nullable<string>('string')),
  expiry: valueV1('expiry', nullable<string>('string', moment)),
  teamId: valueV1('teamId', nullable<number>('integer')),
  externalId: valueV1('externalId', nullable<string>('string')),
  lastStatusMessage: objectV1(
    {
      message: valueV1('lastMessage', nullable<string>('string')),
      createdDateUtc: valueV1('lastMessageAt', Type.Optional(Type.String(moment))),
      ...personV1('lastMessageBy'),
      userOrganisationHasLogo: isGivenV1('lastMessageByLogoId', Type.Optional(Type.Boolean())),
      userOrganisationPictureCacheId: numberV1('lastMessageByLogoId', nullable<number>('integer')),
    },
    'lastMessageAt',
  ),
  owner: objectV1(personV1('owner'), 'ownerId'),
  executedDateUtc: valueV1('executedAt', nullable<string>('string', moment)),
} as const satisfies WireShape

export const contractDetailsSchema = schemaOf(contractShape)

/** v1's names of the columns of a list, in their default order, and the catalogue's names for them. */
const columnNames = {
  id: 'id',
  name: 'name',
  status: 'stage',
  category: 'category',
  templateId: 'templateId',
  templateName: 'templateName',
  typeName: 'groupName',
  ownerId: 'ownerId',
  ownerName: 'ownerName',
  matterId: 'matterId',
  matterNumber: 'matterNumber',
  teamId: 'teamId',
  restricted: 'restricted',
  externalId: 'externalId',
  parentContractId: 'parentId',
  documentFileId: 'documentFileId',
  expiry: 'expiry',
  executedDateUtc: 'executedAt',
  createdDateUtc: 'createdAt',
  lastActivityDateUtc: 'lastActivityAt',
  createdBy: 'createdByName',
  createdByUserId: 'createdById',
  organisationId: 'organisationId',
  organisationName: 'organisationName',
} as const satisfies Record<string, ContractColumn>

type ContractName = keyof typeof columnNames

const byLowerCase = new Map(
  Object.keys(columnNames).map((name) => [name.toLowerCase(), name as ContractName]),
)
const onRequestOnly: readonly ContractName[] = [
  'createdBy',
  'createdByUserId',
  'organisationId',
  'organisationName',
]

/** The columns of a row when none are chosen. */
export const defaultColumns: readonly ContractName[] = [...byLowerCase.values()].filter(
  (name) => !onRequestOnly.includes(name),
)

const columns: ReadonlyMap<string, string> = new Map(Object.entries(columnNames))

/** Finds the columns of the list by v1's names. */
export const contractProperties: ListedProperties = {
  find: (name) => byLowerCase.get(name.toLowerCase()),
  names: [...byLowerCase.values()],
  columnOf: (name) => columns.get(name) ?? name,
}
