// The semantics of $filter: each name is resolved to a property of the list, each value parsed by the type of the
// property.
import { AppError, badInput } from '../../platform/errors.ts'
import { tooCostly } from '../../platform/lists/filter-weight.ts'
import { mergeCollections } from '../../platform/lists/merge-collections.ts'
import type { Column, ColumnKind, Filter, Value } from '../../platform/lists/list-query.ts'
import { readValue } from '../../platform/lists/list-values.ts'
import type { LocalToday } from '../../platform/time/local-time.ts'
import { invalidQuery, type KnownNames, unsupportedOperation, unsupportedProperty } from './odata-problems.ts'
import {
  collectionFinder,
  namesToFilter,
  type Operation,
  type Property,
  propertyFinder,
  type Resource,
} from './odata-properties.ts'
import { type Literal, type Node, type Operator, parseFilter, type Path } from './odata-syntax.ts'

const option = '$filter'

/** What `me()` and `today(n)` stand for when the filter runs. */
export interface Asking {
  readonly userId: string
  /** The current day where the caller works, and when days begin there. */
  readonly today: LocalToday
}

/** Where names are resolved: in the list, or in one of its collections. */
interface Scope {
  readonly known: KnownNames
  readonly asking: Asking
  readonly find: (path: readonly string[]) => Property | undefined
  /** The required prefix of paths inside any and all. */
  readonly variable: string | undefined
  readonly findCollection: ReturnType<typeof collectionFinder>
}

/** The filter of a $filter; 400 naming what is wrong with it. */
export function filterFromV2(source: string, resource: Resource, asking: Asking): Filter {
  const scope: Scope = {
    known: namesToFilter(resource),
    asking,
    find: propertyFinder(resource),
    variable: undefined,
    findCollection: collectionFinder(resource),
  }
  const filter = mergeCollections(conditionOf(parseFilter(source), scope))
  const fault = tooCostly(filter, resource)
  if (fault !== undefined) throw badInput(option, fault)
  return filter
}

function conditionOf(node: Node, scope: Scope): Filter {
  switch (node.kind) {
    case 'and':
    case 'or':
      return { kind: node.kind, parts: node.parts.map((part) => conditionOf(part, scope)) }
    case 'not':
      return { kind: 'not', part: conditionOf(node.part, scope) }
    case 'compare':
      return comparisonOf(node, scope)
    case 'in':
      return membershipOf(node, scope)
    case 'test':
      return testOf(node, scope)
    case 'any':
    case 'all':
      return quantifiedOf(node, scope)
    case 'path':
      return statementOf(node, scope)
    case 'literal':
      // true and false may be used alone: everything, nothing
      if (node.type === 'boolean') return { kind: node.text === 'true' ? 'and' : 'or', parts: [] }
      throw aConditionWasExpected(node)
    default:
      throw aConditionWasExpected(node)
  }
}

const aConditionWasExpected = ({ at }: Node) =>
  invalidQuery(option, at, "a condition was expected, such as Name eq 'Lease'")

const written = ({ segments }: Path) => segments.join('/')

/** `Restricted` alone: as `Restricted eq true`, but unknown where there is no answer. */
function statementOf(path: Path, scope: Scope): Filter {
  const property = propertyOf(path, scope)
  if (property.kept.kind !== 'boolean' || property.isThing) throw aConditionWasExpected(path)
  return { kind: 'compare', name: property.column, comparison: 'eq', value: true, unknownIfNull: true }
}

const mirrored: Readonly<Record<Operator, Operator>> = {
  eq: 'eq',
  ne: 'ne',
  gt: 'lt',
  ge: 'le',
  lt: 'gt',
  le: 'ge',
}

const isCondition = ({ kind }: Node) => !['literal', 'path', 'tolower'].includes(kind)

function comparisonOf(node: Extract<Node, { kind: 'compare' }>, scope: Scope): Filter {
  const { operator, left, right, at } = node
  if (isCondition(left)) return truthOf(left, operator, right, scope)
  if (isCondition(right)) return truthOf(right, operator, left, scope)
  const [first, second] = [pathIn(left), pathIn(right)]
  if (first && second)
    throw invalidQuery(option, at, 'a property is compared with a value, not with another property')
  const path = first ?? second
  if (!path) throw invalidQuery(option, at, 'one side of a comparison must be a property')
  const comparison = first ? operator : mirrored[operator]
  const property = operable(path, scope, comparison)
  checkLowered(first ? left : right, property, path)
  const literal = literalIn(first ? right : left)
  if (literal.type === 'today') return onDay(literal, comparison, property, scope)
  const value = valueOf(literal, property, scope)
  return { kind: 'compare', name: property.column, comparison, value }
}

