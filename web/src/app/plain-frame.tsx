// The frame of pages without navigation: sign-in, consent, a new password.
import { Outlet } from '@tanstack/react-router'
import { Wordmark } from '../components/wordmark.tsx'
import { useSession } from '../features/session/session.ts'
import classes from './plain-frame.module.css'
import { SandboxBadge } from './shell/sandbox-badge.tsx'

export function PlainFrame() {
  const session = useSession()
  return (
    <div className={classes.frame}>
      <header className={classes.header}>
        <Wordmark />
        {session.data && <SandboxBadge {...session.data} />}
      </header>
      <main className={classes.main}>
        <Outlet />
      </main>
    </div>
  )
}
