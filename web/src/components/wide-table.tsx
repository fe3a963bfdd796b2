// What is around a table that may be wider than the page.
import type { ReactNode } from 'react'

/** It scrolls sideways and takes the focus, so that it scrolls by keyboard as well. */
export function WideTable(props: { label: string; className: string | undefined; children: ReactNode }) {
  const { label, className, children } = props
  return (
    // it is no control, and without the focus the keyboard cannot scroll it
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className={className} tabIndex={0} aria-label={`Table: ${label}`}>
      {children}
    </section>
  )
}
