// `/#/reset-password`: requests a mail with a link; with the link's token, sets the new password.
import { getRouteApi } from '@tanstack/react-router'
import { RequestResetPage } from './request-reset-page.tsx'
import { SetPasswordPage } from './set-password-page.tsx'

const route = getRouteApi('/plain/reset-password')

export function ResetPasswordPage() {
  const { token } = route.useSearch()
  return token === undefined ? <RequestResetPage /> : <SetPasswordPage key={token} token={token} />
}
