// Whether a filter, an order and columns that are to be kept are those of a list.
import type { Actor } from '../../../platform/actor.ts'
import type { App } from '../../../platform/app.ts'
import { AppError } from '../../../platform/errors.ts'
import { fieldNamesInText } from '../field-properties.ts'
import { filterOf } from '../filter-now.ts'
import { sortFromV2 } from '../odata-order.ts'
import { fieldsChosen, reportColumns } from './report-columns.ts'
import type { ReportedSource } from './reported-list.ts'

/** What is to be kept, as it was written. */
export interface KeptQuery {
  readonly filter: string | null
  readonly orderBy: string | null
  readonly columns: readonly { readonly property: string }[]
  readonly groupBy: string | null
}

/** Throws 400 that names what of it the list does not have, by the names of a view. */
export async function checkKeptQuery(
  app: App,
  actor: Actor,
  source: ReportedSource,
  { filter, orderBy, columns, groupBy }: KeptQuery,
): Promise<void> {
  const paths = [...columns.map(({ property }) => property), ...(groupBy === null ? [] : [groupBy])]
  const inText = (text: string | null, name: string) =>
    text === null ? [] : renamed(name, () => fieldNamesInText(text, name))
  const named = [...inText(filter, 'filter'), ...inText(orderBy, 'orderBy'), ...fieldsChosen(paths)]
  const list = await source.open(app, actor, { named, all: false })
  const check = (path: string, name: string) => renamed(name, () => reportColumns(source, list, [path]))
  columns.forEach(({ property }, index) => check(property, `columns[${index}].property`))
  if (groupBy !== null) check(groupBy, 'groupBy')
  if (orderBy !== null) renamed('orderBy', () => sortFromV2(orderBy, list.resource))
  if (filter !== null) {
    await filterOf(app, actor, filter, list.resource).catch((error: unknown) => {
      throw underName('filter', error)
    })
  }
}

function renamed<Result>(name: string, check: () => Result): Result {
  try {
    return check()
  } catch (error) {
    throw underName(name, error)
  }
}

/** The same refusal, of the input with this name. */
export function underName(name: string, error: unknown): unknown {
  if (!(error instanceof AppError) || error.status !== 400) return error
  const messages = Object.values(error.errors ?? {}).flat()
  return new AppError('bad_request', error.message, {
    errors: { [name]: messages.length > 0 ? messages : [error.message] },
  })
}
