// $orderby: properties, each with asc or desc, in order of precedence.
import type { SortKey } from '../../platform/lists/list-query.ts'
import { invalidQuery, tooMuch, unsupportedProperty } from './odata-problems.ts'
import { namesToSort, propertyFinder, type Resource } from './odata-properties.ts'
import { checkLength } from './odata-syntax.ts'
import { type Token, tokensOf } from './odata-tokens.ts'

const option = '$orderby'
const mostKeys = 5

/** The keys of an $orderby. For duplicates the first position counts. */
export function sortFromV2(source: string, resource: Resource): readonly SortKey[] {
  checkLength(source, option)
  const find = propertyFinder(resource)
  const keys = partsOf(tokensOf(source, option))
  if (keys.length > mostKeys) throw tooMuch(option, `${mostKeys} properties`)
  const sort = keys.map((tokens): SortKey => {
    const { path, descending } = keyOf(tokens)
    const property = find(path)
    if (!property?.sorted) throw unsupportedProperty(option, path.join('/'), namesToSort(resource))
    return { name: property.order ?? property.column, descending }
  })
  return sort.filter(({ name }, index) => sort.findIndex((each) => each.name === name) === index)
}

type Key = readonly [Token, ...Token[]]

/** The tokens between the commas, each with its terminator. */
function partsOf(tokens: readonly Token[]): readonly Key[] {
  const parts: Token[][] = [[]]
  for (const token of tokens) {
    parts.at(-1)?.push(token)
    if (token.kind === ',') parts.push([])
  }
  return parts as unknown as readonly Key[]
}

function keyOf(tokens: Key): { readonly path: readonly string[]; readonly descending: boolean } {
  const path: string[] = []
  let at = 0
  const token = () => tokens[at] ?? tokens[0]
  do {
    if (path.length > 0) at++
    const { kind, text, at: place } = token()
    if (kind !== 'word') throw invalidQuery(option, place, 'the name of a property was expected')
    path.push(text)
    at++
  } while (token().kind === '/')
  const direction = token().kind === 'word' ? token().text.toLowerCase() : undefined
  if (direction !== undefined && direction !== 'asc' && direction !== 'desc') {
    throw invalidQuery(option, token().at, 'asc, desc or a comma was expected')
  }
  if (direction !== undefined) at++
  const { kind, at: place } = token()
  if (kind !== ',' && kind !== 'end') throw invalidQuery(option, place, 'asc, desc or a comma was expected')
  return { path, descending: direction === 'desc' }
}
