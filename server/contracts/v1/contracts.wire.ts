// Contracts in the shapes of v1: details, rows of lists, new contracts.
import Type from 'typebox'
import type { ListedProperties } from '../../http/v1/list-columns.ts'
import { nullable, nullableObject, personProperties, personToV1 } from '../../http/v1/people.wire.ts'
import { utcText, utcTextOrNull } from '../../http/v1/dates.wire.ts'
import { contractCategories, type ContractColumn } from '../contract-columns.ts'
import { contractStages } from '../contract.ts'
import type { ContractDetails, StatusMessage } from '../contract-details.ts'

const choice = (values: readonly string[]) =>
  Type.Optional(Type.Unsafe<string>({ type: 'string', enum: [...values] }))
const moment = { format: 'date-time' }

const statusMessage = {
  message: nullable<string>('string'),
  createdDateUtc: Type.Optional(Type.String(moment)),
  ...personProperties,
  userOrganisationHasLogo: Type.Optional(Type.Boolean()),
  userOrganisationPictureCacheId: nullable<number>('integer'),
}

export const contractDetailsSchema = Type.Object({
  id: Type.Integer(),
  name: nullable<string>('string'),
  status: choice(contractStages),
  category: choice(contractCategories),
  templateId: Type.Integer(),
  templateName: nullable<string>('string'),
  typeName: nullable<string>('string'),
  createdBy: nullable<string>('string'),
  createdByUserId: nullable<string>('string'),
  ownerId: nullable<string>('string'),
  matterId: nullable<number>('integer'),
  matterName: nullable<string>('string'),
  matterNumber: nullable<string>('string'),
  createdDateUtc: Type.String(moment),
  restricted: Type.Boolean(),
  hasSow: Type.Boolean(),
  parentContractId: nullable<number>('integer'),
  documentFileId: nullable<number>('integer'),
  parentIsRestricted: Type.Boolean(),
  onContract: Type.Boolean(),
  onMatter: Type.Boolean(),
  contractSpecificEmail: nullable<string>('string'),
  expiry: nullable<string>('string', moment),
  teamId: nullable<number>('integer'),
  externalId: nullable<string>('string'),
  lastStatusMessage: nullableObject(statusMessage),
  owner: nullableObject(personProperties),
  executedDateUtc: nullable<string>('string', moment),
})

function statusMessageToV1({ message, createdAt, by }: StatusMessage) {
  return {
    message,
    createdDateUtc: utcText(createdAt),
    ...(by ? personToV1(by) : {}),
    userOrganisationHasLogo: by ? by.logoId !== null : false,
    userOrganisationPictureCacheId: by?.logoId ?? 0,
  }
}

/** The details of a contract, and its mail address. */
export function contractToV1(details: ContractDetails, mailAddress: string | null) {
  const { contract, matter, owner, createdBy } = details
  return {
    id: contract.id,
    name: contract.name,
    status: contract.stage,
    category: details.category,
    templateId: contract.templateId,
    templateName: details.templateName,
    typeName: details.groupName,
    createdBy: createdBy ? personToV1(createdBy).userFullName : null,
    createdByUserId: contract.createdBy,
    ownerId: contract.ownerId,
    matterId: contract.matterId,
    matterName: matter?.name ?? null,
    matterNumber: matter?.number ?? null,
    createdDateUtc: utcText(contract.createdAt),
    restricted: contract.restricted,
    hasSow: details.hasStatementOfWork,
    parentContractId: contract.parentId,
    documentFileId: details.documentFileId,
    parentIsRestricted: details.parentIsRestricted,
    onContract: details.onContract,
    onMatter: details.onMatter,
    contractSpecificEmail: mailAddress,
    expiry: contract.expiry,
    teamId: contract.teamId,
    externalId: contract.externalId,
    lastStatusMessage: details.lastStatusMessage ? statusMessageToV1(details.lastStatusMessage) : null,
    owner: owner ? personToV1(owner) : null,
    executedDateUtc: utcTextOrNull(contract.executedAt),
  }
}

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
  columnOf: (name) => columns.get(name) ?? name,
}
