// The frame of every preview: a bar of tools, and the document that scrolls below it.
import type { ReactNode, Ref } from 'react'
import classes from './preview-frame.module.css'

/** `note` is a line between tools and document, `side` stands next to the document, or below it on a narrow screen. */
export function PreviewFrame(props: {
  tools?: ReactNode
  note?: ReactNode
  side?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const { tools, note, side, children, ref } = props
  return (
    <div ref={ref} className={classes.frame}>
      {tools === undefined ? null : (
        <div className={classes.tools} data-screen-only>
          {tools}
        </div>
      )}
      {note === undefined ? null : <p className={classes.note}>{note}</p>}
      <div className={classes.body} data-side={side !== undefined}>
        <div className={classes.document}>{children}</div>
        {side === undefined ? null : (
          <div className={classes.side} data-screen-only>
            {side}
          </div>
        )}
      </div>
    </div>
  )
}