/** `contains(Name,'x') eq true`, as some generators write it. */
function truthOf(node: Node, operator: Operator, other: Node, scope: Scope): Filter {
  if (other.kind !== 'literal' || other.type !== 'boolean' || (operator !== 'eq' && operator !== 'ne')) {
    throw invalidQuery(option, other.at, 'a condition can only be compared with true or false, by eq or ne')
  }
  const part = conditionOf(node, scope)
  // a comparison is never unknown: what is unknown is unequal to both
  const isOther: Filter = { kind: 'untrue', part: other.text === 'true' ? part : { kind: 'not', part } }
  return operator === 'ne' ? isOther : { kind: 'not', part: isOther }
}

function membershipOf({ of, values, at }: Extract<Node, { kind: 'in' }>, scope: Scope): Filter {
  const path = pathIn(of)
  if (!path) throw invalidQuery(option, at, 'a property must stand before in')
  const property = operable(path, scope, 'in')
  checkLowered(of, property, path)
  const literals = values.map(literalIn)
  const days = literals.filter(({ type }) => type === 'today')
  const given = literals.filter(({ type }) => type !== 'today')
  const isOne: Filter = {
    kind: 'in',
    name: property.column,
    values: given.map((value) => valueOf(value, property, scope)),
  }
  if (days.length === 0) return isOne
  return { kind: 'or', parts: [isOne, ...days.map((day) => onDay(day, 'eq', property, scope))] }
}

function testOf({ name, of, text, at }: Extract<Node, { kind: 'test' }>, scope: Scope): Filter {
  const path = pathIn(of)
  if (!path) throw invalidQuery(option, at, `the first argument of ${name} must be a property`)
  const property = operable(path, scope, name)
  const literal = literalIn(text)
  if (literal.type !== 'string') {
    throw invalidQuery(option, literal.at, `the second argument of ${name} must be a text in single quotes`)
  }
  return {
    kind: 'compare',
    name: property.column,
    comparison: name,
    value: literal.text,
  }
}

function quantifiedOf(node: Extract<Node, { kind: 'any' | 'all' }>, scope: Scope): Filter {
  const { kind, path, variable, part, at } = node
  if (scope.variable !== undefined)
    throw invalidQuery(option, at, 'any and all cannot stand inside one another')
  const collection = scope.findCollection(path.segments)
  if (!collection) {
    const property = scope.find(path.segments)
    if (property) throw unsupportedOperation(kind, written(path), property.operations)
    throw unsupportedProperty(option, written(path), scope.known)
  }
  const inner: Scope = {
    find: collection.find,
    variable,
    findCollection: () => undefined,
    asking: scope.asking,
    known: { taken: collection.names.map((name) => `${variable}/${name}`), shown: [] },
  }
  const condition = part && conditionOf(part, inner)
  if (kind === 'any') return { kind, name: collection.name, part: condition }
  if (!condition) throw aConditionWasExpected(node)
  return { kind, name: collection.name, part: condition }
}

function propertyOf(path: Path, { find, variable, known, findCollection }: Scope): Property {
  const [first = '', ...rest] = path.segments
  if (variable !== undefined && first !== variable) {
    throw invalidQuery(option, path.at, `properties begin with ${variable}/ here`)
  }
  const property = find(variable === undefined ? path.segments : rest)
  if (!property && findCollection(path.segments))
    throw invalidQuery(option, path.at, `${written(path)} is a collection: use ${written(path)}/any(x: …)`)
  if (!property) throw unsupportedProperty(option, written(path), known)
  return property
}

function operable(path: Path, scope: Scope, operation: Operation): Property {
  const property = propertyOf(path, scope)
  if (!property.operations.includes(operation))
    throw unsupportedOperation(operation, written(path), property.operations)
  return property
}

