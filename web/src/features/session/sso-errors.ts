// Why single sign-on did not sign anybody in, by the code in `/#/sign-in?error=`.

const WORDS: Record<string, string> = {
  cancelled: 'The sign-in was cancelled at your organisation’s provider. You can try again.',
  offline: 'This is an offline copy of the data. It cannot reach your organisation’s sign-in.',
  expired: 'The sign-in took too long, or was started in another window. Please start again.',
  email_not_verified:
    'Your organisation’s provider has not verified your email address. Ask the people who run it, or your administrator.',
  wrong_domain:
    'You signed in with an address that is not one of your organisation’s. Try again with your work account.',
  unknown_user:
    'Your organisation’s provider recognised you, but you have no account here. Ask your administrator to invite you.',
  disabled: 'Your account here is disabled. Ask your administrator.',
  other_person:
    'This email address belongs to someone else’s account at your organisation’s provider. Ask your administrator.',
  address_in_use:
    'You already have an account with this email address, in another organisation. Ask your administrator.',
  not_valid:
    'The answer of your organisation’s provider cannot be trusted, so no one was signed in. Tell your administrator.',
  provider_unavailable: 'Your organisation’s provider did not respond. Try again in a few minutes.',
  signed_in:
    'Somebody else is signed in in this browser. Sign out first, and start again at your organisation’s provider.',
  no_provider: 'Your organisation no longer uses single sign-on. Enter your email address again.',
}

/** A message for the person; an unknown code is included so that they can pass it on. */
export function ssoErrorMessage(code: string): string {
  return (
    WORDS[code] ??
    `Please try again. If it happens again, tell your administrator this code: ${code.slice(0, 80)}`
  )
}
