// Uploading the signed copy of a contract: the next version of its document.
import { useQuery } from '@tanstack/react-query'
import { fileQuery } from '../../files/files.ts'
import { NewVersionDialog } from '../../files/file/new-version-dialog.tsx'
import { nextStepTexts as texts } from '../texts.ts'

export function UploadSigned({ fileId, onClose }: { fileId: number; onClose: () => void }) {
  const file = useQuery(fileQuery(fileId))
  if (file.data === undefined) return null
  return (
    <NewVersionDialog
      fileId={fileId}
      etag={file.data.etag}
      title={texts.uploadSigned}
      comments={texts.signedCopy}
      onClose={onClose}
    />
  )
}
