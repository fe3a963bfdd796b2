// The frame of every page that requires signing in: header, navigation, the page.
import { Outlet, useRouter } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ErrorAlert } from '../components/error-alert.tsx'
import { Loading } from '../components/loading.tsx'
import { SignedInContext, useSession } from '../features/session/session.ts'
import { AppHeader } from './app-header.tsx'
import { Navigation } from './navigation.tsx'
import classes from './signed-in-frame.module.css'

/** Sends people who are not signed in to the sign-in page, and back afterwards. */
export function SignedInFrame() {
  const session = useSession()
  const main = useRef<HTMLElement>(null)

  if (session.isPending) {
    return (
      <Lonely>
        <Loading />
      </Lonely>
    )
  }
  if (session.isError && session.data === undefined) {
    return (
      <Lonely>
        <ErrorAlert error={session.error} />
      </Lonely>
    )
  }
  const { user } = session.data
  if (user === null) return <ToSignIn />
  return (
    <SignedInContext value={{ ...session.data, user }}>
      {/* A link to #main would be a route here. */}
      <button type="button" className={classes.skip} onClick={() => main.current?.focus()}>
        Skip to the content
      </button>
      <AppHeader />
      <div className={classes.body}>
        <Navigation />
        <main ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
    </SignedInContext>
  )
}

// Once, for the page it was opened on: the address changes during the redirect, which must not trigger another one.
function ToSignIn() {
  const router = useRouter()
  useEffect(() => {
    const { pathname, href } = router.state.location
    const returnTo = pathname === '/' ? undefined : href
    void router.navigate({ to: '/sign-in', search: { returnTo }, replace: true })
  }, [router])
  return null
}

function Lonely({ children }: { children: ReactNode }) {
  return <main className={classes.lonely}>{children}</main>
}
