// A section of the navigation. A long one is folded away until it is needed, so that daily work stays in view.
import { UnstyledButton } from '@mantine/core'
import { IconChevronRight } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useId, useState } from 'react'
import type { Section } from './navigation-entries.ts'
import classes from './sidebar.module.css'

const MOST_UNFOLDED = 4

/** `onLeave` is called when an entry is followed. */
export function SidebarSection({ section, onLeave }: { section: Section; onLeave: () => void }) {
  const { title, entries, foldsBelow, isLoading = false } = section
  const id = useId()
  const { pathname } = useLocation()
  const places = [...entries.map(({ to }) => to), ...(foldsBelow === undefined ? [] : [foldsBelow])]
  const isHere = places.some((place) => pathname === place || pathname.startsWith(`${place}/`))
  const [unfolded, setUnfolded] = useState<boolean>()
  const canFold = foldsBelow !== undefined && (isLoading || entries.length > MOST_UNFOLDED)
  const isOpen = !canFold || (unfolded ?? isHere)
  return (
    <div>
      {title === undefined ? null : canFold ? (
        <UnstyledButton
          id={`${id}-title`}
          className={classes.fold ?? ''}
          aria-expanded={isOpen}
          onClick={() => setUnfolded(!isOpen)}
        >
          {title}
          <IconChevronRight size={14} aria-hidden="true" />
        </UnstyledButton>
      ) : (
        <p id={`${id}-title`} className={classes.title}>
          {title}
        </p>
      )}
      {isOpen ? (
        <ul className={classes.list} aria-labelledby={title && `${id}-title`}>
          {entries.map(({ to, label, icon: Glyph }) => (
            <li key={label}>
              <Link to={to} className={classes.entry} activeOptions={{ exact: to === '/' }} onClick={onLeave}>
                <Glyph size={18} stroke={1.6} aria-hidden="true" />
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  )
}
