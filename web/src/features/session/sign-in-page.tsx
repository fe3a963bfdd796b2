// The sign-in page of the app itself.
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Loading } from '../../components/loading.tsx'
import { safeReturnTo } from '../../lib/addresses/return-to.ts'
import { rememberedReturn } from './remembered-return.ts'
import { useSession } from './session.ts'
import { SignInForm } from './sign-in-form.tsx'
import { ssoErrorMessage } from './sso-errors.ts'

const route = getRouteApi('/plain/sign-in')

/** Continues to `returnTo` as soon as somebody is signed in. */
export function SignInPage() {
  const search = route.useSearch()
  const returnTo = safeReturnTo(
    search.returnTo ?? (search.error === undefined ? undefined : rememberedReturn()),
  )
  const router = useRouter()
  const session = useSession()
  const signedIn = session.data !== undefined && session.data.user !== null

  useEffect(() => {
    if (signedIn) router.history.replace(returnTo)
  }, [signedIn, returnTo, router])

  if (session.isPending || signedIn) return <Loading />
  return (
    <Page title="Sign in" headingTakesFocus={false}>
      <Panel>
        <ErrorAlert error={session.error} />
        {search.error === undefined ? null : (
          <Notice kind="problem" title="Single sign-on did not succeed">
            <p>{ssoErrorMessage(search.error)}</p>
          </Notice>
        )}
        <SignInForm returnTo={returnTo} />
      </Panel>
    </Page>
  )
}
