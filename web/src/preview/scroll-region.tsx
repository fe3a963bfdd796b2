// The part of a preview that scrolls. It takes the focus, so that it scrolls by keyboard as well.
import type { ReactNode, Ref } from 'react'

interface Props {
  label: string
  className: string | undefined
  ref?: Ref<HTMLElement>
  children: ReactNode
  zoom?: 'full' | 'fit'
}

/** A region with a name, as screen readers list it. */
export function ScrollRegion({ label, className, ref, children, zoom }: Props) {
  return (
    // without it, the keyboard cannot scroll
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section ref={ref} className={className} tabIndex={0} aria-label={label} data-zoom={zoom}>
      {children}
    </section>
  )
}
