// The hash routes of things that have a page: what mails, notifications and answers of the server lead to as well.
import { kindNames, type KindNames, type RecordsName } from '../kinds.ts'

const pages: Readonly<Record<string, string>> = {
  ...Object.fromEntries(kindNames.map(({ one, many }) => [one, many])),
  file: 'files',
  task: 'tasks',
  invoice: 'invoices',
  request: 'requests',
}

/** The route of one thing: `routeOf('Matter', 17)` is `/matters/17`; undefined for what has no page of its own. */
export function routeOf(type: string, id: number | string): string | undefined {
  const page = pages[type.toLowerCase()]
  return page === undefined ? undefined : `/${page}/${id}`
}

/** The route of the list of a kind of records. */
export const listRoute = ({ many }: KindNames): `/${RecordsName}` => `/${many}`

/** The route of one record. */
export const recordRoute = ({ many }: KindNames, id: number | string): string => `/${many}/${id}`

/** The route that creates a record of a kind. */
export const creationRoute = ({ many }: KindNames): `/${RecordsName}/new` => `/${many}/new`

/**
 * The route of a page of this app by its whole address: `routeAt('https://legal.example/#/requests/17')` is
 * `/requests/17`.
 */
export const routeAt = (url: string): string => url.slice(url.indexOf('#') + 1)
