// Why single sign-on came back without a person, by the code in `/#/sign-in?error=`.

const WORDS: Record<string, string> = {
  cancelled: 'The sign-in was cancelled at your organisation’s provider. You can try again.',
  offline: 'This is a rehearsal on a copy of the data. It cannot reach your organisation’s sign-in.',
  expired: 'The sign-in took too long, or was begun in another window. Please start again.',
  email_not_verified:
    'Your organisation’s provider has not verified your e-mail address. Ask the people who run it, or your administrator.',
  wrong_domain:
    'You signed in with an address that is not one of your organisation’s. Try again with your work account.',
  unknown_user:
    'Your organisation’s provider knows you, but you have no account here. Ask your administrator to invite you.',
  disabled: 'Your account here is disabled. Ask your administrator.',
  other_person:
    'This e-mail address belongs to somebody else’s account at your organisation’s provider. Ask your administrator.',
  address_in_use:
    'You already have an account with this e-mail address, in another organisation. Ask your administrator.',
  not_valid:
    'The answer of your organisation’s provider cannot be trusted, so nobody was signed in. Tell your administrator.',
  provider_unavailable: 'Your organisation’s provider does not answer. Try again in a few minutes.',
  no_provider: 'Your organisation does not use single sign-on any more. Enter your e-mail address again.',
}

/** A sentence for the person; an unknown code is shown so that it can be passed on. */
export function ssoErrorInWords(code: string): string {
  return (
    WORDS[code] ??
    `Please try again. If it happens again, tell your administrator this code: ${code.slice(0, 80)}`
  )
}
