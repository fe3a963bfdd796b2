// Asks before a file becomes the next version of the document, and says which one it will be.
import { useQuery } from '@tanstack/react-query'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { fileQuery } from '../../files/files.ts'
import { otherSideTexts as texts } from './texts.ts'

/** `fileId` is the document, `name` the file; `onAccept` gets the version that it follows. */
export function AcceptDialog(props: {
  fileId: number
  name: string
  busy: boolean
  error: unknown
  onAccept: (version: number) => void
  onClose: () => void
}) {
  const { fileId, name, busy, error, onAccept, onClose } = props
  const file = useQuery(fileQuery(fileId))
  const version = file.data?.value.version ?? 1
  return (
    <ConfirmDialog
      opened
      danger={false}
      title={texts.acceptTitle(version + 1)}
      confirmLabel={texts.acceptDo}
      busy={busy || file.isPending}
      error={error ?? file.error}
      onConfirm={() => onAccept(version)}
      onClose={onClose}
    >
      {texts.acceptText(name)}
    </ConfirmDialog>
  )
}
