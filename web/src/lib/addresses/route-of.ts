// The hash routes of things that have a page: what mails, notifications and answers of the server lead to as well.

const pages: Readonly<Record<string, string>> = {
  matter: 'matters',
  contract: 'contracts',
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

/**
 * The route of a page of this app by its whole address: `routeAt('https://legal.example/#/requests/17')` is
 * `/requests/17`.
 */
export const routeAt = (url: string): string => url.slice(url.indexOf('#') + 1)
