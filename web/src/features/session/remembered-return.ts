// Where a person wanted to go before they left for their organisation's provider, which drops it if signing in fails.

const KEY = 'chancery.returnTo'

/** Remembers the route while this tab is away. */
export function rememberReturn(route: string): void {
  window.sessionStorage.setItem(KEY, route)
}

/** The route that was last remembered in this tab. */
export function rememberedReturn(): string | undefined {
  return window.sessionStorage.getItem(KEY) ?? undefined
}
