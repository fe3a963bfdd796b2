// What is done without an account, or before the caller is known: each purpose is a group of its own in the queue of
// requests (organisation-queue.ts) and among the documents that are read, so that many of one never delay another.

const purposes: readonly (readonly [purpose: string, paths: RegExp])[] = [
  ['sign-in', /^\/(?:session|authorize|oauth\/authorization-requests)(?:\/|$)/],
  ['tokens', /^\/(?:account-apis\/v1\/auth\/token|oauth\/(?:revoke|introspect))$/],
  ['provisioning', /^\/scim\//],
  ['signing', /^\/signing\//],
  ['signing services', /^\/signing-services\//],
  ['seal checks', /^\/seal-checks$/],
  ['uploads of guests', /^\/sharing\/:token\/versions$/],
  ['shared documents', /^\/sharing\//],
  ['approving', /^\/approving\//],
  ['calendars', /^\/calendars\//],
  ['unsubscribing', /^\/notifications\/unsubscribe\//],
  ['uploads', /^\/v2\/uploads(?:\/|$)/],
  ['documentation', /^\/(?:docs\/|openapi|v2\/openapi|\w+-apis\/)/],
]
/** What has no purpose above: addresses that do not exist. */
export const otherPurpose = 'others'

/** The purpose of a public route. */
export const guestPurposeOf = (route: string | undefined): string =>
  purposes.find(([, paths]) => route !== undefined && paths.test(route))?.[0] ?? otherPurpose
