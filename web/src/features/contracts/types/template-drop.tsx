// Where the Word document of a template is dropped or chosen.
import { Button } from '@mantine/core'
import { type DragEvent, useRef, useState } from 'react'
import create from '../../create/create.module.css'
import { templateTexts as texts } from './texts.ts'

export function TemplateDrop({ busy, onFile }: { busy: boolean; onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const take = (files: FileList | null) => {
    const file = files?.[0]
    if (file && !busy) onFile(file)
  }
  return (
    // dropping is a second way to do what its button does
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <fieldset
      aria-label={texts.tab}
      className={create.drop}
      data-over={isOver}
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
      <output>{busy ? texts.reading : texts.drop}</output>
      <Button size="xs" variant="default" onClick={() => input.current?.click()}>
        {texts.choose}
      </Button>
      <input
        ref={input}
        type="file"
        hidden
        accept=".docx"
        aria-label={texts.choose}
        onChange={(event) => {
          take(event.currentTarget.files)
          event.currentTarget.value = ''
        }}
      />
    </fieldset>
  )
}
