// Bodies and answers as named schemas, each once, so that clients have a type of each: `Matter`, `NewMatter`,
// `MatterChanges`, `MatterPage`. The names follow from the ids of the operations; where that reads badly, a schema
// states its own as `title`.
import type { Direction, OpenApiDocument, Operation, Response, Schema, SharedSchema } from './document.ts'
import { capitalised } from '../../platform/capitalised.ts'
import { shapeOf } from './schema-shape.ts'

interface Media {
  schema?: Schema
  example?: unknown
}
interface Body {
  readonly direction: Direction
  readonly operationId: string
  readonly path: string
  readonly media: Media
}

/** What has a name so far. */
interface Names {
  readonly components: Map<string, Schema>
  readonly byShape: Map<string, string>
  readonly shared: readonly SharedSchema[]
}

/** Moves the bodies and answers of the document, and the objects that they share, to its components. */
export function nameSchemas(document: OpenApiDocument, shared: readonly SharedSchema[]): void {
  const names: Names = { components: new Map(), byShape: new Map(), shared }
  for (const { direction, name, schema } of shared) {
    names.byShape.set(shapeOf(direction, schema), name)
    names.components.set(name, withinObject(names, direction, schema))
  }
  const bodies = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.values(methods).flatMap((operation) => bodiesOf(path, operation)),
  )
  for (const body of bodies.toSorted((a, b) => rankOf(a) - rankOf(b) || a.path.length - b.path.length))
    nameBody(names, body)
  const all = [...Object.entries(document.components?.schemas ?? {}), ...names.components]
  const sorted = all.toSorted(([a], [b]) => (a < b ? -1 : 1))
  document.components = { ...document.components, schemas: Object.fromEntries(sorted) }
}

function bodiesOf(path: string, operation: Operation): readonly Body[] {
  const { operationId = '', requestBody, responses = {} } = operation
  const answers = Object.entries(responses as Record<string, Response>)
  const found = (direction: Direction, content: Response['content'] = {}) =>
    Object.entries(content)
      .filter(([type]) => /[/+]json$/.test(type))
      .map(([, media]) => ({ direction, operationId, path, media }))
  return [
    ...found('sent', requestBody?.content),
    ...answers.flatMap(([, { content }]) => found('answered', content)),
  ]
}

/** What is got gives its name to what other calls answer with, and these to what is listed. */
const rankOf = ({ direction, operationId }: Body) =>
  direction === 'sent' ? 3 : operationId.startsWith('get') ? 0 : operationId.startsWith('list') ? 2 : 1

function nameBody(names: Names, { direction, operationId, media }: Body): void {
  if (!media.schema) return
  const { examples, ...schema } = media.schema
  if (Array.isArray(examples) && examples.length > 0) media.example ??= examples[0] as unknown
  const isOfThing = direction === 'answered' && /^(get|list)/.test(operationId)
  const wanted = wantedName(direction, operationId)
  const ofItem = { wanted: singular(wanted), isOfThing }
  media.schema =
    direction === 'answered' && isPage(schema)
      ? pageNamed(names, schema, ofItem)
      : schema['type'] === 'array'
        ? { ...schema, items: named(names, direction, schema['items'] as Schema, ofItem) }
        : named(names, direction, schema, { wanted, isOfThing })
}

/**
 * `NewMatter` for the body of `createMatter`, `MatterChanges` for that of `updateMatter`, `Matter` for the answer of
 * `getMatter`.
 */
function wantedName(direction: Direction, operationId: string): string {
  const [, id = '', verb = '', noun = '', version = ''] =
    /^(([a-z]+)([A-Z]\w*?)?)(V1)?$/.exec(operationId) ?? []
  if (direction === 'answered')
    return `${verb === 'get' || verb === 'list' ? noun : `${capitalised(id)}Result`}${version}`
  const name =
    verb === 'create' ? `New${noun}` : verb === 'update' ? `${noun}Changes` : `${capitalised(id)}Input`
  return `${name}${version}`
}

const isPage = (schema: Schema) => itemsNameOf(schema) !== undefined
const itemsNameOf = ({ properties }: Schema) =>
  ['items', 'data'].find((name) => {
    const list = (properties as Readonly<Record<string, Schema>> | undefined)?.[name]
    return isObject(list?.['items'] as Schema | undefined)
  })

function pageNamed(names: Names, schema: Schema, ofItem: Name): Schema {
  const listName = itemsNameOf(schema) ?? 'items'
  const properties = schema['properties'] as Readonly<Record<string, Schema>>
  const list = properties[listName] ?? {}
  const item = named(names, 'answered', list['items'] as Schema, { ...ofItem, isListed: true })
  const name = String(item['$ref']).split('/').at(-1) ?? ''
  const version = name.endsWith('V1') ? 'V1' : ''
  const kind = ['nextLink', 'total'].some((each) => Object.hasOwn(properties, each)) ? 'Page' : 'List'
  const page = { ...schema, properties: { ...properties, [listName]: { ...list, items: item } } }
  const pageName = `${name.slice(0, name.length - version.length)}${kind}${version}`
  return named(names, 'answered', page, { wanted: pageName, isOfThing: true })
}

