// Contract types and their groups as administrators see and change them, in the shape of v2.
import { namesV2 } from '../../http/input-names.ts'
import Type from 'typebox'
import { jsonBody, mergePatchBody } from '../../http/v2/bodies.ts'
import {
  choiceIn,
  given,
  idIn,
  needed,
  neverNull,
  propertiesOf,
  textIn,
  truthIn,
} from '../../http/v2/merge-patch.ts'
import { type Properties, sorted } from '../../http/v2/odata-properties.ts'
import { namedReference, namedToV2, nullable, nullableObject, textOf } from '../../http/v2/references.wire.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListedRow } from '../../platform/lists/list-rows.ts'
import type { NewContractTemplate } from '../commands/create-contract-template.ts'
import { type TemplateDraft, templateCategories } from '../commands/write-contract-template.ts'
import { contractTypeSchema, contractTypeShownFrom, contractTypeToV2 } from './types.wire.ts'

const word = Type.Unsafe<TemplateDraft['category']>({ type: 'string', enum: [...templateCategories] })
const longest = 1_000
const written = {
  name: Type.String({ maxLength: 255 }),
  description: nullable<string>('string', { maxLength: longest, description: 'What it is for.' }),
  parent: Type.Object(
    { id: Type.Optional(Type.Integer()), name: Type.Optional(Type.String()) },
    {
      description:
        'Its group: by id or, for a new type, by name, which creates the group if it does not exist.',
    },
  ),
  category: word,
  teamAssigned: nullableObject(namedReference, { description: 'The team of new contracts that name none.' }),
  teamAssignmentRequired: Type.Optional(Type.Boolean()),
  amends: Type.Optional(
    Type.Boolean({ description: 'Contracts of it amend the one above them; others are work under it.' }),
  ),
  signedCopyRequired: Type.Optional(
    Type.Boolean({
      description:
        'Contracts of it become Executed only with a signed copy: PUT /v2/contracts/{contractId}/signedCopy.',
    }),
  ),
} as const

const example = {
  name: 'Lease',
  description: 'Land and buildings that we rent.',
  parent: { name: 'Property' },
  category: 'Commercial',
  teamAssigned: null,
  teamAssignmentRequired: false,
  amends: false,
  signedCopyRequired: false,
}

/** A contract type with all its properties. */
export const contractTypeDetailsSchema = Type.Object(
  {
    ...contractTypeSchema.properties,
    description: written.description,
    category: word,
    teamAssigned: written.teamAssigned,
    amends: Type.Boolean(),
    signedCopyRequired: Type.Boolean(),
    placeholders: Type.Unsafe<string[] | null>({
      type: ['array', 'null'],
      items: { type: 'string' },
      readOnly: true,
      description: 'The placeholders of its wizard document; null without a wizard.',
    }),
  },
  {
    examples: [
      { id: 5, hasWizard: true, ...example, parent: { id: 2, name: 'Property' }, placeholders: ['rent'] },
    ],
  },
)
export const contractTypeDetailsColumns = [
  ...contractTypeShownFrom.always,
  ...Object.values(contractTypeShownFrom.of).flat(),
  'description',
  'category',
  'teamId',
  'teamName',
  'amends',
  'signedCopyRequired',
  'wizardNames',
]

/** A contract type as its administrators see it. */
export const contractTypeDetailsToV2 = (row: ListedRow) => ({
  ...contractTypeToV2(row),
  description: (row['description'] ?? null) as string | null,
  category: textOf(row, 'category') as TemplateDraft['category'],
  teamAssigned: namedToV2(row, 'team'),
  amends: row['amends'] === true,
  signedCopyRequired: row['signedCopyRequired'] === true,
  placeholders: row['hasWizard'] === true ? ((row['wizardNames'] ?? null) as string[] | null) : null,
})

export const newContractTypeBody = jsonBody(Type.Object(written, { additionalProperties: false }), example)
export const contractTypeChangesBody = mergePatchBody(
  Type.Partial(Type.Object(written, { additionalProperties: false })),
  { name: 'Lease of land', parent: { id: 3 } },
)
export const createdSchema = Type.Object({ id: Type.Integer() }, { examples: [{ id: 5 }] })

/** The names of v2 for the inputs of the operations. */
export const contractTypeInputNames = namesV2({ groupId: 'parent', teamId: 'teamAssigned' })

const readOnly = ['id', 'hasWizard', 'placeholders']

/** The changes of a merge patch. */
export function contractTypeChangesFromV2(body: unknown): Partial<TemplateDraft> {
  const properties = propertiesOf(body, Object.keys(written), readOnly)
  return given({
    groupId: neverNull('parent', idIn(properties, 'parent')),
    ...detailsIn(properties),
  })
}

const detailsIn = (properties: Readonly<Record<string, unknown>>) =>
  given({
    name: neverNull('name', textIn(properties, 'name')),
    description: textIn(properties, 'description', { longest }),
    category: choiceIn(properties, 'category', templateCategories),
    teamId: idIn(properties, 'teamAssigned'),
    teamRequired: truthIn(properties, 'teamAssignmentRequired'),
    amends: truthIn(properties, 'amends'),
    signedCopyRequired: truthIn(properties, 'signedCopyRequired'),
  })

/** A new contract type; 400 names what is missing. */
export function newContractTypeFromV2(body: unknown): Omit<NewContractTemplate, 'organisationId'> {
  const properties = propertiesOf(body, Object.keys(written), readOnly)
  const { name, category, ...more } = detailsIn(properties)
  return {
    name: needed('name', name),
    category: needed('category', category),
    group: groupIn(properties['parent']),
    ...more,
  }
}

function groupIn(parent: unknown): string | number {
  const reference = typeof parent === 'object' && parent !== null ? { ...parent } : {}
  if ('id' in reference) return needed('parent', idIn({ parent }, 'parent') ?? undefined)
  const name = textIn(reference, 'name')
  if (typeof name === 'string') return name
  throw badInput('parent', 'is missing: the group, {"id": 2} or {"name": "Property"}.')
}

export const groupSchema = Type.Object(
  {
    id: Type.Integer({ readOnly: true }),
    name: Type.String(),
    place: Type.Integer({
      readOnly: true,
      description: 'Where it is among the groups: those below it have more.',
    }),
  },
  { title: 'ContractGroup', examples: [{ id: 2, name: 'Property', place: 1 }] },
)
const groupName = Type.Object({ name: Type.String({ maxLength: 255 }) }, { additionalProperties: false })
export const newGroupBody = jsonBody(groupName, { name: 'Suppliers' })
export const groupChangesBody = mergePatchBody(groupName, { name: 'Real estate' })

/** What lists of groups can be filtered and sorted by. */
export const groupProperties: Properties = {
  Id: sorted('id'),
  Name: sorted('name'),
  Place: sorted('place'),
}

/** A group as v2 shows it. */
export const groupToV2 = (row: ListedRow) => ({
  id: Number(row['id']),
  name: textOf(row, 'name'),
  place: Number(row['place']),
})

/** The name of a new group, or the new name of one. */
export function groupNameFromV2(body: unknown): string {
  const properties = propertiesOf(body, ['name'], ['id'])
  return needed('name', neverNull('name', textIn(properties, 'name')))
}
