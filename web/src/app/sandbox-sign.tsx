// Says that this is not the real thing.
import classes from './sandbox-sign.module.css'

export function SandboxSign() {
  return <span className={classes.sign}>Sandbox</span>
}
