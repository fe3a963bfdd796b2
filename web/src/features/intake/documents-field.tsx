// Documents that go with a request: chosen or dropped, and sent once there is a request to send them to.
import { ActionIcon, FileButton, Button } from '@mantine/core'
import { IconFile, IconX } from '@tabler/icons-react'
import { type DragEvent, useId, useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import classes from './intake.module.css'
import { formTexts as texts } from './texts.ts'

export function DocumentsField(props: {
  files: readonly File[]
  onChange: (files: readonly File[]) => void
}) {
  const { files, onChange } = props
  const [over, setOver] = useState(false)
  const format = useFormat()
  const id = useId()

  function dropped(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    onChange([...files, ...event.dataTransfer.files])
  }

  return (
    <fieldset className={classes.documents} aria-describedby={id}>
      <legend>{texts.documents}</legend>
      <p id={id} className={classes.who}>
        {texts.documentsHint}
      </p>
      <div
        className={classes.drop}
        data-over={over}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        <FileButton multiple onChange={(chosen) => onChange([...files, ...chosen])}>
          {(button) => (
            <Button variant="default" size="sm" {...button}>
              {texts.add}
            </Button>
          )}
        </FileButton>
        <span className={classes.who}>{texts.drop}</span>
      </div>
      <ul className={classes.chosen} aria-live="polite">
        {files.map((file, index) => (
          <li key={`${file.name} ${file.lastModified} ${file.size}`}>
            <IconFile size={16} aria-hidden="true" />
            {file.name}
            <span className={classes.who}>{format.size(file.size)}</span>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={texts.remove(file.name)}
              onClick={() => onChange(files.filter((_, each) => each !== index))}
            >
              <IconX size={16} aria-hidden="true" />
            </ActionIcon>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}
