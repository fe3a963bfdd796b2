// The document of a new contract: dropped or chosen, and uploaded at once.
import { Loader } from '@mantine/core'
import { IconFileText, IconUpload } from '@tabler/icons-react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { FileDrop } from '../../../components/file-drop.tsx'
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
  const upload = useAction({
    mutationFn: stageDocument,
    onSuccess: (id, { name }) => onDocument({ id, name }),
  })

  const name = upload.isPending ? upload.variables.name : document?.name
  return (
    <div data-field="document">
      <FileDrop
        label={texts.document}
        button={document ? texts.otherFile : texts.choose}
        choose={texts.choose}
        wrong={error !== undefined}
        onFile={(file) => upload.mutate(file)}
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
      </FileDrop>
      {error === undefined ? null : <div className={classes.wrong}>{error}</div>}
      <ErrorAlert error={upload.error} />
    </div>
  )
}
