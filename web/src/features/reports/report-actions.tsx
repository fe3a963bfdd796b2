// Saving a report, sharing it and deleting it.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { lazily } from '../../components/lazily.tsx'
import { hasStatus } from '../../lib/refusal.ts'
import type { ReportParts } from './report-address.ts'
import { type savedReportQuery, useReportActions } from './reports.ts'
import { texts } from './texts.ts'

const SaveDialog = lazily(() => import('./save-dialog.tsx'), 'SaveDialog')

type Saved = Awaited<ReturnType<NonNullable<ReturnType<typeof savedReportQuery>['queryFn']>>>

export function ReportActions(props: {
  parts: ReportParts
  name: string
  saved: Saved | undefined
  onSaved: (id: string, name: string) => void
}) {
  const { parts, name, saved, onSaved } = props
  const { create, change, remove } = useReportActions()
  const [asked, setAsked] = useState<'save' | 'remove'>()
  const navigate = useNavigate()
  const report = saved?.value
  const mayChange = report?.can.change === true
  const close = () => setAsked(undefined)
  return (
    <>
      {report && mayChange ? (
        <ActionButton
          size="sm"
          busy={change.isPending}
          onClick={() =>
            change.mutate(
              { id: String(report.id), tag: saved.etag, parts },
              { onSuccess: () => onSaved(String(report.id), report.name) },
            )
          }
        >
          {texts.save}
        </ActionButton>
      ) : null}
      <Button size="sm" variant={mayChange ? 'default' : 'filled'} onClick={() => setAsked('save')}>
        {texts.saveAs}
      </Button>
      {mayChange ? (
        <Button size="sm" variant="subtle" color="red.9" onClick={() => setAsked('remove')}>
          {texts.remove}
        </Button>
      ) : null}
      <ErrorAlert error={change.error}>
        {hasStatus(change.error, 412) ? <p>{texts.conflict}</p> : null}
      </ErrorAlert>
      {asked === 'save' ? (
        <SaveDialog
          name={name}
          busy={create.isPending}
          error={create.error}
          onClose={close}
          onSave={(keeping) =>
            create.mutate(
              { parts, keeping },
              {
                onSuccess: ({ id }) => {
                  close()
                  onSaved(String(id), keeping.name)
                },
              },
            )
          }
        />
      ) : null}
      {report ? (
        <ConfirmDialog
          opened={asked === 'remove'}
          title={texts.removeTitle}
          confirmLabel={texts.remove}
          busy={remove.isPending}
          error={remove.error}
          onClose={close}
          onConfirm={() =>
            remove.mutate(String(report.id), { onSuccess: () => void navigate({ to: '/reports' }) })
          }
        >
          {texts.removeText(report.name)}
        </ConfirmDialog>
      ) : null}
    </>
  )
}
