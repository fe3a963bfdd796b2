// Redirecting to the integration.

/** Goes to the address that the server returned, without leaving this page in the history. */
export function redirectBrowser(redirectTo: string): void {
  const { protocol } = new URL(redirectTo)
  if (protocol !== 'https:' && protocol !== 'http:')
    throw new Error(`Not an address to redirect to: ${protocol}`)
  window.location.replace(redirectTo)
}
