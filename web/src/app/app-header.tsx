// The bar at the top: the wordmark, the environment, and the person with the sign-out button.
import { Link, useNavigate } from '@tanstack/react-router'
import { ActionButton } from '../components/action-button.tsx'
import { Wordmark } from '../components/wordmark.tsx'
import { useSignedIn, useSignOut } from '../features/session/session.ts'
import classes from './app-header.module.css'
import { SandboxBadge } from './sandbox-badge.tsx'

export function AppHeader() {
  const { user, environment, offline } = useSignedIn()
  const navigate = useNavigate()
  // The next person who signs in starts at the start page, not where this person was.
  const signOut = useSignOut(() => navigate({ to: '/', replace: true }))
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home}>
          <Wordmark />
        </Link>
        <SandboxBadge environment={environment} offline={offline} />
        <div className={classes.person}>
          <span className={classes.name}>
            {user.name}
            <span className={classes.organisation}>{user.organisationName}</span>
          </span>
          <ActionButton variant="default" size="xs" busy={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </ActionButton>
        </div>
      </div>
    </header>
  )
}
