// Why single sign-on came back without a person, by the code in `/#/sign-in?error=`.

const WORDS: Record<string, string> = {
  cancelled: 'The sign-in was cancelled at your organisation’s provider. You can try again.',
  expired: 'The sign-in took too long. Please start again.',
  unknown_user:
    'Your organisation’s provider knows you, but you have no account here. Ask your administrator to invite you.',
  disabled: 'Your account here is disabled. Ask your administrator.',
  email_not_verified:
    'Your organisation’s provider has not verified your e-mail address. Ask your administrator.',
  provider_unavailable: 'Your organisation’s provider does not answer. Try again in a few minutes.',
}

/** A sentence for the person; an unknown code is shown so that it can be passed on. */
export function ssoErrorInWords(code: string): string {
  return (
    WORDS[code] ??
    `Please try again. If it happens again, tell your administrator this code: ${code.slice(0, 80)}`
  )
}
