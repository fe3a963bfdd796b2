// Shows that this is not a production system.
import type { Session } from '../../lib/api.ts'
import classes from './sandbox-badge.module.css'

export function SandboxBadge({ environment, offline }: Pick<Session, 'environment' | 'offline'>) {
  return (
    <>
      {environment === 'sandbox' && <span className={classes.sign}>Sandbox</span>}
      {offline && (
        <span
          className={classes.sign}
          title="A copy of the data: no mail, no notifications, no background work"
        >
          Offline copy
        </span>
      )}
    </>
  )
}
