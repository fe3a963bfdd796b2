// The frame of every preview: a bar of tools, and the document that scrolls below it.
import type { ReactNode, Ref } from 'react'
import classes from './preview-frame.module.css'

/** `note` is a line between tools and document. */
export function PreviewFrame(props: {
  tools?: ReactNode
  note?: ReactNode
  children: ReactNode
  ref?: Ref<HTMLDivElement>
}) {
  const { tools, note, children, ref } = props
  return (
    <div ref={ref} className={classes.frame}>
      {tools === undefined ? null : <div className={classes.tools}>{tools}</div>}
      {note === undefined ? null : <p className={classes.note}>{note}</p>}
      <div className={classes.document}>{children}</div>
    </div>
  )
}
