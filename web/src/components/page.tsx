// A page: its title in the tab, one heading that gets the focus on arrival, and the content.
import { Title } from '@mantine/core'
import { type ReactNode, type RefObject, useEffect, useRef } from 'react'
import classes from './page.module.css'

let arrivals = 0

/** Moves the focus to the page's heading, for when the focused element is gone. */
export function focusHeading(): void {
  document.querySelector<HTMLElement>('h1')?.focus()
}

/** When the heading of a page takes the focus: on the first page of a visit as well, or on later ones only. */
type TakesFocus = 'always' | 'later' | 'never'

/**
 * Moves the focus to the heading of a page on arrival, so that screen readers say where one is. For pages that draw
 * their own heading; `Page` does it by itself. `always` is for pages whose heading comes after a wait.
 */
export function useArrival(heading: RefObject<HTMLHeadingElement | null>, takes: TakesFocus = 'later'): void {
  useEffect(() => {
    arrivals += 1
    if (takes === 'never') return undefined
    if (arrivals > 1) heading.current?.focus()
    else if (takes === 'always') return focusIfFree(heading)
    return undefined
  }, [heading, takes])
}

/**
 * A first page is read from the top, and somebody may be somewhere else on it. Waits for the first layout: the focus
 * would ask for one of its own, in the task that draws the page.
 */
function focusIfFree(heading: RefObject<HTMLHeadingElement | null>): () => void {
  const frame = requestAnimationFrame(() => {
    if (document.activeElement === document.body) heading.current?.focus()
  })
  return () => cancelAnimationFrame(frame)
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

  useArrival(heading, headingTakesFocus ? 'later' : 'never')

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
