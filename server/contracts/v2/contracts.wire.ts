// Contracts in the shapes of v2.
import { fieldUpdateFromV2, newFieldsFromV2 } from '../../fields/v2/values.wire.ts'
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import type { NamedValues } from '../../fields/values/named-values.ts'
import { mergePatchBody } from '../../http/v2/bodies.ts'
import { filtered, type Properties, sorted, thing } from '../../http/v2/odata-properties.ts'
import {
  auditedByUser,
  auditedToV2,
  createdExample,
  namedProperties,
  namedReference,
  namedToV2,
  nullable,
  nullableChoice,
  nullableObject,
  personExample,
  textOf,
  userColumns,
  userProperties,
  userReference,
  userToV2,
} from '../../http/v2/references.wire.ts'
import {
  choiceIn,
  given,
  idIn,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
  userIdIn,
} from '../../http/v2/merge-patch.ts'
import type { ShownFrom } from '../../http/v2/shown-columns.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import { readWrittenTime } from '../../platform/local-time.ts'
import type { ContractChanges } from '../commands/update-contract.ts'
import { contractStages, nameProblem } from '../contract.ts'

const fileReference = {
  ...namedReference,
  version: Type.Optional(Type.Integer({ readOnly: true })),
} as const

const own = {
  id: nullable<number>('integer', { readOnly: true }),
  name: nullable<string>('string'),
  type: nullableObject(namedReference, { readOnly: true }),
  owner: nullableObject(userReference),
  document: nullableObject(fileReference, { readOnly: true }),
  expiry: nullable<string>('string', {
    format: 'date-time',
    description: 'Local time of the organisation, without zone.',
  }),
  externalId: nullable<string>('string'),
  fields: Type.Optional(
    Type.Unsafe<NamedValues | null>({
      type: ['object', 'null'],
      additionalProperties: true,
      description: 'Values of custom fields, by the api name of the field.',
    }),
  ),
  restricted: nullable<boolean>('boolean'),
  status: nullableChoice(contractStages),
  teamAssigned: nullableObject(namedReference),
  created: nullableObject(auditedByUser, { readOnly: true }),
} as const

export const contractSchema = Type.Object(own, {
  examples: [
    {
      id: 17,
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

const { id: _id, type: _type, document: _document, created: _created, ...changeable } = own
export const contractChangesBody = mergePatchBody(Type.Object(changeable, { additionalProperties: false }), {
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

/** The columns that a contract is shown from. */
export const contractShownFrom: ShownFrom = {
  always: ['id', 'organisationId', 'templateId', 'version'],
  of: {
    name: ['name'],
    type: ['templateName'],
    owner: userColumns('owner'),
    document: ['documentFileId', 'documentName', 'documentVersion'],
    expiry: ['expiry'],
    externalid: ['externalId'],
    restricted: ['restricted'],
    status: ['stage'],
    teamassigned: ['teamId', 'teamName'],
    created: ['createdAt', ...userColumns('createdBy')],
  },
}

/** A contract in the shape of v2. */
export function contractToV2(row: ListedRow, values: NamedValues | undefined) {
  const { documentFileId: documentId } = row
  return {
    id: Number(row['id']),
    name: (row['name'] ?? null) as string | null,
    type: { id: Number(row['templateId']), name: textOf(row, 'templateName') },
    owner: userToV2(row, 'owner'),
    document:
      typeof documentId === 'number'
        ? { id: documentId, name: textOf(row, 'documentName'), version: Number(row['documentVersion']) }
        : null,
    expiry: (row['expiry'] ?? null) as string | null,
    externalId: (row['externalId'] ?? null) as string | null,
    fields: values ?? {},
    restricted: row['restricted'] === true,
    status: (row['stage'] ?? null) as (typeof contractStages)[number] | null,
    teamAssigned: namedToV2(row, 'team'),
    created: auditedToV2(row, 'created'),
  }
}

/** What lists of contracts can be filtered and sorted by. */
export const contractProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Document: thing('documentFileId'),
  'Document/Id': filtered('documentFileId'),
  'Document/Name': filtered('documentName'),
  'Document/Version': filtered('documentVersion'),
  'Type/Id': filtered('templateId'),
  'Type/Name': sorted('templateName'),
  ...userProperties('Owner', 'owner'),
  Expiry: sorted('expiry'),
  ExternalId: sorted('externalId'),
  Restricted: sorted('restricted'),
  Status: sorted('stage'),
  ...namedProperties('TeamAssigned', 'team'),
  'Created/DateUtc': sorted('createdAt'),
  ...userProperties('Created/User', 'createdBy'),
  'Created/UserName': sorted('createdByName'),
}

/** The names of v2 for the inputs of the operations. */
export const contractInputNames = namesV2({
  teamId: 'teamAssigned',
  ownerId: 'owner',
  templateId: 'type',
})

const readOnlyNames = ['id', 'type', 'document', 'created']

/** The changes of a merge patch. */
export function changesFromV2(body: unknown): ContractChanges {
  const properties = propertiesOf(body, Object.keys(changeable), readOnlyNames)
  const fields = fieldUpdateFromV2(properties['fields'])
  return { ...detailsIn(properties), ...stageIn(properties), ...given({ fields }) }
}

/** A new contract, and the file that is to be its document, if there is one. */
export function newContractFromV2(body: unknown) {
  const known = ['type', 'document', ...Object.keys(atFirst)]
  const properties = propertiesOf(body, known, ['id', 'created', 'status'])
  const templateId = idIn(properties, 'type')
  if (typeof templateId !== 'number')
    throw badInput('type', 'is missing: the contract type, such as {"id": 5}.')
  const { name, ...details } = detailsIn(properties)
  if (name === undefined) throw badInput('name', 'is missing.')
  return {
    contract: { templateId, name, ...details, fields: newFieldsFromV2(properties['fields']) },
    documentId: idIn(properties, 'document') ?? undefined,
  }
}

const stageIn = (properties: Readonly<Record<string, unknown>>) =>
  given({ stage: choiceIn(properties, 'status', contractStages) })

/** What a new and a changed contract have in common. */
export function detailsIn(properties: Readonly<Record<string, unknown>>) {
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
