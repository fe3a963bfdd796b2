// The frame of everything behind the sign-in: header, navigation, the page.
import { Navigate, Outlet, useLocation } from '@tanstack/react-router'
import { useRef } from 'react'
import { RefusalAlert } from '../components/refusal-alert.tsx'
import { Waiting } from '../components/waiting.tsx'
import { SignedInContext, useSession } from '../features/session/session.ts'
import { AppHeader } from './app-header.tsx'
import { Navigation } from './navigation.tsx'
import classes from './signed-in-frame.module.css'

/** Sends people who are not signed in to the sign-in page, and back afterwards. */
export function SignedInFrame() {
  const session = useSession()
  const location = useLocation()
  const main = useRef<HTMLElement>(null)

  if (session.isPending) return <Lonely>{<Waiting />}</Lonely>
  if (session.isError && session.data === undefined) {
    return (
      <Lonely>
        <RefusalAlert error={session.error} />
      </Lonely>
    )
  }
  const { user } = session.data
  if (user === null) {
    const returnTo = location.pathname === '/' ? undefined : location.href
    return <Navigate to="/sign-in" search={{ returnTo }} replace />
  }
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

function Lonely({ children }: { children: React.ReactNode }) {
  return <main className={classes.lonely}>{children}</main>
}
