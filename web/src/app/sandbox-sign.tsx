// Says that this is not the real thing.
import type { Session } from '../lib/api.ts'
import classes from './sandbox-sign.module.css'

export function SandboxSign({ environment, offline }: Pick<Session, 'environment' | 'offline'>) {
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
