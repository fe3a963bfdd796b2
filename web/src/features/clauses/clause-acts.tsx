// What administrators do with a clause: edit its texts, approve a version, retire, restore and delete it.
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { showToast } from '../../components/toast-store.ts'
import { type ClauseDetails, useApprove, useMoveClause } from './clauses.ts'
import { clauseTexts as texts } from './texts.ts'

const questions = {
  retire: { title: texts.retireTitle, text: texts.retireText, label: texts.retire, done: texts.retired },
  delete: { title: texts.deleteTitle, text: texts.deleteText, label: texts.delete, done: texts.deleted },
} as const

export function ClauseActs(props: { clause: ClauseDetails; etag: string | undefined; onEdit: () => void }) {
  const { clause, etag, onEdit } = props
  const [asking, setAsking] = useState<'retire' | 'delete'>()
  const move = useMoveClause(clause.id)
  const navigate = useNavigate()
  const isRetired = clause.state === 'Retired'
  const done = (text: string) => showToast({ text })
  const question = asking && questions[asking]
  return (
    <>
      {isRetired ? (
        <Button
          size="sm"
          loading={move.isPending}
          onClick={() => move.mutate('restore', { onSuccess: () => done(texts.restored) })}
        >
          {texts.restore}
        </Button>
      ) : (
        <>
          {clause.approvedVersion === clause.latestVersion ? null : (
            <Approve clauseId={clause.id} version={clause.latestVersion} etag={etag} />
          )}
          <Button size="sm" variant="default" onClick={onEdit}>
            {texts.edit}
          </Button>
          <Button size="sm" variant="default" onClick={() => setAsking('retire')}>
            {texts.retire}
          </Button>
        </>
      )}
      {clause.approvedVersion === null ? (
        <Button size="sm" variant="default" onClick={() => setAsking('delete')}>
          {texts.delete}
        </Button>
      ) : null}
      {asking && question ? (
        <ConfirmDialog
          opened
          title={question.title}
          confirmLabel={question.label}
          busy={move.isPending}
          error={move.error}
          onConfirm={() =>
            move.mutate(asking, {
              onSuccess: () => {
                setAsking(undefined)
                done(question.done)
                if (asking === 'delete') void navigate({ to: '/administration/clauses' })
              },
            })
          }
          onClose={() => {
            setAsking(undefined)
            move.reset()
          }}
        >
          {question.text}
        </ConfirmDialog>
      ) : null}
    </>
  )
}

/** Asks first. In a list of versions it is not what one came for. */
export function Approve(props: {
  clauseId: number
  version: number
  etag: string | undefined
  isInList?: boolean
}) {
  const { clauseId, version, etag, isInList = false } = props
  const [isAsking, setAsking] = useState(false)
  const approve = useApprove(clauseId, etag)
  return (
    <>
      <Button
        {...(isInList ? { size: 'compact-sm', variant: 'subtle' } : { size: 'sm' })}
        onClick={() => setAsking(true)}
      >
        {texts.approve(version)}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        title={texts.approveTitle(version)}
        confirmLabel={texts.approve(version)}
        danger={false}
        busy={approve.isPending}
        error={approve.error}
        onConfirm={() =>
          approve.mutate(version, {
            onSuccess: () => {
              setAsking(false)
              showToast({ text: texts.approved(version) })
            },
          })
        }
        onClose={() => {
          setAsking(false)
          approve.reset()
        }}
      >
        {texts.approveText}
      </ConfirmDialog>
    </>
  )
}
