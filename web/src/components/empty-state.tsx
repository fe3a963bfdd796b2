// What a list says when it has nothing: why, and what to do first.
import type { ReactNode } from 'react'
import classes from './empty-state.module.css'

/** `children` is the way out: a button or a link. `icon` is one of @tabler/icons-react, size 28. */
export function EmptyState(props: {
  title: string
  icon?: ReactNode
  lead?: ReactNode
  children?: ReactNode
}) {
  const { title, icon, lead, children } = props
  return (
    <div className={classes.empty}>
      {icon === undefined ? null : (
        <span className={classes.icon} aria-hidden="true">
          {icon}
        </span>
      )}
      <p className={classes.title}>{title}</p>
      {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
      {children === undefined ? null : <div className={classes.ways}>{children}</div>}
    </div>
  )
}
