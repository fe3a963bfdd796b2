// The bar at the top: the house's sign, the environment, and the person with the way out.
import { Link, useNavigate } from '@tanstack/react-router'
import { ActionButton } from '../components/action-button.tsx'
import { Wordmark } from '../components/wordmark.tsx'
import { useSignedIn, useSignOut } from '../features/session/session.ts'
import classes from './app-header.module.css'
import { SandboxSign } from './sandbox-sign.tsx'

export function AppHeader() {
  const { user, environment, offline } = useSignedIn()
  const navigate = useNavigate()
  // Whoever signs in next starts at the start, not where this person was.
  const signOut = useSignOut(() => navigate({ to: '/', replace: true }))
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home}>
          <Wordmark />
        </Link>
        <SandboxSign environment={environment} offline={offline} />
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
