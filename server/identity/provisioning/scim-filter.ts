// Filters of SCIM (RFC 7644 section 3.4.2.2) in the form of every list of ours. The grammar is that of a package; what
// it parses is bounded, because it follows parentheses as deep as they go.
import { type Filter as ScimFilter, parse } from 'scim2-parse-filter'
import { bareObject } from '../../platform/bare-object.ts'
import type { Comparison, Filter } from '../../platform/lists/list-query.ts'
import { ScimRefusal } from './scim-refusal.ts'

const longest = 2_000
const deepest = 20

interface ColumnAttribute {
  readonly name: string
  readonly is?: 'boolean' | 'moment'
}

/** The same for every row; null is an attribute of the RFC that nobody has here. */
interface ConstantAttribute {
  readonly always: string | boolean | null
}

/** The columns of a list by the attributes of SCIM in lower case, and which of them are booleans or times. */
export type Attributes = Readonly<Record<string, ColumnAttribute | ConstantAttribute>>

const comparisons = bareObject<Comparison>({
  eq: 'eq',
  ne: 'ne',
  gt: 'gt',
  ge: 'ge',
  lt: 'lt',
  le: 'le',
  co: 'contains',
  sw: 'startswith',
  ew: 'endswith',
})

/** The filter of a list. Throws a refusal for one that is wrong, or about an attribute that cannot be filtered by. */
export function filterFromScim(text: string, attributes: Attributes): Filter {
  if (text.length > longest) throw invalid(`The filter has more than ${longest} characters.`)
  checkDepth(text)
  let parsed: ScimFilter
  try {
    parsed = parse(text)
  } catch {
    throw invalid('The filter is not of the form of RFC 7644 section 3.4.2.2.')
  }
  return translated(parsed, attributes, '')
}

function checkDepth(text: string): void {
  let depth = 0
  for (const letter of text) {
    if (letter === '(' || letter === '[') depth++
    if (letter === ')' || letter === ']') depth--
    if (depth > deepest) throw invalid(`The filter has more than ${deepest} levels of parentheses.`)
  }
}

function translated(filter: ScimFilter, attributes: Attributes, within: string): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { kind: filter.op, parts: filter.filters.map((each) => translated(each, attributes, within)) }
    case 'not':
      return { kind: 'not', part: translated(filter.filter, attributes, within) }
    case '[]':
      return translated(filter.valFilter, attributes, `${filter.attrPath}.`)
    case 'pr': {
      const attribute = attributeOf(`${within}${filter.attrPath}`, attributes)
      if ('always' in attribute) return allOrNone(attribute.always !== null)
      return { kind: 'compare', name: attribute.name, comparison: 'ne', value: null }
    }
    default:
      return compared(filter, attributes, within)
  }
}

function compared(
  {
    op,
    attrPath,
    compValue,
  }: { readonly op: string; readonly attrPath: string; readonly compValue: unknown },
  attributes: Attributes,
  within: string,
): Filter {
  const attribute = attributeOf(`${within}${attrPath}`, attributes)
  const comparison = comparisons[op]
  if (!comparison) throw invalid(`There is no operator "${op}".`)
  if ('always' in attribute) return allOrNone(holds(attribute.always, comparison, compValue))
  const { name, is } = attribute
  if (compValue === null) return { kind: 'compare', name, comparison, value: null }
  if (is === 'boolean') {
    const value = compValue === true || (typeof compValue === 'string' && compValue.toLowerCase() === 'true')
    if (
      typeof compValue !== 'boolean' &&
      !(typeof compValue === 'string' && /^(true|false)$/i.test(compValue))
    )
      throw invalid(`${attrPath} is true or false.`)
    if (comparison !== 'eq' && comparison !== 'ne')
      throw invalid(`${attrPath} is compared with eq or ne only.`)
    return { kind: 'compare', name, comparison, value }
  }
  if (is === 'moment') {
    const time = new Date(typeof compValue === 'string' ? compValue : Number.NaN)
    if (Number.isNaN(time.getTime()) || ['contains', 'startswith', 'endswith'].includes(comparison)) {
      throw invalid(`${attrPath} is compared with a time.`)
    }
    return { kind: 'compare', name, comparison, value: time.toISOString() }
  }
  if (typeof compValue !== 'string') throw invalid(`${attrPath} is compared with a text.`)
  return { kind: 'compare', name, comparison, value: compValue }
}

/** Every row, or none: each has an id. */
const allOrNone = (all: boolean): Filter => ({
  kind: 'compare',
  name: 'id',
  comparison: all ? 'ne' : 'eq',
  value: null,
})

/** Whether a comparison holds for an attribute that is the same for every row; of text regardless of case. */
function holds(always: ConstantAttribute['always'], comparison: Comparison, value: unknown): boolean {
  const [one, other] = [always, value].map((each) => (typeof each === 'string' ? each.toLowerCase() : each))
  if (comparison === 'eq') return one === other
  if (comparison === 'ne') return one !== other
  if (typeof one !== 'string' || typeof other !== 'string') return false
  if (comparison === 'contains') return one.includes(other)
  if (comparison === 'startswith') return one.startsWith(other)
  return comparison === 'endswith' && one.endsWith(other)
}

function attributeOf(path: string, attributes: Attributes) {
  const key = path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:\w+:/, '')
  const found = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  if (!found) throw invalid(`Lists cannot be filtered by ${path.slice(0, 100)}.`)
  return found
}

const invalid = (detail: string) => new ScimRefusal(400, detail, 'invalidFilter')
