// What a filter costs the database, before it is asked: each condition has a weight, by how it is looked up in each
// row, and a list has a limit. So a filter of two kilobytes cannot keep the database busy for as long as a statement
// may take.
import { type Catalogue, type Collections, columnOf, type Comparison, type Filter } from './list-query.ts'

/** The most that the conditions of a filter may weigh together. */
const mostWeight = 100
/** The most conditions on collections, such as the members of a contract. */
const mostCollections = 5

// By what 100,000 contracts take: texts that are searched in and what lies in other tables take several times as long
// as a comparison with what is in the row, and `all` has to go through every item.
export const weights = {
  plain: 1,
  searched: 8,
  elsewhere: 4,
  searchedElsewhere: 12,
  any: 5,
  all: 20,
} as const

interface Listed {
  readonly catalogue: Catalogue
  readonly collections?: Collections | undefined
}

/** Why the filter is too costly, as the end of a sentence; undefined if it is not. */
export function tooCostly(filter: Filter, listed: Listed): string | undefined {
  const { weight, collections } = costOf(filter, listed)
  if (collections > mostCollections) {
    return `has ${collections} conditions on collections such as members, and ${mostCollections} are the most. Leave some out, or ask for several in one any: x/Id in (…).`
  }
  if (weight <= mostWeight) return undefined
  return `asks for too much at once: it weighs ${weight}, and ${mostWeight} is the most. Leave out some conditions: contains and endswith weigh ${weights.searched}, custom fields ${weights.elsewhere} (${weights.searchedElsewhere} if searched in), any ${weights.any}, all ${weights.all}, others ${weights.plain}.`
}

interface Cost {
  readonly weight: number
  readonly collections: number
}

function costOf(filter: Filter, listed: Listed): Cost {
  switch (filter.kind) {
    case 'compare':
      return { weight: weightOf(filter.name, filter.comparison, listed), collections: 0 }
    case 'in':
      // the values of what lies elsewhere are looked up one by one
      return {
        weight: columnOf(listed.catalogue, filter.name).compare
          ? weights.elsewhere + Math.ceil(filter.values.length / 4)
          : weights.plain,
        collections: 0,
      }
    case 'and':
    case 'or':
      return sumOf(filter.parts.map((part) => costOf(part, listed)))
    case 'not':
    case 'untrue':
      return costOf(filter.part, listed)
    default: {
      const collection = listed.collections?.[filter.name]
      const items = filter.part && collection ? costOf(filter.part, collection) : sumOf([])
      return { weight: weights[filter.kind] + items.weight, collections: 1 + items.collections }
    }
  }
}

const sumOf = (costs: readonly Cost[]): Cost => ({
  weight: costs.reduce((sum, { weight }) => sum + weight, 0),
  collections: costs.reduce((sum, { collections }) => sum + collections, 0),
})

function weightOf(name: string, comparison: Comparison, { catalogue }: Listed): number {
  const isElsewhere = columnOf(catalogue, name).compare !== undefined
  if (comparison === 'contains' || comparison === 'endswith')
    return isElsewhere ? weights.searchedElsewhere : weights.searched
  return isElsewhere ? weights.elsewhere : weights.plain
}
