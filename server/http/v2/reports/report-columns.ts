// The columns of exports and views: properties of a list by their paths, and how each is called.
import { badInput, sentence } from '../../../platform/errors.ts'
import { capitalised } from '../../../platform/capitalised.ts'
import { columnOf, type ColumnKind } from '../../../platform/lists/list-query.ts'
import { nearestNames } from '../../../platform/nearest-names.ts'
import type { TableColumn } from '../../../platform/spreadsheets/table.ts'
import type { Properties } from '../odata-properties.ts'
import type { ReportedList, ReportedSource } from './reported-list.ts'

/** A column of an export: the property, and where its values come from. */
export interface ReportColumn extends TableColumn {
  readonly path: string
  readonly column: string
}

const mostColumns = 100

/** The paths in `columns`, which are separated by commas; undefined when none are chosen. */
export function pathsChosen(columns: unknown): readonly string[] | undefined {
  if (columns === undefined || columns === '') return undefined
  if (typeof columns !== 'string') throw badInput('columns', 'may be given only once.')
  const paths = columns.split(',').map((path) => path.trim())
  if (paths.length > mostColumns) throw badInput('columns', `must be ${mostColumns} properties at most.`)
  return paths
}

const fieldPath = /^fields\/([^/]+)$/i

/** The custom fields among the paths. */
export const fieldsChosen = (paths: readonly string[]): readonly string[] =>
  paths.flatMap((path) => fieldPath.exec(path)?.[1] ?? [])

/**
 * The columns with these paths, or the usual ones and all custom fields of the list; 400 naming one that there is not.
 */
export function reportColumns(
  { usual, amounts = [] }: Pick<ReportedSource, 'usual' | 'amounts'>,
  list: ReportedList,
  chosen: readonly string[] | undefined,
): readonly ReportColumn[] {
  const paths = chosen ?? [...usual, ...list.fields.map((field) => `Fields/${field.name}`)]
  return paths.map((path) => {
    const column = reportColumn(list, path)
    return amounts.includes(column.path) ? { ...column, format: 'amount' } : column
  })
}

/** The columns under the titles that were sent for them: as many, in their order; an empty one is the usual title. */
export function titled(columns: readonly ReportColumn[], titles: unknown): readonly ReportColumn[] {
  if (titles === undefined || titles === '') return columns
  if (typeof titles !== 'string') throw badInput('titles', 'may be given only once.')
  const given = titles.split('\n')
  if (given.length !== columns.length)
    throw badInput('titles', `must be ${columns.length} lines, one for each column.`)
  return columns.map((column, index) => {
    const title = given[index]?.trim().slice(0, longestTitle)
    return title ? { ...column, title } : column
  })
}

const longestTitle = 200

function reportColumn({ resource, fields }: ReportedList, path: string): ReportColumn {
  const fieldName = fieldPath.exec(path)?.[1]?.toLowerCase()
  const field = fields.find((each) => each.name === fieldName)
  if (field) {
    const column = `fields/${field.name}/shown`
    const kind = kinds[columnOf(resource.catalogue, column).kind]
    const isDecimal = field.valueType === 'Decimal'
    return { path, column, title: field.title, kind, ...(isDecimal ? { format: 'decimal' } : {}) }
  }
  const [known, listed] =
    Object.entries(resource.properties).find(([each]) => each.toLowerCase() === path.toLowerCase()) ?? []
  if (known === undefined || !listed || listed.isThing)
    throw unknownColumn(path, valuedNames(resource.properties))
  const { kind } = columnOf(resource.catalogue, listed.column)
  return { path: known, column: listed.column, title: titleOf(known, kind), kind: kinds[kind] }
}

/** What stands for a value: `Owner/Id`, not `Owner`. */
export const valuedNames = (properties: Properties): readonly string[] =>
  Object.entries(properties).flatMap(([name, { isThing }]) => (isThing ? [] : [name]))

function unknownColumn(path: string, paths: readonly string[]) {
  const near = nearestNames(path, paths, 5)
  const similar = near.length > 0 ? ` Similar: ${near.join(', ')}.` : ''
  return badInput('columns', sentence(`There is no column ${JSON.stringify(path.slice(0, 100))}.${similar}`))
}

const kinds: Readonly<Record<ColumnKind, TableColumn['kind']>> = {
  text: 'text',
  choice: 'text',
  uuid: 'text',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  local: 'local',
  moment: 'moment',
}

/** How a property is called: `Owner/LastName` is `Owner last name`, `Created/DateUtc` is `Created (UTC)`. */
export function titleOf(path: string, kind: ColumnKind): string {
  const words = path
    .replace(/\/(?:Name|DateUtc|User)(?=\/|$)/g, '')
    .replaceAll('/', ' ')
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
  const title = capitalised(words)
  return kind === 'moment' ? `${title.replace(/ utc$/, '')} (UTC)` : title
}
