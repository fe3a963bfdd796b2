// Contracts in the shapes of v2.
import { fieldValuesV2, fieldUpdateFromV2, newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import {
  createdExample,
  namedReference,
  nullable,
  nullableChoice,
  nullableObject,
  personExample,
} from '../../http/v2/references.wire.ts'
import {
  auditedV2,
  listedOf,
  namedV2,
  objectV2,
  type ShapeV2,
  userV2,
  valueV2,
} from '../../http/v2/shapes.ts'
import { type ListFilters, memberProperties } from '../../records/v2/filters.wire.ts'
import { filtered, sorted } from '../../http/v2/odata-properties.ts'
import { schemasOf } from '../../http/shape.ts'
import {
  choiceIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  refuseStatus,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import { badInput } from '../../platform/errors.ts'
import { readWrittenTime } from '../../platform/time/local-time.ts'
import type { ContractChanges } from '../commands/update-contract.ts'
import { contractStages, nameProblem } from '../contract.ts'

const fileReference = {
  ...namedReference,
  version: Type.Optional(Type.Integer({ readOnly: true })),
} as const

/** A contract in v2. */
export const contractShape = {
  id: valueV2('id', nullable<number>('integer', { readOnly: true })),
  displayId: valueV2(
    'number',
    nullable<string>('string', {
      readOnly: true,
      description: 'Its number, by the pattern of your organisation; null without one.',
    }),
  ),
  name: valueV2('name', nullable<string>('string')),
  type: namedV2('template', { more: { readOnly: true } }),
  owner: userV2('owner'),
  document: objectV2(
    {
      id: valueV2('documentFileId', fileReference.id, 'filtered'),
      name: valueV2('documentName', fileReference.name, 'filtered'),
      version: valueV2('documentVersion', fileReference.version, 'filtered'),
    },
    { presence: 'documentFileId', thing: true, more: { readOnly: true } },
  ),
  expiry: valueV2(
    'expiry',
    nullable<string>('string', {
      format: 'date-time',
      description: 'Local time of the organisation, without zone.',
    }),
  ),
  externalId: valueV2('externalId', nullable<string>('string')),
  fields: fieldValuesV2,
  restricted: valueV2('restricted', nullable<boolean>('boolean')),
  status: valueV2('stage', nullableChoice(contractStages)),
  teamAssigned: namedV2('team', { thing: true }),
  created: auditedV2('created'),
} as const satisfies ShapeV2

const own = schemasOf(contractShape)

export const contractSchema = Type.Object(own, {
  examples: [
    {
      id: 17,
      displayId: 'C-2026-0017',
      name: 'NDA with Zephyr',
      type: { id: 5, name: 'Mutual NDA' },
      owner: personExample,
      document: { id: 4711, name: 'NDA with Zephyr.docx', version: 2 },
      expiry: null,
      externalId: 'CRM-2041',
      fields: {
        counterparty: 'Zephyr Ltd',
        region: { value: 'emea', label: 'Europe' },
        signedOn: '2026-05-06',
      },
      restricted: false,
      status: 'Negotiating',
      teamAssigned: { id: 4, name: 'Commercial' },
      created: createdExample,
    },
  ],
})

const {
  id: _id,
  displayId: _displayId,
  type: _type,
  document: _document,
  created: _created,
  ...changeable
} = own
/** The documentation of a merge patch. */
export const contractChangesSchema = Type.Object(changeable, { additionalProperties: false })
export const contractChangesBody = mergePatchBody(contractChangesSchema, {
  status: 'Signing',
  expiry: null,
  fields: { region: { value: 'apac' } },
})
const { status: _status, ...atFirst } = changeable
/** What the documents say of a new contract. */
export const newContractSchema = Type.Object(
  {
    type: Type.Object(namedReference),
    document: nullableObject(fileReference, {
      description:
        'A file that was uploaded to POST /v2/files for ContractCreation. Without one, the wizard of the type writes the document from the fields.',
    }),
    matter: nullableObject(namedReference, {
      description: 'The matter that it is for: what was answered there fills what is not given here.',
    }),
    id: own.id,
    created: own.created,
    ...atFirst,
  },
  { additionalProperties: false },
)
export const newContractExample = {
  type: { id: 5 },
  name: 'NDA with Zephyr',
  document: { id: 4711 },
  externalId: 'CRM-2041',
  fields: { counterparty: 'Zephyr Ltd', region: { value: 'emea' }, signedOn: '2026-05-06' },
}
export const createdContractSchema = Type.Object({ id: Type.Integer() }, { examples: [{ id: 17 }] })

/** What lists of contracts can be filtered and sorted by of what they show. */
export const contractProperties = listedOf(contractShape)

/** What else they can be filtered and sorted by. */
export const contractFilters: ListFilters = {
  properties: {
    'Parent/Id': filtered('parentId'),
    'Matter/Id': filtered('matterId'),
    'Modified/DateUtc': sorted('updatedAt'),
    'Executed/DateUtc': sorted('executedAt'),
    StageSince: sorted('stageSince'),
    StatusName: filtered('stageName'),
    'Owner/Department/Id': filtered('ownerDepartmentId'),
    'Owner/Department/Name': filtered('ownerDepartmentName'),
    'OtherParty/Id': filtered('otherPartyId'),
    'OtherParty/Name': sorted('otherPartyName'),
    Value: { ...sorted('value'), currency: 'valueCurrency' },
    NextDate: sorted('nextDate'),
    'Renewal/Decision': filtered('renewalDecision'),
    'Renewed/DateUtc': sorted('renewedAt'),
  },
  collections: {
    Members: { collection: 'members', properties: memberProperties },
    WaitingApprovers: { collection: 'waitingApprovers', properties: { Id: filtered('id') } },
    Parties: { collection: 'parties', properties: { Id: filtered('id'), Name: filtered('name') } },
  },
}

/** The names of v2 for the inputs of the operations. */
export const contractInputNames = namesV2({
  teamId: 'teamAssigned',
  ownerId: 'owner',
  templateId: 'type',
  stage: 'status',
  matterId: 'matter',
})

const readOnlyNames = ['id', 'displayId', 'type', 'document', 'created']

/** The changes of a merge patch. */
export function changesFromV2(body: unknown): ContractChanges {
  const properties = propertiesOf(body, Object.keys(changeable), readOnlyNames)
  const fields = fieldUpdateFromV2(properties['fields'])
  return { ...detailsIn(properties), ...stageIn(properties), ...given({ fields }) }
}

/** A new contract, and the file that is to be its document, if there is one. */
export function newContractFromV2(body: unknown) {
  const known = ['type', 'document', 'matter', ...Object.keys(atFirst)]
  refuseStatus(body, 'contract')
  const properties = propertiesOf(body, known, ['id', 'displayId', 'created'])
  const templateId = idIn(properties, 'type')
  if (typeof templateId !== 'number')
    throw badInput('type', 'is missing: the contract type, such as {"id": 5}.')
  const { name, ...details } = detailsIn(properties)
  if (name === undefined) throw badInput('name', 'is missing.')
  return {
    contract: {
      templateId,
      name,
      ...details,
      ...given({ matterId: idIn(properties, 'matter') }),
      fields: newFieldsFromV2(properties['fields']),
    },
    documentId: idIn(properties, 'document') ?? undefined,
  }
}

const stageIn = (properties: Readonly<Record<string, unknown>>) =>
  given({ stage: choiceIn(properties, 'status', contractStages) })

/** What a new and a changed contract have in common. */
function detailsIn(properties: Readonly<Record<string, unknown>>) {
  const name = neverNull('name', textIn(properties, 'name'))
  const problem = name === undefined ? undefined : nameProblem(name)
  if (problem !== undefined) throw badInput('name', problem)
  return given({
    name,
    ownerId: neverNull('owner', userIdIn(properties, 'owner')),
    teamId: idIn(properties, 'teamAssigned'),
    externalId: textIn(properties, 'externalId'),
    restricted: truthIn(properties, 'restricted'),
    expiry: expiryIn(properties),
  })
}

function expiryIn({ expiry }: Readonly<Record<string, unknown>>): string | null | undefined {
  if (expiry === undefined || expiry === null) return expiry
  const local = readWrittenTime(expiry)
  if (!local) throw badInput('expiry', 'must be a local time such as 2026-05-06T17:00:00, or null.')
  return local
}
