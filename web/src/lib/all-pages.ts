// Lists that are needed as a whole, such as the tasks of one matter: the server answers at most 200 items at once.

interface Page<One> {
  readonly items: readonly One[]
  readonly nextLink?: string | undefined
}

/** What one call may ask for. */
const LARGEST_PAGE = 200

// ends a list that nobody would read to its end
const MOST_PAGES = 10

/** Reads page after page; `load` passes the token on as `$skiptoken`. */
export async function allPages<One>(
  load: (next: { $top: number; $skiptoken?: string }) => Promise<Page<One>>,
): Promise<readonly One[]> {
  const found: One[] = []
  let token: string | undefined
  for (let page = 0; page < MOST_PAGES; page += 1) {
    const { items, nextLink } = await load({
      $top: LARGEST_PAGE,
      ...(token === undefined ? {} : { $skiptoken: token }),
    })
    found.push(...items)
    token = nextLink === undefined ? undefined : tokenIn(nextLink)
    if (token === undefined) break
  }
  return found
}

/** The token of the page that the link leads to. */
export const tokenIn = (link: string): string | undefined =>
  new URL(link, window.location.origin).searchParams.get('$skiptoken') ?? undefined
