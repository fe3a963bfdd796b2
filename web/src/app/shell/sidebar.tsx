// The column at the left: the wordmark, where one can go, and the person. On narrow screens it slides in over the page.
import { CloseButton } from '@mantine/core'
import { useFocusTrap } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { use, useEffect } from 'react'
import { MeContext } from '../../components/me-context.ts'
import { Wordmark } from '../../components/wordmark.tsx'
import { useSignedIn } from '../../features/session/session.ts'
import type { Section } from './navigation-entries.ts'
import { PersonMenu } from './person-menu.tsx'
import { SandboxBadge } from './sandbox-badge.tsx'
import { SidebarSection } from './sidebar-section.tsx'
import classes from './sidebar.module.css'

interface Props {
  readonly id: string
  readonly sections: readonly Section[]
  /** On a narrow screen: whether it is open. */
  readonly open: boolean
  readonly onClose: () => void
}

/** The organisation's own logo, below ours. */
function OrganisationLogo() {
  const me = use(MeContext)
  if (!me?.organization.logo) return null
  const { id, name, logo } = me.organization
  // another logo has another address, so that the browser shows it at once
  const src = `/v2/organizations/${id}/logo?picture=${logo.id}`
  return <img className={classes.logo} src={src} alt={name} />
}

export function Sidebar({ id, sections, open, onClose }: Props) {
  const { environment, offline } = useSignedIn()
  const trap = useFocusTrap(open)
  useEffect(() => {
    if (!open) return undefined
    const listen = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') onClose()
    }
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [open, onClose])
  return (
    <>
      <div className={classes.shade} data-open={open} data-screen-only aria-hidden="true" onClick={onClose} />
      <aside
        id={id}
        ref={trap}
        aria-label="Menu"
        className={classes.sidebar}
        data-open={open}
        data-screen-only
      >
        <div className={classes.head}>
          <Link to="/" className={classes.home} onClick={onClose}>
            <Wordmark />
          </Link>
          <SandboxBadge environment={environment} offline={offline} />
          <CloseButton className={classes.close ?? ''} aria-label="Close the menu" onClick={onClose} />
        </div>
        <OrganisationLogo />
        <nav aria-label="Main" className={classes.navigation}>
          {sections.map((section) => (
            <SidebarSection key={section.title ?? ''} section={section} onLeave={onClose} />
          ))}
        </nav>
        <PersonMenu />
      </aside>
    </>
  )
}
