// A white box on the page's background, with or without a heading of its own.
import { Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './panel.module.css'

/** A titled panel is a region that screen readers list. */
export function Panel({ title, children }: { title?: ReactNode; children: ReactNode }) {
  const id = useId()
  if (title === undefined) return <div className={classes.panel}>{children}</div>
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <Title order={2} id={id}>
        {title}
      </Title>
      {children}
    </section>
  )
}