/** The property on one side of a comparison, with or without tolower: texts are compared case-insensitively anyway. */
function pathIn(node: Node): Path | undefined {
  if (node.kind === 'path') return node
  return node.kind === 'tolower' && node.of.kind === 'path' ? node.of : undefined
}

function checkLowered(node: Node, { operations }: Property, path: Path): void {
  if (node.kind === 'tolower' && !operations.includes('tolower'))
    throw unsupportedOperation('tolower', written(path), operations)
}

function literalIn(node: Node): Literal {
  if (node.kind === 'literal') return node
  if (node.kind === 'tolower' && node.of.kind === 'literal' && node.of.type === 'string') return node.of
  throw invalidQuery(option, node.at, 'a value was expected')
}

/** The literal types that each kind of column is compared with, and how to write one. */
const expected: Readonly<Record<ColumnKind, readonly [readonly Literal['type'][], string]>> = {
  text: [['string'], "a text in single quotes, such as 'Lease'"],
  choice: [['string'], 'one of its values in single quotes'],
  integer: [['number'], 'a number, such as 17'],
  number: [['number'], 'a number, such as 17 or 12.50'],
  boolean: [['boolean'], 'true or false'],
  moment: [['date', 'moment'], 'a time, such as 2026-05-06T17:00:00Z'],
  local: [['date', 'moment'], 'a time, such as 2026-05-06T17:00:00'],
  date: [['date'], 'a day, such as 2026-05-06'],
  uuid: [['guid', 'string'], 'an id, such as 5d7c1b1e-0f53-4c0e-9f38-8f9d2c1b7a10'],
}

function valueOf({ type, text, at }: Literal, { kept, isThing }: Property, { asking }: Scope): Value {
  if (type === 'null') return null
  if (type === 'me' && kept.kind === 'uuid' && !isThing) return asking.userId
  const [types, what] = expected[kept.kind]
  if (isThing) throw invalidQuery(option, at, 'null was expected; compare one of its properties with a value')
  if (!types.includes(type)) throw invalidQuery(option, at, `${what} was expected`)
  if (type === 'number') return numberOf(text, at)
  return read(kept, type === 'moment' ? momentOf(text, kept) : text, at)
}

/** The day before which, or on which, something is: for times, the whole day counts. */
function onDay(literal: Literal, comparison: Operator, property: Property, { asking }: Scope): Filter {
  const { kept, isThing, column: name } = property
  const { today } = asking
  const days = Number(literal.text)
  const compare = (as: Operator, value: string): Filter => ({ kind: 'compare', name, comparison: as, value })
  if (kept.kind === 'date') return compare(comparison, today.day(days))
  if (isThing || (kept.kind !== 'local' && kept.kind !== 'moment')) {
    throw invalidQuery(option, literal.at, `today() is a day; ${expected[kept.kind][1]} was expected`)
  }
  const startOf = (day: number) => (kept.kind === 'local' ? `${today.day(day)}T00:00:00` : today.start(day))
  const [start, end] = [startOf(days), startOf(days + 1)]
  const isOn: Filter = { kind: 'and', parts: [compare('ge', start), compare('lt', end)] }
  switch (comparison) {
    case 'eq':
      return isOn
    case 'ne':
      return { kind: 'not', part: isOn }
    case 'le':
      return compare('lt', end)
    case 'gt':
      return compare('ge', end)
    default:
      return compare(comparison, start)
  }
}

/** Every digit counts: numbers stay text until the database compares them. */
function numberOf(text: string, at: number): Value {
  if (text.length > 100) throw invalidQuery(option, at, 'a number of 100 digits at most was expected')
  return text.replace('+', '')
}

/** Local times are compared as written, ignoring any zone; only microseconds are kept. */
function momentOf(text: string, { kind }: Column): string {
  const [, time = '', fraction = '', zone = ''] = /^([^.Z+ ]*?)(\.\d+)?(Z|[+ -]\d\d:\d\d)?$/i.exec(text) ?? []
  const kept = `${time}${fraction.slice(0, 7)}`
  return kind === 'local' ? kept : `${kept}${zone.toUpperCase().replace(' ', '+')}`
}

function read(column: Column, text: string, at: number): Value {
  try {
    return readValue(column, text, 'the value')
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw invalidQuery(option, at, error.message.replace(/\.$/, ''))
  }
}
