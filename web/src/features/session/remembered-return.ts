// Where a person wanted to go before they left for their organisation's provider. A refusal there brings them back without it.

const KEY = 'chancery.returnTo'

/** Notes the route for the time in which this tab is away. */
export function rememberReturn(route: string): void {
  window.sessionStorage.setItem(KEY, route)
}

/** The route noted last in this tab. */
export function rememberedReturn(): string | undefined {
  return window.sessionStorage.getItem(KEY) ?? undefined
}