interface Name {
  readonly wanted: string
  /** Whether it is an item of a list, which $select may leave properties out of. */
  readonly isListed?: true
  /** Whether it is the name of a thing, which every other answer with that thing has; not of one call. */
  readonly isOfThing?: boolean
}

/** A reference to the schema under its name; what is no object stays where it is. */
function named(
  names: Names,
  direction: Direction,
  schema: Schema,
  { wanted, isListed, isOfThing = false }: Name,
): Schema {
  if (!isObject(schema)) return within(names, direction, schema)
  const shape = shapeOf(direction, schema)
  const title = typeof schema['title'] === 'string' ? schema['title'] : undefined
  const isShared = names.shared.some((each) => each.name === names.byShape.get(shape))
  // one with a title is not what happens to have the same properties
  const key = isShared && title !== undefined ? `${title} ${shape}` : shape
  const known =
    names.byShape.get(key) ??
    names.byShape.get(`${wanted} ${shape}`) ??
    (isListed && names.byShape.get(looseShapeOf(schema)))
  if (known) return referenceTo(names, known, schema)
  const stated = title ?? wanted
  const name = names.components.has(stated) && isListed ? `Listed${stated}` : stated
  if (names.components.has(name))
    throw new Error(
      `Two schemas are named ${name}: state the title of one of them, so that clients tell them apart.`,
    )
  const isThing = title !== undefined || isOfThing
  names.byShape.set(isThing ? key : `${wanted} ${shape}`, name)
  if (isThing && key === shape) names.byShape.set(looseShapeOf(schema), name)
  const { title: _, type: _type, ...rest } = schema
  names.components.set(name, withinObject(names, direction, { type: 'object', ...rest }))
  return referenceTo(names, name, schema)
}

/** Equal also where one of the two says less of what is always there. */
function looseShapeOf(schema: Schema): string {
  const { required: _, ...rest } = schema
  return `loose ${shapeOf('answered', rest)}`
}

function referenceTo({ components }: Names, name: string, schema: Schema): Schema {
  const reference = { $ref: `#/components/schemas/${name}` }
  const { description, readOnly } = schema
  const more = {
    ...(description !== undefined && description !== components.get(name)?.['description']
      ? { description }
      : {}),
    ...(readOnly === undefined ? {} : { readOnly }),
  }
  if ([schema['type']].flat().includes('null')) return { anyOf: [reference, { type: 'null' }], ...more }
  return Object.keys(more).length > 0 ? { allOf: [reference], ...more } : reference
}

/** The schema with references to what it shares with others. */
function within(names: Names, direction: Direction, schema: Schema): Schema {
  if (isObject(schema)) {
    const known = sharedName(names, direction, schema) ?? names.byShape.get(shapeOf(direction, schema))
    if (known) return referenceTo(names, known, schema)
    if (typeof schema['title'] === 'string')
      return named(names, direction, schema, { wanted: schema['title'] })
    return withinObject(names, direction, schema)
  }
  return Object.fromEntries(
    Object.entries(schema).map(([key, value]) => [key, partWithin(names, direction, key, value)]),
  )
}

function partWithin(names: Names, direction: Direction, key: string, value: unknown): unknown {
  const inside = (each: unknown) =>
    typeof each === 'object' && each !== null ? within(names, direction, each as Schema) : each
  if (key === 'items' || key === 'additionalProperties') return inside(value)
  return ['anyOf', 'allOf', 'oneOf'].includes(key) && Array.isArray(value) ? value.map(inside) : value
}

function withinObject(names: Names, direction: Direction, schema: Schema): Schema {
  const all = schema['properties'] as Readonly<Record<string, Schema>>
  const properties = Object.fromEntries(
    Object.entries(all).map(([name, property]) => [
      name,
      within(names, direction, direction === 'answered' ? asAnswered(name, property) : property),
    ]),
  )
  const declared = (schema['required'] ?? []) as readonly string[]
  // what was answered has its id, whatever $select leaves out
  const required = Object.keys(all).filter(
    (name) => declared.includes(name) || (direction === 'answered' && name === 'id'),
  )
  const { examples: _, required: _declared, ...rest } = schema
  return { ...rest, ...(required.length > 0 ? { required } : {}), properties }
}

/** What was answered has its own id, which callers may leave out. */
function asAnswered(name: string, property: Schema): Schema {
  const { default: _, ...shown } = property
  return name === 'id' && shown['readOnly'] === true && Array.isArray(shown['type'])
    ? { ...shown, type: shown['type'].find((each) => each !== 'null') as unknown }
    : shown
}

const isObject = (schema: Schema | undefined): schema is Schema =>
  schema !== undefined &&
  [schema['type']].flat().includes('object') &&
  Object.keys(schema['properties'] ?? {}).length > 0

const sharedName = ({ shared }: Names, direction: Direction, schema: Schema) =>
  shared.find((each) => each.direction === direction && each.matches?.(schema))?.name

const singular = (name: string) => {
  const [, noun = name, version = ''] = /^(.*?)(V1)?$/.exec(name) ?? []
  const one = noun.endsWith('ies') ? `${noun.slice(0, -3)}y` : /[^s]s$/.test(noun) ? noun.slice(0, -1) : noun
  return `${one}${version}`
}
