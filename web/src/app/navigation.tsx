// The navigation. A new area of the app is one more entry in `sections`.
import { Link, type LinkProps, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import { useSignedIn } from '../features/session/session.ts'
import type { Session, SessionUser } from '../lib/api.ts'
import classes from './navigation.module.css'

interface Section {
  title?: string
  entries: { to: NonNullable<LinkProps['to']>; label: string }[]
}

// Only what this person can use here, so that no link leads to an error.
function sections({ user, environment }: Session & { user: SessionUser }): Section[] {
  const settings: Section = { title: 'Settings', entries: [] }
  if (user.can.manageIntegrations) {
    settings.entries.push({ to: '/integration-clients', label: 'Integration clients' })
  }
  const sandbox: Section = { title: 'Sandbox', entries: [] }
  if (environment === 'sandbox') {
    sandbox.entries.push({ to: '/sandbox/outbox', label: 'Outbox' }, { to: '/sandbox/clock', label: 'Clock' })
  }
  const own: Section = {
    entries: [
      { to: '/', label: 'Start' },
      { to: '/account', label: 'Your account' },
      { to: '/my-integrations', label: 'Your integrations' },
    ],
  }
  return [own, settings, sandbox].filter(({ entries }) => entries.length > 0)
}

/** A column on wide screens, behind a button on narrow ones. */
export function Navigation() {
  // Remembering where it was opened closes it on every change of page.
  const [openedAt, setOpenedAt] = useState<string>()
  const { pathname } = useLocation()
  const session = useSignedIn()
  const open = openedAt === pathname
  const id = useId()

  return (
    <nav aria-label="Main" className={classes.navigation}>
      <button
        type="button"
        className={classes.toggle}
        aria-expanded={open}
        aria-controls={`${id}-entries`}
        onClick={() => setOpenedAt(open ? undefined : pathname)}
      >
        {open ? 'Close the menu' : 'Menu'}
      </button>
      <div id={`${id}-entries`} className={classes.entries} data-open={open}>
        {sections(session).map(({ title, entries }) => (
          <div key={title ?? ''}>
            {title === undefined ? null : (
              <p id={`${id}-${title}`} className={classes.title}>
                {title}
              </p>
            )}
            <ul className={classes.list} aria-labelledby={title && `${id}-${title}`}>
              {entries.map(({ to, label }) => (
                <li key={label}>
                  <Link to={to} className={classes.entry} activeOptions={{ exact: to === '/' }}>
                    {label}
                  </Link>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </div>
    </nav>
  )
}
