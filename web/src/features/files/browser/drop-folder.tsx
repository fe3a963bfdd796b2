// A folder that files can be dropped onto.
import { type ReactNode, useRef } from 'react'
import type { Handled } from '../file-actions.ts'
import type { Dropped } from '../uploads/dropped-files.ts'
import classes from './files-tab.module.css'
import { useDrop } from './use-drop.ts'

export function DropFolder(props: {
  onFiles: ((dropped: Promise<Dropped>) => void) | undefined
  onRows: ((files: readonly Handled[]) => void) | undefined
  children: ReactNode
}) {
  const element = useRef<HTMLDivElement>(null)
  const over = useDrop(element, props)
  return (
    <div ref={element} className={classes.target} data-over={over || undefined}>
      {props.children}
    </div>
  )
}
