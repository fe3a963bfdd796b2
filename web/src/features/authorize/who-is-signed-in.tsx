// The account that decides, with a link to use another one.
import { LinkButton } from '../../components/link-button.tsx'
import type { AuthorizationRequest } from '../../lib/api.ts'
import { useSignOut } from '../session/session.ts'
import classes from './who-is-signed-in.module.css'

/** The person a request is shown to. */
export type RequestUser = NonNullable<AuthorizationRequest['user']>

export function WhoIsSignedIn({ user }: { user: RequestUser }) {
  const signOut = useSignOut()
  return (
    <div className={classes.who}>
      <p>
        You are signed in as <strong>{user.name}</strong> ({user.email}), {user.organisationName}.
      </p>
      <LinkButton aria-busy={signOut.isPending} onClick={() => signOut.mutate()}>
        Not you? Use another account
      </LinkButton>
    </div>
  )
}
