// The part of a preview that scrolls. It takes the focus, so that it scrolls by keyboard as well.
import type { ReactNode, Ref } from 'react'

interface Props {
  label: string
  className: string | undefined
  /** The element that scrolls. */
  ref?: Ref<HTMLDivElement>
  children: ReactNode
  zoom?: 'full' | 'fit'
}

/** A region with a name, as screen readers list it. */
export function ScrollRegion({ label, className, ref, children, zoom }: Props) {
  return (
    <section aria-label={label}>
      {/* without the focus, the keyboard cannot scroll it */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <div ref={ref} className={className} tabIndex={0} data-zoom={zoom}>
        {children}
      </div>
    </section>
  )
}
