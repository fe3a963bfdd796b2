// A titled box with lines: what all parts of the home page are made of.
import { Title, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId } from 'react'
import { counted } from '../../lib/counted.ts'
import classes from './home-list.module.css'

export function HomeList(props: { title: string; count?: number | undefined; children: ReactNode }) {
  const { title, count, children } = props
  const id = useId()
  return (
    <section className={classes.panel} aria-labelledby={id}>
      <div className={classes.head}>
        <Title order={2} id={id} className={classes.title ?? ''}>
          {title}
        </Title>
        {count === undefined || count === 0 ? null : <Count of={count} className={classes.count} />}
      </div>
      {children}
    </section>
  )
}

/** A number that is read with what it counts. */
function Count({ of, className }: { of: number; className: string | undefined }) {
  return (
    <span className={className}>
      <span aria-hidden="true">{of}</span>
      <VisuallyHidden>{counted(of, 'item', 'items')}</VisuallyHidden>
    </span>
  )
}

/** Some of the lines, under a heading of their own. */
export function HomeGroup(props: { title: string; count: number; children: ReactNode }) {
  const { title, count, children } = props
  return (
    <div className={classes.group}>
      <div className={classes.groupHead}>
        <Title order={3} className={classes.groupTitle ?? ''}>
          {title}
        </Title>
        <Count of={count} className={classes.groupCount} />
      </div>
      {children}
    </div>
  )
}

/** One line: what it is, on what, when; and what to do about it. */
export function HomeLine(props: {
  icon: ReactNode
  /** The hash route it leads to. */
  to: string | undefined
  title: string
  detail?: ReactNode
  /** Whether the detail is a sentence, which is never cut off. */
  isSentence?: boolean
  when?: ReactNode
  action?: ReactNode
}) {
  const { icon, to, title, detail, isSentence = false, when, action } = props
  return (
    <li className={classes.line}>
      <span className={classes.icon} aria-hidden="true">
        {icon}
      </span>
      <span className={classes.words}>
        {to === undefined ? (
          <span className={classes.name}>{title}</span>
        ) : (
          <Link to={to} className={classes.name}>
            {title}
          </Link>
        )}
        {detail === undefined ? null : (
          <span className={isSentence ? classes.sentence : classes.detail}>{detail}</span>
        )}
      </span>
      {when === undefined ? null : <span className={classes.when}>{when}</span>}
      {action === undefined ? null : <span className={classes.action}>{action}</span>}
    </li>
  )
}

/** The lines. */
export function HomeLines({ children }: { children: ReactNode }) {
  return <ul className={classes.lines}>{children}</ul>
}

/** What a part says instead of lines. */
export function HomeNothing({ children }: { children: ReactNode }) {
  return <p className={classes.nothing}>{children}</p>
}
