// Instead of a preview: why there is none, and the download.
import { Button } from '@mantine/core'
import { IconDownload, IconFileUnknown } from '@tabler/icons-react'
import classes from './documents/documents.module.css'
import { contentUrl, type Previewed } from './previewed.ts'
import { previewTexts as texts } from './texts.ts'

const reasons = {
  unknown: texts.noPreview,
  damaged: texts.damaged,
  'too-large': texts.tooLargeForPreview,
  'no-text': texts.noText,
} as const

export type NoPreviewReason = keyof typeof reasons

export function NoPreview({ file, reason }: { file: Previewed; reason: NoPreviewReason }) {
  return (
    <div className={classes.empty}>
      <IconFileUnknown size={40} stroke={1.25} aria-hidden="true" />
      <p>{reasons[reason]}</p>
      {file.bytes ? null : (
        <Button
          component="a"
          href={contentUrl(file)}
          download={file.name}
          variant="default"
          size="sm"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          {texts.download}
        </Button>
      )}
    </div>
  )
}
