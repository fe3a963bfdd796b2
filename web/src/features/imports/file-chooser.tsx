// Choosing files: a button that opens the browser's own dialog, and the names of what was chosen.
import { Button, Input } from '@mantine/core'
import { useId, useRef, useState } from 'react'
import classes from './imports.module.css'

/** `folder` chooses a whole folder. Without a label the button says enough. */
export function FileChooser(props: {
  label?: string
  description?: string
  button: string
  accept?: string
  multiple?: boolean
  folder?: boolean
  busy?: boolean
  onChoose: (files: readonly File[]) => void
}) {
  const {
    label,
    description,
    button,
    accept,
    multiple = false,
    folder = false,
    busy = false,
    onChoose,
  } = props
  const input = useRef<HTMLInputElement>(null)
  const id = useId()
  const [chosen, setChosen] = useState<string>()
  return (
    <div>
      {label === undefined ? null : <Input.Label htmlFor={id}>{label}</Input.Label>}
      {description === undefined ? null : <Input.Description>{description}</Input.Description>}
      <div className={classes.chooser}>
        <Button
          id={id}
          type="button"
          variant="default"
          disabled={busy}
          onClick={() => input.current?.click()}
        >
          {button}
        </Button>
        {label === undefined ? null : <span className={classes.quiet}>{chosen}</span>}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={button}
        multiple={multiple || folder}
        {...(accept === undefined ? {} : { accept })}
        {...(folder ? { webkitdirectory: '' } : {})}
        onChange={(event) => {
          const files = [...(event.currentTarget.files ?? [])]
          setChosen(files.map(({ name }) => name).join(', '))
          if (files.length > 0) onChoose(files)
          // the same files can be chosen again
          if (label === undefined) event.currentTarget.value = ''
        }}
      />
    </div>
  )
}
