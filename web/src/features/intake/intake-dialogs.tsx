// The dialogs of intake: to whom, what to ask, why not. What is typed survives until it is sent.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { Modal } from '../../components/floating/modal.tsx'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { PersonValue } from '../../forms/field-kind.ts'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { useDraft } from '../../forms/use-draft.ts'
import { nameOf } from '../../lib/person-name.ts'
import { type ListedRequest, useAskBack, useAssign, useDecline } from './intake.ts'
import { queueTexts as texts } from './texts.ts'

interface DialogProps {
  /** The one it is about; undefined while the dialog is closed. */
  readonly request: ListedRequest | undefined
  readonly onClose: () => void
}

export function AssignDialog({ request, onClose }: DialogProps) {
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={texts.assignTitle(request?.name ?? '')}>
      {request === undefined ? null : <AssignForm request={request} onClose={onClose} />}
    </Modal>
  )
}

function AssignForm({ request, onClose }: { request: ListedRequest; onClose: () => void }) {
  const [person, setPerson] = useState<PersonValue | null>(null)
  const [missing, setMissing] = useState(false)
  const assign = useAssign()

  function submit(event: FormEvent) {
    event.preventDefault()
    setMissing(person === null)
    if (person === null) return
    const order = { requestId: request.id, managerId: person.id }
    assign.mutate(order, {
      onSuccess: () => {
        onClose()
        showToast({ text: texts.assignDone(nameOf(person)) })
      },
    })
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <ErrorAlert error={assign.error} />
        <PersonSelect
          data-autofocus
          label={texts.assignTo}
          colleaguesOnly
          person={person ?? undefined}
          onPerson={setPerson}
          error={missing && person === null ? texts.assignMissing : undefined}
        />
        <DialogButtons label={texts.assignConfirm} busy={assign.isPending} onClose={onClose} />
      </Stack>
    </form>
  )
}

export function AskDialog({ request, onClose }: DialogProps) {
  const ask = useAskBack()
  const name = request?.requester.name ?? ''
  return (
    <TextDialog
      request={request}
      onClose={onClose}
      act={ask}
      draft="ask"
      title={texts.askTitle(name)}
      label={texts.askLabel}
      confirm={texts.askConfirm}
      missing={texts.askMissing}
      done={texts.askDone(name)}
    />
  )
}

export function DeclineDialog({ request, onClose }: DialogProps) {
  const decline = useDecline()
  const name = request?.name ?? ''
  return (
    <TextDialog
      request={request}
      onClose={onClose}
      act={decline}
      draft="decline"
      danger
      title={texts.declineTitle(name)}
      label={texts.declineLabel}
      hint={texts.declineHint}
      confirm={texts.declineConfirm}
      missing={texts.declineMissing}
      done={texts.declineDone(name)}
    />
  )
}

interface TextProps extends DialogProps {
  readonly act: ReturnType<typeof useAskBack>
  readonly draft: string
  readonly danger?: boolean
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly confirm: string
  readonly missing: string
  readonly done: string
}

function TextDialog(props: TextProps) {
  const { request, onClose, title } = props
  return (
    <Modal opened={request !== undefined} onClose={onClose} title={title}>
      {request === undefined ? null : <TextForm key={request.id} {...props} request={request} />}
    </Modal>
  )
}

function TextForm(props: TextProps & { request: ListedRequest }) {
  const { request, onClose, act, draft, danger = false, label, hint, confirm, missing, done } = props
  const [text, setText, forget] = useDraft(`${draft}/${request.id}`, '')
  const [empty, setEmpty] = useState(false)

  function submit(event: FormEvent) {
    event.preventDefault()
    setEmpty(text.trim() === '')
    if (text.trim() === '') return
    const order = { requestId: request.id, text: text.trim() }
    act.mutate(order, {
      onSuccess: () => {
        forget()
        onClose()
        showToast({ text: done })
      },
    })
  }

  return (
    <form onSubmit={submit}>
      <Stack>
        <ErrorAlert error={act.error} />
        <Textarea
          data-autofocus
          label={label}
          description={hint}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          error={empty && text.trim() === '' ? missing : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <DialogButtons label={confirm} danger={danger} busy={act.isPending} onClose={onClose} />
      </Stack>
    </form>
  )
}

function DialogButtons(props: { label: string; danger?: boolean; busy: boolean; onClose: () => void }) {
  const { label, danger = false, busy, onClose } = props
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={onClose}>
        Cancel
      </Button>
      <ActionButton type="submit" busy={busy} {...(danger ? { color: 'red.9' } : {})}>
        {label}
      </ActionButton>
    </Group>
  )
}
