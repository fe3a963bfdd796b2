// Filters of SCIM (RFC 7644 section 3.4.2.2) in the form of every list of ours. The grammar is that of a package; what
// it parses is bounded, because it follows parentheses as deep as they go.
import { type Filter as ScimFilter, parse } from 'scim2-parse-filter'
import { bareObject } from '../../platform/bare-object.ts'
import type { Comparison, Filter } from '../../platform/lists/list-query.ts'
import { ScimRefusal } from './scim-refusal.ts'

const longest = 2_000
const deepest = 20

/** The columns of a list by the attributes of SCIM in lower case, and which of them are booleans or times. */
export type Attributes = Readonly<
  Record<string, { readonly name: string; readonly is?: 'boolean' | 'moment' }>
>

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
      const { name } = attributeOf(`${within}${filter.attrPath}`, attributes)
      return { kind: 'compare', name, comparison: 'ne', value: null }
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
  const { name, is } = attributeOf(`${within}${attrPath}`, attributes)
  const comparison = comparisons[op]
  if (!comparison) throw invalid(`There is no operator "${op}".`)
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

function attributeOf(path: string, attributes: Attributes) {
  const key = path
    .toLowerCase()
    .replace(/^urn:ietf:params:scim:schemas:(?:core|extension:enterprise):2\.0:\w+:/, '')
  const found = Object.hasOwn(attributes, key) ? attributes[key] : undefined
  if (!found) throw invalid(`Lists cannot be filtered by ${path.slice(0, 100)}.`)
  return found
}

const invalid = (detail: string) => new ScimRefusal(400, detail, 'invalidFilter')
