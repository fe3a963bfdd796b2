// Leaving for the integration.

/** Goes to the address the server answered, without leaving this page behind in the history. */
export function leaveTo(redirectTo: string): void {
  const { protocol } = new URL(redirectTo)
  if (protocol !== 'https:' && protocol !== 'http:') throw new Error(`Not an address to go to: ${protocol}`)
  window.location.replace(redirectTo)
}
