// The files that the rows of a table name.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { BucketDialog } from './bucket-dialog.tsx'
import { FileChooser } from './file-chooser.tsx'
import { type Import, type SentFiles, useAddFiles } from './imports.ts'
import classes from './imports.module.css'
import { texts } from './texts.ts'

export function FilesPanel({ one }: { one: Import }) {
  const format = useFormat()
  const [sent, setSent] = useState<SentFiles>()
  const add = useAddFiles(one.id, setSent)
  const [isAsking, setAsking] = useState(false)
  const { count, bytes, archives, buckets, failure } = one.files
  const choose = (files: readonly File[]) => add.mutate({ files })
  return (
    <Panel title={texts.files}>
      <p className={classes.quiet}>{texts.filesLead}</p>
      <StatusMessage>
        {add.isPending && sent
          ? texts.sending(sent.sent, sent.total)
          : archives > 0
            ? texts.unpacking(archives)
            : buckets > 0
              ? texts.fetching(count)
              : texts.filesCount(count, format.size(bytes))}
      </StatusMessage>
      {failure === null ? null : (
        <Notice kind="problem" title={texts.unpackFailed}>
          <p>{failure}</p>
        </Notice>
      )}
      <ErrorAlert error={add.error} />
      <div className={classes.acts}>
        <FileChooser button={texts.addFiles} multiple busy={add.isPending} onChoose={choose} />
        <FileChooser button={texts.addFolder} folder busy={add.isPending} onChoose={choose} />
        <Button variant="default" onClick={() => setAsking(true)}>
          {texts.addBucket}
        </Button>
      </div>
      {isAsking ? <BucketDialog importId={one.id} onClose={() => setAsking(false)} /> : null}
    </Panel>
  )
}
