// The exports of the organisation: making one, following it, downloading and deleting it.
import { Button, Progress } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Panel } from '../../components/panel.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { stateOf } from '../../lib/states.ts'
import classes from './leaving.module.css'
import {
  exportsQuery,
  isBeingMade,
  type StoredExport,
  useDeleteExport,
  useDownloadExport,
  useStartExport,
} from './leaving.ts'
import { exportStates, texts } from './texts.ts'

export function ExportsPanel({ organizationId }: { organizationId: number }) {
  const stored = useQuery(exportsQuery(organizationId))
  const start = useStartExport(organizationId)
  const download = useDownloadExport(organizationId)
  const remove = useDeleteExport(organizationId)
  const [asked, setAsked] = useState<StoredExport>()
  const close = () => {
    setAsked(undefined)
    remove.reset()
  }
  const stops = asked !== undefined && isBeingMade(asked)
  return (
    <Panel title={texts.export}>
      <p className={classes.text}>{texts.exportLead}</p>
      <p className={classes.text}>{texts.exportHint}</p>
      <ErrorAlert error={start.error ?? download.error} />
      <ActionButton
        variant="default"
        style={{ alignSelf: 'start' }}
        busy={start.isPending}
        onClick={() => start.mutate()}
      >
        {texts.exportStart}
      </ActionButton>
      {stored.isPending ? <PageSkeleton lines={2} /> : null}
      {stored.isError ? <ErrorPanel error={stored.error} retry={stored.refetch} /> : null}
      {stored.data?.length ? (
        <ul className={classes.list} aria-label={texts.exports}>
          {stored.data.map((each) => (
            <Row
              key={each.id}
              stored={each}
              isDownloading={download.isPending && download.variables === each.id}
              onDownload={() => download.mutate(each.id)}
              onRemove={() => setAsked(each)}
            />
          ))}
        </ul>
      ) : null}
      <ConfirmDialog
        opened={asked !== undefined}
        title={stops ? texts.stopTitle : texts.removeTitle}
        confirmLabel={stops ? texts.stopConfirm : texts.removeConfirm}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() => asked && remove.mutate(asked.id, { onSuccess: close })}
        onClose={close}
      >
        {stops ? texts.stopLead : texts.removeLead}
      </ConfirmDialog>
    </Panel>
  )
}

function Row(props: {
  stored: StoredExport
  isDownloading: boolean
  onDownload: () => void
  onRemove: () => void
}) {
  const { stored, isDownloading, onDownload, onRemove } = props
  const format = useFormat()
  const { state, created, started, sha256, failure } = stored
  const moment = format.dateTime(started?.dateUtc ?? created.dateUtc)
  return (
    <li className={classes.row}>
      <div className={classes.head}>
        <strong>{texts.exportOf(moment)}</strong>
        <StateBadge state={stateOf(exportStates, state)} />
      </div>
      <Facts stored={stored} />
      {failure ? <p className={classes.text}>{failure}</p> : null}
      {sha256 ? <p className={classes.hash}>{texts.exportHash(sha256)}</p> : null}
      <div className={classes.head}>
        {state === 'Done' ? (
          <ActionButton
            size="xs"
            variant="default"
            aria-label={texts.downloadOf(moment)}
            busy={isDownloading}
            onClick={onDownload}
          >
            {texts.download}
          </ActionButton>
        ) : null}
        {isBeingMade(stored) ? (
          <Button size="xs" variant="default" onClick={onRemove}>
            {texts.stop}
          </Button>
        ) : (
          <Button size="xs" variant="default" aria-label={texts.removeOf(moment)} onClick={onRemove}>
            {texts.remove}
          </Button>
        )}
      </div>
    </li>
  )
}

/** Who started it, how far it has come, how large it is, and how long it is kept. */
function Facts({ stored }: { stored: StoredExport }) {
  const format = useFormat()
  const { state, created, expires, size } = stored
  const { done, total } = stored.files
  const isCounted = state === 'Running' && typeof total === 'number'
  const facts = [
    texts.exportBy(created.user.name),
    ...(isCounted ? [texts.exportFiles(done, total)] : []),
    ...(size > 0 ? [format.size(size)] : []),
    ...(expires ? [texts.exportKept(format.dateTime(expires.dateUtc))] : []),
  ]
  return (
    <>
      <p className={classes.quiet}>{facts.join(', ')}</p>
      {state === 'Running' && !isCounted ? <p className={classes.quiet}>{texts.exportRows}</p> : null}
      {isCounted && total > 0 ? (
        <Progress value={(100 * done) / total} aria-label={texts.exportProgress} />
      ) : null}
    </>
  )
}
