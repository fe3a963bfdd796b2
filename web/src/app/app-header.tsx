// The bar at the top: the house's sign, the environment, and the person with the way out.
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { Wordmark } from '../components/wordmark.tsx'
import { useSignedIn, useSignOut } from '../features/session/session.ts'
import classes from './app-header.module.css'
import { SandboxSign } from './sandbox-sign.tsx'

export function AppHeader() {
  const { user, environment } = useSignedIn()
  const signOut = useSignOut()
  return (
    <header className={classes.header}>
      <div className={classes.inner}>
        <Link to="/" className={classes.home}>
          <Wordmark />
        </Link>
        {environment === 'sandbox' && <SandboxSign />}
        <div className={classes.person}>
          <span className={classes.name}>
            {user.name}
            <span className={classes.organisation}>{user.organisationName}</span>
          </span>
          <Button variant="default" size="xs" loading={signOut.isPending} onClick={() => signOut.mutate()}>
            Sign out
          </Button>
        </div>
      </div>
    </header>
  )
}
