// Dropping: files and folders from the desktop, and rows of the list onto folders.
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { dropTargetForExternal } from '@atlaskit/pragmatic-drag-and-drop/external/adapter'
import { containsFiles } from '@atlaskit/pragmatic-drag-and-drop/external/file'
import { preventUnhandled } from '@atlaskit/pragmatic-drag-and-drop/prevent-unhandled'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { Handled } from '../file-actions.ts'
import { type Dropped, droppedFiles } from '../uploads/dropped-files.ts'

const rows = 'rowsOfFiles'

/** What can be dropped onto an element; left out is not possible. */
interface Drops {
  readonly onFiles?: ((dropped: Promise<Dropped>) => void) | undefined
  readonly onRows?: ((files: readonly Handled[]) => void) | undefined
}

/** Whether something that can be dropped here is over the element itself, not over one within it. */
export function useDrop(element: RefObject<HTMLElement | null>, { onFiles, onRows }: Drops): boolean {
  const [over, setOver] = useState(false)
  const takeFiles = useEffectEvent((items: readonly DataTransferItem[]) => onFiles?.(droppedFiles(items)))
  const takeRows = useEffectEvent((files: readonly Handled[]) => onRows?.(files))
  const [canFiles, canRows] = [onFiles !== undefined, onRows !== undefined]
  useEffect(() => {
    const target = element.current
    if (!target) return
    const isInnermost = (location: { current: { dropTargets: readonly { element: Element }[] } }) =>
      location.current.dropTargets[0]?.element === target
    const common = {
      element: target,
      onDropTargetChange: ({ location }: { location: Parameters<typeof isInnermost>[0] }) =>
        setOver(isInnermost(location)),
      onDragLeave: () => setOver(false),
    }
    return combine(
      dropTargetForExternal({
        ...common,
        canDrop: ({ source }) => canFiles && containsFiles({ source }),
        onDragEnter: ({ location }) => setOver(isInnermost(location)),
        onDrop: ({ source, location }) => {
          preventUnhandled.stop()
          setOver(false)
          if (isInnermost(location)) takeFiles(source.items)
        },
      }),
      dropTargetForElements({
        ...common,
        canDrop: ({ source }) => canRows && rows in source.data,
        onDragEnter: ({ location }) => setOver(isInnermost(location)),
        onDrop: ({ source, location }) => {
          setOver(false)
          if (isInnermost(location)) takeRows(source.data[rows] as readonly Handled[])
        },
      }),
    )
  }, [element, canFiles, canRows])
  return over
}

/** Lets rows be dragged by this element: those that `files` answers when it starts. */
export function useDragRows(
  element: RefObject<HTMLElement | null>,
  files: () => readonly Handled[],
  enabled: boolean,
) {
  const dragged = useEffectEvent(files)
  useEffect(() => {
    const source = element.current
    if (!source || !enabled) return
    return draggable({ element: source, getInitialData: () => ({ [rows]: dragged() }) })
  }, [element, enabled])
}

/** A file that is dropped beside every target must not replace the page. */
export function useNoStrayDrops(): void {
  useEffect(() => {
    const stop = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
    }
    window.addEventListener('dragover', stop)
    window.addEventListener('drop', stop)
    return () => {
      window.removeEventListener('dragover', stop)
      window.removeEventListener('drop', stop)
    }
  }, [])
}
