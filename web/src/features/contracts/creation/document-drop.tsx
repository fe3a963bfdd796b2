// The document of a new contract: dropped or chosen, and uploaded at once.
import { Button, Loader } from '@mantine/core'
import { IconFileText, IconUpload } from '@tabler/icons-react'
import { type DragEvent, useRef, useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useAction } from '../../../lib/use-action.ts'
import { stageDocument } from './contract-creation.ts'
import classes from '../../create/create.module.css'
import { contractCreationTexts as texts } from './texts.ts'

/** A document that waits for its contract. */
export interface StagedDocument {
  readonly id: number
  readonly name: string
}

export function DocumentDrop(props: {
  document: StagedDocument | undefined
  error: string | undefined
  onDocument: (document: StagedDocument) => void
}) {
  const { document, error, onDocument } = props
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const upload = useAction({
    mutationFn: stageDocument,
    onSuccess: (id, { name }) => onDocument({ id, name }),
  })

  function take(files: FileList | null) {
    const file = files?.[0]
    if (file) upload.mutate(file)
  }
  function dropped(event: DragEvent) {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files)
  }

  const name = upload.isPending ? upload.variables.name : document?.name
  return (
    <div data-field="document">
      {/* dropping is a second way to do what its button does */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <fieldset
        aria-label={texts.document}
        className={classes.drop}
        data-over={isOver}
        data-wrong={error !== undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={dropped}
      >
        {upload.isPending ? (
          <Loader size={24} />
        ) : document ? (
          <IconFileText size={28} stroke={1.5} aria-hidden="true" />
        ) : (
          <IconUpload size={28} stroke={1.5} aria-hidden="true" />
        )}
        <output>
          {upload.isPending
            ? texts.uploading(name ?? '')
            : document
              ? texts.uploaded(document.name)
              : texts.drop}
        </output>
        {document ? null : <span className={classes.hint}>{texts.dropHint}</span>}
        <Button size="xs" variant="default" onClick={() => input.current?.click()}>
          {document ? texts.otherFile : texts.choose}
        </Button>
        <input
          ref={input}
          type="file"
          hidden
          aria-label={texts.choose}
          onChange={(event) => {
            take(event.currentTarget.files)
            event.currentTarget.value = ''
          }}
        />
      </fieldset>
      {error === undefined ? null : <div className={classes.wrong}>{error}</div>}
      <ErrorAlert error={upload.error} />
    </div>
  )
}
