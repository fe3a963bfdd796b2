// What an import has made: its numbers, the file with the ids, undoing it, removing it.
import { Anchor, Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Panel } from '../../components/panel.tsx'
import { Outcomes } from './outcomes.tsx'
import { type Import, isAtWork, useActOn, useRemoveImport } from './imports.ts'
import classes from './imports.module.css'
import { texts } from './texts.ts'

export function ResultPanel({ one }: { one: Import }) {
  const navigate = useNavigate()
  const act = useActOn(one.id)
  const remove = useRemoveImport(one.id)
  const [asking, setAsking] = useState<'undo' | 'remove'>()
  const { state, made, skipped, undone } = one
  const close = () => setAsking(undefined)
  const hasBegun = state === 'Done' || state === 'Stopped' || state === 'Undone'
  if (isAtWork(one)) return null
  return (
    <Panel title={texts.result}>
      {hasBegun ? (
        <>
          <p>
            {[
              texts.made(made),
              skipped > 0 ? texts.skipped(skipped) : '',
              undone > 0 ? texts.undone(undone) : '',
            ]
              .filter((part) => part !== '')
              .join(', ')}
          </p>
          {skipped > 0 ? <Outcomes importId={one.id} outcome="Skipped" title={texts.skippedRows} /> : null}
          {state === 'Undone' && made > undone ? (
            <Outcomes importId={one.id} outcome="Kept" title={texts.keptRows} lead={texts.keptLead} />
          ) : null}
          <p>
            <Anchor href={`/v2/imports/${one.id}/result`} download>
              {texts.download}
            </Anchor>
          </p>
          <p className={classes.quiet}>{texts.downloadHint}</p>
        </>
      ) : null}
      <div className={classes.acts}>
        {(state === 'Done' || state === 'Stopped') && made > undone ? (
          <Button variant="default" onClick={() => setAsking('undo')}>
            {texts.undo}
          </Button>
        ) : null}
        <Button variant="default" onClick={() => setAsking('remove')}>
          {texts.remove}
        </Button>
      </div>
      <ConfirmDialog
        opened={asking === 'undo'}
        title={texts.undoTitle}
        confirmLabel={texts.undo}
        busy={act.isPending}
        error={act.error}
        onConfirm={() => act.mutate({ act: 'undo' }, { onSuccess: close })}
        onClose={close}
      >
        {texts.undoLead}
      </ConfirmDialog>
      <ConfirmDialog
        opened={asking === 'remove'}
        title={texts.removeTitle}
        confirmLabel={texts.remove}
        busy={remove.isPending}
        error={remove.error}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              void navigate({ to: '/administration/import' })
            },
          })
        }
        onClose={close}
      >
        {texts.removeLead}
      </ConfirmDialog>
    </Panel>
  )
}
