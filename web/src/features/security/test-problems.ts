// Why a test of an identity provider failed, and what to do, for the administrator who sets it up.

/** A sentence or two for the code of a failed test. */
export function testProblem(code: string, mailDomains: readonly string[]): string {
  switch (code) {
    case 'cancelled':
      return 'The sign-in was cancelled at the provider.'
    case 'email_not_verified':
      return 'The provider sent no email address, or did not say that it has verified it. People are found by it when they first sign in: let the provider send it.'
    case 'wrong_domain':
      return `The address is in none of the mail domains of your organisation (${mailDomains.join(', ') || 'there are none yet'}). Sign in with another address, or ask the operator to add the domain.`
    case 'unknown_user':
      return 'Nobody in your organisation has this address. Sign in as somebody who has an account here, or invite this person first.'
    case 'disabled':
      return 'The account here of this person is disabled.'
    case 'other_person':
      return 'The account here with this address belongs to somebody else at the provider.'
    case 'address_in_use':
      return 'This address belongs to somebody in another organisation.'
    case 'provider_unavailable':
      return 'The provider could not be reached.'
    case 'offline':
      return 'This is an offline copy of the data, which reaches no provider.'
    default:
      return 'The answer of the provider cannot be trusted.'
  }
}
