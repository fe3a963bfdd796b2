// The query of v1's list of matters.
import type { Actor } from '../../platform/actor.ts'
import type { App } from '../../platform/app.ts'
import { badInput } from '../../platform/errors.ts'
import type { ListQuery, SortKey } from '../../platform/list-query.ts'
import { filterFromV1, type Names, sortFromV1 } from '../../http/v1/filtering.ts'
import { matterColumnsFor, type MatterScope } from '../queries.ts'
import { columnOf, defaultColumns, findMatterName, type MatterName } from './matters.wire.ts'

const newestFirst: readonly SortKey[] = [{ name: 'createdAt', descending: true }]

type Query = Readonly<Record<string, unknown>> & {
  readonly context?: MatterScope
  readonly skip?: number
  readonly take?: number
  readonly fields?: readonly string[]
}

interface List {
  readonly scope: MatterScope
  readonly query: ListQuery
  readonly names: readonly MatterName[]
}

/** Scope, filter, order, page and columns of a list; 400 names what the list does not know. */
export function listFromV1(app: App, actor: Actor, query: Query): List {
  const scope = query.context ?? 'Personal'
  const names: Names = {
    find(name) {
      const known = findMatterName(name)
      return known && columnOf(known)
    },
    catalogue: matterColumnsFor(app, actor, scope),
  }
  return {
    scope,
    names: chosen(query.fields),
    query: {
      filter: filterFromV1(query, names),
      sort: sortFromV1(query, names, newestFirst),
      skip: query.skip ?? 0,
      take: query.take ?? 50,
    },
  }
}

function chosen(fields: readonly string[] | undefined): readonly MatterName[] {
  const wanted = (fields ?? [])
    .flatMap((each) => each.split(','))
    .map((each) => each.trim())
    .filter((each) => each !== '')
  if (wanted.length === 0) return defaultColumns
  const names = wanted
    .filter((name) => !['id', '$id'].includes(name.toLowerCase()))
    .map((name) => {
      const known = findMatterName(name)
      if (!known) throw badInput('fields', `Matters have no column ${JSON.stringify(name.slice(0, 100))}.`)
      return known
    })
  return [...new Set(names)]
}
