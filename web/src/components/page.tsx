// A page: its title in the tab, one heading that gets the focus on arrival, and the content.
import { Title } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import classes from './page.module.css'

let arrivals = 0

/** Moves the focus to the page's heading, for when the focused element is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

/**
 * Moves the focus to the heading of a page on arrival, so that screen readers tell where one is. For pages that draw
 * their own heading; `Page` does it by itself.
 */
export function useArrival(heading: RefObject<HTMLHeadingElement | null>, takesFocus = true): void {
  useEffect(() => {
    // On the very first page the browser's default is right: a screen reader reads from the top.
    arrivals += 1
    if (takesFocus && arrivals > 1) heading.current?.focus()
  }, [heading, takesFocus])
}

/**
 * Use a different `key` for pages that replace each other under one address, so that the focus moves to the new
 * heading. `headingTakesFocus={false}` is for pages that focus a field themselves.
 */
export function Page(props: {
  title: string
  lead?: ReactNode
  actions?: ReactNode
  headingTakesFocus?: boolean
  children?: ReactNode
}) {
  const { title, lead, actions, headingTakesFocus = true, children } = props
  const heading = useRef<HTMLHeadingElement>(null)

  useEffect(() => {
    document.title = `${title} · Chancery`
  }, [title])

  useArrival(heading, headingTakesFocus)

  return (
    <div className={classes.page}>
      <div className={classes.head}>
        <div className={classes.words}>
          <Title order={1} ref={heading} tabIndex={-1}>
            {title}
          </Title>
          {lead === undefined ? null : <p className={classes.lead}>{lead}</p>}
        </div>
        {actions}
      </div>
      {children}
    </div>
  )
}
