// Generates docs/odata-properties.md: what each v2 list can be filtered and sorted by, from the tables used by the
// code.
import { propertiesOfChoices, propertiesOfValues } from '../server/http/v2/field-properties.ts'
import type { OpenApiDocument } from '../server/http/openapi.ts'
import { operationsOf, type Properties } from '../server/http/v2/odata-properties.ts'
import type { ColumnKind } from '../server/platform/lists/list-query.ts'
import type { DocumentedList } from './odata-lists.ts'

/** The page of all properties. Throws if a list of the API is missing, or a documented one does not exist. */
export function odataPage(lists: readonly DocumentedList[], document: OpenApiDocument): string {
  const known = new Set(lists.flatMap(({ paths }) => paths))
  const filtered = new Set(filteredPaths(document))
  const missing = [...filtered].filter((path) => !known.has(path))
  if (missing.length > 0) throw new Error(`Add to scripts/odata-lists.ts: ${missing.join(', ')}`)
  const gone = [...known].filter((path) => !filtered.has(path))
  if (gone.length > 0)
    throw new Error(`scripts/odata-lists.ts documents lists that do not exist: ${gone.join(', ')}`)
  return [
    '# Properties of v2 lists',
    '',
    '<!-- GENERATED from the sources by `npm run generate`; do not edit. -->',
    '',
    'The properties each list can be filtered and sorted by, with their operators. The operators are',
    'explained in [odata.md](odata.md).',
    '',
    ...lists.flatMap(sectionOf),
    ...fieldsSection(),
  ].join('\n')
}

interface Parameter {
  readonly name?: string
}

const filteredPaths = ({ paths }: OpenApiDocument): readonly string[] =>
  Object.entries(paths).flatMap(([path, operations]) => {
    const { parameters = [] } = (operations['get'] ?? {}) as { readonly parameters?: readonly Parameter[] }
    return parameters.some(({ name }) => name === '$filter') ? [path] : []
  })

function sectionOf({ paths, resource, withFields }: DocumentedList): readonly string[] {
  const { catalogue, properties, collections = {}, collectionProperties = {} } = resource
  const kindOf = (column: string) => catalogue[column]?.kind
  const quantified = Object.entries(collectionProperties).flatMap(([path, collection]) => {
    const inner = collections[collection.collection]?.catalogue ?? {}
    return rowsOf(collection.properties, (column) => inner[column]?.kind, `${path}/any(x: x/…), all: `)
  })
  return [
    `## ${paths[0]}`,
    '',
    ...(paths.length > 1 ? [`Also ${paths.slice(1).join(', ')}.`, ''] : []),
    ...table([...rowsOf(properties, kindOf), ...quantified]),
    ...(withFields ? ['In addition to these: [custom fields](#custom-fields).', ''] : []),
  ]
}

type KindOf = (column: string) => ColumnKind | undefined

function rowsOf(properties: Properties, kindOf: KindOf, before = ''): readonly string[] {
  return Object.entries(properties).map(([path, property]) => {
    const kind = kindOf(property.column)
    if (!kind) throw new Error(`${path} has no column`)
    const operators = property.isThing ? 'eq ne (null)' : operationsOf(property, kind).join(' ')
    return `| ${before}\`${path}\` | ${operators} | ${property.sorted ? 'yes' : ''} |`
  })
}

const table = (rows: readonly string[]) => [
  '| property | operators | sorts |',
  '| --- | --- | --- |',
  ...rows,
  '',
]

const kindsOfValues: Readonly<Record<keyof typeof propertiesOfValues, ColumnKind>> = {
  Text: 'text',
  Decimal: 'number',
  Boolean: 'boolean',
  Date: 'date',
  Option: 'text',
  User: 'text',
}

/** People are identified by two kinds of id; other parts of a value have the kind of the field. */
const kindOfPart = (type: keyof typeof propertiesOfValues, column: string): ColumnKind =>
  column === '/id' ? 'uuid' : column === '/organisationId' ? 'integer' : kindsOfValues[type]

function fieldsSection(): readonly string[] {
  const types = Object.keys(propertiesOfValues) as (keyof typeof propertiesOfValues)[]
  const rows = types.flatMap((type) => {
    const named = Object.entries(propertiesOfValues[type]).map(([path, listed]) => [
      `Fields/<name>${path}`,
      listed,
    ])
    return rowsOf(Object.fromEntries(named) as Properties, (column) => kindOfPart(type, column), `${type} `)
  })
  const choices = rowsOf(propertiesOfChoices, () => 'text', 'MultiOption `Fields/<name>/any(x: x/…)`, all: ')
  return [
    '## Custom fields',
    '',
    'By the type of the field, as returned by `/v2/fields`.',
    '',
    ...table([...rows, ...choices]),
  ]
}
