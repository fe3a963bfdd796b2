// The part of a preview that scrolls. It takes the focus, so that it scrolls by keyboard as well.
import type { ReactNode, Ref } from 'react'

interface Props {
  label: string
  className: string | undefined
  /** The element that scrolls. */
  ref?: Ref<HTMLDivElement>
  children: ReactNode
  zoom?: 'full' | 'fit'
  /** False for what is drawn for the screen only. */
  printsWhole?: boolean
}

/** A region with a name, as screen readers list it. */
export function ScrollRegion({ label, className, ref, children, zoom, printsWhole = true }: Props) {
  return (
    <section aria-label={label}>
      {/* without the focus, the keyboard cannot scroll it */}
      <div
        ref={ref}
        className={className}
        // it is no control, and still needs the focus: see above
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-zoom={zoom}
        data-print-whole={printsWhole ? '' : undefined}
      >
        {children}
      </div>
    </section>
  )
}
