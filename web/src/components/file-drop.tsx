// Where one file is dropped or chosen.
import { Button } from '@mantine/core'
import { type DragEvent, type ReactNode, useRef, useState } from 'react'
import classes from './file-drop.module.css'

interface FileDropProps {
  /** What a screen reader calls it. */
  label: string
  /** The button, which opens the browser's own dialog, and what it is called where it is read alone. */
  button: string
  choose?: string
  /** The kinds of files that the browser's dialog offers; default: all. */
  accept?: string
  /** Whether the file that is there is wrong, or one is missing. */
  wrong?: boolean
  onFile: (file: File) => void
  /** What it says above the button. */
  children: ReactNode
}

/** Takes the first file that is dropped or chosen; the same one can be chosen again. */
export function FileDrop(props: FileDropProps) {
  const { label, button, choose = button, accept, wrong = false, onFile, children } = props
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file) onFile(file)
  }
  return (
    // dropping is a second way to do what its button does
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      aria-label={label}
      className={classes.drop}
      data-over={isOver}
      data-wrong={wrong}
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event: DragEvent) => {
        event.preventDefault()
        setOver(false)
        take(event.dataTransfer.files)
      }}
    >
      {children}
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {button}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        aria-label={choose}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
