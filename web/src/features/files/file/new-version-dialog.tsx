// Uploading the next version of a file, with what changed in it. The upload goes on in the tray.
import { Button, FileInput, Group, Stack, Textarea } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { fileTexts, versionTexts as texts } from '../texts.ts'
import { uploadVersion } from '../uploads/uploads.ts'

interface Props {
  fileId: number
  /** Of the file as it is shown: a version that somebody else has sent meanwhile is not passed over silently. */
  etag: string | undefined
  /** What it is called here; "Upload new version" otherwise. */
  title?: string
  /** What the comments begin with. */
  comments?: string
  onClose: () => void
}

export function NewVersionDialog({ fileId, etag, title, comments: initial = '', onClose }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const [comments, setComments] = useState(initial)
  const send = () => {
    if (!file) return
    uploadVersion({ fileId, etag, comments: comments.trim() }, file)
    onClose()
  }
  return (
    <Modal opened onClose={onClose} title={title ?? texts.uploadNew}>
      {/* dropping is a second way to do what the field does */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <form
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => {
          event.preventDefault()
          const dropped = event.dataTransfer.files[0]
          if (dropped) setFile(dropped)
        }}
        onSubmit={(event) => {
          event.preventDefault()
          send()
        }}
      >
        <Stack>
          <FileInput
            data-autofocus
            required
            label={texts.chooseFile}
            description={texts.dropHint}
            placeholder={texts.noFile}
            leftSection={<IconUpload size={16} aria-hidden="true" />}
            clearable
            value={file}
            onChange={setFile}
          />
          <Textarea
            autosize
            minRows={2}
            maxRows={8}
            maxLength={4000}
            label={texts.comments}
            description={texts.commentsHint}
            value={comments}
            onChange={(event) => setComments(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" size="sm" onClick={onClose}>
              {fileTexts.cancel}
            </Button>
            <Button type="submit" size="sm" disabled={!file}>
              {texts.sendVersion}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
