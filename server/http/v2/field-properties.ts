// Custom fields in the queries of lists: which of them a request names, and what can be asked of each by the kind of its value.
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

/** The fields that a request names, with columns for what they are made of: `fields/<name>`, `fields/<name>/value` and so on. */
interface NamedColumns {
  readonly fields: readonly NamedField[]
  readonly catalogue: Catalogue
  readonly collections: Collections
}

/** The names after `Fields/` in $filter and $orderby; 400 for what cannot be read. */
export function fieldNamesIn(request: FastifyRequest): readonly string[] {
  const query = Object.entries(request.query as Readonly<Record<string, unknown>>)
  return query.flatMap(([written, value]) => {
    const option = written.toLowerCase()
    if ((option !== '$filter' && option !== '$orderby') || typeof value !== 'string') return []
    checkLength(value, option)
    const tokens = tokensOf(value, option)
    return tokens.flatMap(({ text }, index) => {
      const isName = tokens[index - 1]?.kind === '/' && tokens[index - 2]?.text.toLowerCase() === 'fields'
      return isName ? [text] : []
    })
  })
}

/** What can be asked of each kind of value, under the field's own path. */
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

/** What `any` and `all` can ask of fields of several choices. */
export const propertiesOfChoices: Properties = { Value: filtered('value'), Label: filtered('label') }

/** A list with the fields that the request names among its properties. */
export function withFields<Listed extends Resource>(
  listed: Listed,
  { fields, catalogue, collections }: NamedColumns,
): Listed {
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
