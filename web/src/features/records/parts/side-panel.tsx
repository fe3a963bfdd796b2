// A part of a record's page beside its middle: a small heading, perhaps an action, and what it is about.
import { type ReactNode, useId } from 'react'
import classes from './side-panel.module.css'

/** A region that screen readers list. `action` stands at the end of its heading. */
export function SidePanel({
  title,
  action,
  children,
}: {
  title: string
  action?: ReactNode
  children: ReactNode
}) {
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <h2 id={id} className={classes.title}>
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  )
}
