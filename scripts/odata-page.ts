// Generates docs/odata-properties.md: what each v2 list can be filtered and sorted by, from the tables used by the
// code.
import { propertiesOfChoices, propertiesOfValues } from '../server/http/v2/field-properties.ts'
import type { OpenApiDocument } from '../server/http/openapi.ts'
import {
  collectionFinder,
  operationsOf,
  type Properties,
  propertyFinder,
} from '../server/http/v2/odata-properties.ts'
import type { ColumnKind } from '../server/platform/lists/list-query.ts'
import type { DocumentedList } from './odata-lists.ts'
import { type Refusals, refusalsOf, reports } from './odata-refusals.ts'
import { type ShownPath, shownPaths } from './shown-paths.ts'

/** The page of all properties. Throws if a list of the API is missing, or a documented one does not exist. */
export function odataPage(lists: readonly DocumentedList[], document: OpenApiDocument): string {
  const known = new Set(lists.flatMap(({ paths }) => paths))
  const filtered = new Set(filteredPaths(document))
  const missing = [...filtered].filter((path) => !known.has(path))
  if (missing.length > 0) throw new Error(`Add to scripts/odata-lists.ts: ${missing.join(', ')}`)
  const gone = [...known].filter((path) => !filtered.has(path))
  if (gone.length > 0)
    throw new Error(`scripts/odata-lists.ts documents lists that do not exist: ${gone.join(', ')}`)
  const faults = lists.flatMap((list) => faultsOf(list, document))
  if (faults.length > 0) throw new Error(`In scripts/odata-refusals.ts: ${faults.join('; ')}`)
  return [
    '# Properties of v2 lists',
    '',
    '<!-- GENERATED from the sources by `npm run generate`; do not edit. -->',
    '',
    'The properties each list can be filtered and sorted by, with their operators. The operators are',
    'explained in [odata.md](odata.md). What a list shows and a filter refuses follows, with the reason.',
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

/** What the list shows that neither filters nor is refused with a reason, and refusals that say too much. */
export function faultsOf({ paths, resource, withFields }: DocumentedList, document: OpenApiDocument) {
  const refusals = refusalsOf[paths[0] ?? ''] ?? {}
  const find = propertyFinder(resource)
  const findCollection = collectionFinder(resource)
  const filters = ({ path }: ShownPath, all: readonly ShownPath[]): boolean => {
    const segments = path.split('/')
    if (withFields && segments[0] === 'Fields') return true
    if (find(segments) !== undefined || findCollection(segments) !== undefined) return true
    const collection = all.find(
      ({ path: whole, isCollection }) => isCollection && path.startsWith(`${whole}/`),
    )
    if (collection) {
      const inner = segments.slice(collection.path.split('/').length)
      return findCollection(collection.path.split('/'))?.find(inner) !== undefined
    }
    // an object that is always there is asked by what is in it
    const below = all.filter(({ path: other }) => other.startsWith(`${path}/`))
    return below.some((other) => filters(other, all))
  }
  return paths.flatMap((path) => {
    const shown = reports.has(path) ? [] : (shownPaths(document, path) ?? [])
    const isRefused = (name: string) => refusalOf(name, refusals) !== undefined
    const missing = shown.filter((one) => !filters(one, shown) && !isRefused(one.path))
    const gone =
      shown.length === 0
        ? []
        : Object.keys(refusals).filter((name) => !shown.some((one) => one.path === name))
    const needless = shown.filter((one) => isRefused(one.path) && filters(one, shown))
    return [
      ...missing.map((one) => `${path} shows ${one.path}, which neither filters nor is refused`),
      ...gone.map((name) => `${path} does not show ${name}`),
      ...needless.map((one) => `${path} refuses ${one.path}, which filters`),
    ]
  })
}

/** Why a property is refused: for itself, or with what it is in. */
const refusalOf = (path: string, refusals: Refusals): string | undefined =>
  Object.entries(refusals).find(([name]) => path === name || path.startsWith(`${name}/`))?.[1]

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
    ...refusedOf(paths[0] ?? ''),
    ...(withFields ? ['In addition to these: [custom fields](#custom-fields).', ''] : []),
  ]
}

const refusedOf = (list: string): readonly string[] => {
  const refused = Object.entries(refusalsOf[list] ?? {})
  return refused.length === 0
    ? []
    : ['Refused:', '', ...refused.map(([path, reason]) => `- \`${path}\` ${reason}.`), '']
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
