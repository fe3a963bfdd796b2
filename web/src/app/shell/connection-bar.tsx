// A bar while the server is away: nothing is lost, and the app goes on by itself. It also says when there is a newer
// version.
import { useEffect, useState } from 'react'
import { LinkButton } from '../../components/link-button.tsx'
import { askServer, useServerAway } from '../../lib/connection.ts'
import { useNewerVersion } from '../../lib/newer-version.ts'
import classes from './connection-bar.module.css'

const BACK_MS = 3000

export function ConnectionBar() {
  const away = useServerAway()
  const newer = useNewerVersion()
  const [back, setBack] = useState(false)
  const [wasAway, setWasAway] = useState(false)
  if (away !== wasAway) {
    setWasAway(away)
    setBack(!away)
  }
  useEffect(() => {
    if (!back) return undefined
    const timer = setTimeout(() => setBack(false), BACK_MS)
    return () => clearTimeout(timer)
  }, [back])
  return (
    <output
      aria-live="polite"
      className={classes.bar}
      data-state={away ? 'away' : back || newer ? 'back' : 'there'}
    >
      {away ? (
        <span>
          The server cannot be reached. What you type is kept, and the app goes on by itself.{' '}
          <LinkButton onClick={() => void askServer()}>Try now</LinkButton>
        </span>
      ) : null}
      {back && !newer ? <span>The server is back.</span> : null}
      {newer && !away ? (
        <span>
          Chancery has been updated. Finish what you are typing, then{' '}
          <LinkButton onClick={() => window.location.reload()}>load the new version</LinkButton>.
        </span>
      ) : null}
    </output>
  )
}
