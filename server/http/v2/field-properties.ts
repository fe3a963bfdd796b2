// Custom fields in list queries: which of them a request names, and which properties each value type has.
import type { FastifyRequest } from 'fastify'
import type { Catalogue, Collections } from '../../platform/lists/list-query.ts'
import {
  type CollectionProperties,
  filtered,
  type Properties,
  type Resource,
  sorted,
  thing,
} from './odata-properties.ts'
import { checkLength } from './odata-syntax.ts'
import { tokensOf } from './odata-tokens.ts'
import { bareObject } from '../../platform/bare-object.ts'

interface NamedField {
  readonly name: string
  readonly valueType: 'Text' | 'Decimal' | 'Boolean' | 'Date' | 'Option' | 'MultiOption' | 'User'
}

/** The fields named by a request, with their columns: `fields/<name>`, `fields/<name>/value` and so on. */
interface NamedColumns {
  readonly fields: readonly NamedField[]
  readonly catalogue: Catalogue
  readonly collections: Collections
}

/** The names after `Fields/` in $filter and $orderby; 400 if they cannot be parsed. */
export function fieldNamesIn(request: FastifyRequest): readonly string[] {
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return query.flatMap(([written, value]) => {
    const option = written.toLowerCase()
    if ((option !== '$filter' && option !== '$orderby') || typeof value !== 'string') return []
    return fieldNamesInText(value, option)
  })
}

/** The names after `Fields/` in the text of an option; 400 if it cannot be parsed. */
export function fieldNamesInText(text: string, option: string): readonly string[] {
  checkLength(text, option)
  const tokens = tokensOf(text, option)
  return tokens.flatMap(({ text: word }, index) => {
    const isName = tokens[index - 1]?.kind === '/' && tokens[index - 2]?.text.toLowerCase() === 'fields'
    return isName ? [word] : []
  })
}

/** The properties of each value type, below the field's own path. */
export const propertiesOfValues: Readonly<
  Record<Exclude<NamedField['valueType'], 'MultiOption'>, Properties>
> = {
  Text: { '': sorted('') },
  Decimal: { '': sorted('') },
  Boolean: { '': sorted('') },
  Date: { '': sorted('') },
  Option: { '': thing(''), '/Value': sorted('/value'), '/Label': sorted('/label') },
  User: {
    '': thing(''),
    '/Id': sorted('/id'),
    '/Email': sorted('/email'),
    '/FirstName': sorted('/firstName'),
    '/LastName': sorted('/lastName'),
    '/OrganizationId': filtered('/organisationId'),
  },
}

/** The properties that `any` and `all` can use on multiple-choice fields. */
export const propertiesOfChoices: Properties = { Value: filtered('value'), Label: filtered('label') }

/** A list with the fields named by the request among its properties. */
export function withFields<Listed extends Resource>(
  listed: Listed,
  { fields, catalogue, collections }: NamedColumns,
): Listed {
  if (fields.length === 0) return listed
  const properties = bareObject<Properties[string]>(listed.properties)
  const collectionProperties = bareObject<CollectionProperties[string]>({
    ...listed.collectionProperties,
  })
  for (const { name, valueType } of fields) {
    const key = `fields/${name}`
    if (valueType === 'MultiOption') {
      collectionProperties[key] = { collection: key, properties: propertiesOfChoices }
      continue
    }
    for (const [path, property] of Object.entries(propertiesOfValues[valueType])) {
      properties[`${key}${path}`] = { ...property, column: `${key}${property.column}` }
    }
  }
  return {
    ...listed,
    properties,
    collectionProperties,
    catalogue: { ...listed.catalogue, ...catalogue },
    collections: { ...listed.collections, ...collections },
  }
}
