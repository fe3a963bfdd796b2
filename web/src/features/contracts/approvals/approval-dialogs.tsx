// Small dialogs in which somebody decides on a request or does something with it. What was typed stays if the server
// refuses.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { DifferencesWarning } from '../facts/differences-notice.tsx'
import { type ApprovalAct, useApprovalAct } from './approvals.ts'
import { approvalTexts as texts } from './texts.ts'

/** What is being asked for. */
export type AskedAct = 'approve' | 'decline' | 'withdraw' | 'keep' | 'keepOwn' | 'restart' | 'delegate'

interface Words {
  readonly title: string
  readonly label: string
  readonly hint?: string
  readonly confirm: string
  readonly done: string
  readonly needed: boolean
}

const words: Readonly<Record<Exclude<AskedAct, 'delegate'>, Words>> = {
  approve: {
    title: texts.approveTitle,
    label: texts.approveNote,
    confirm: texts.approve,
    done: texts.approved,
    needed: false,
  },
  decline: {
    title: texts.declineTitle,
    label: texts.declineNote,
    hint: texts.declineHint,
    confirm: texts.decline,
    done: texts.declined,
    needed: true,
  },
  withdraw: {
    title: texts.withdrawTitle,
    label: texts.reason,
    hint: texts.reasonHint,
    confirm: texts.withdraw,
    done: texts.withdrawn,
    needed: false,
  },
  keep: {
    title: texts.keepTitle,
    label: texts.reason,
    hint: texts.reasonHint,
    confirm: texts.keep,
    done: texts.kept,
    needed: true,
  },
  keepOwn: {
    title: texts.keepOwnTitle,
    label: texts.reason,
    hint: texts.reasonHint,
    confirm: texts.keepOwn,
    done: texts.keptOwn,
    needed: true,
  },
  restart: {
    title: texts.restartTitle,
    label: texts.reason,
    hint: texts.reasonHint,
    confirm: texts.restart,
    done: texts.restarted,
    needed: true,
  },
}

interface DialogProps {
  /** What is decided on, where the page behind shows several. */
  readonly about?: string | undefined
  readonly contractId: number
  readonly approvalId: number
  readonly onClose: () => void
}

/** `from` is whose decision is made or handed on, if not the person's own. */
export function ApprovalDialog(
  props: DialogProps & { readonly act: AskedAct; readonly from?: PersonValue | undefined },
) {
  const { act, from, ...dialog } = props
  return act === 'delegate' ? (
    <DelegateDialog {...dialog} from={from} />
  ) : (
    <ReasonDialog {...dialog} act={act} from={from} />
  )
}

function ReasonDialog(
  props: DialogProps & {
    readonly act: Exclude<AskedAct, 'delegate'>
    readonly from: PersonValue | undefined
  },
) {
  const { contractId, approvalId, about, act, from, onClose } = props
  const { title, label, hint, confirm, done, needed } = words[act]
  const [text, setText] = useState('')
  const perform = useApprovalAct(contractId, approvalId)
  const trimmed = text.trim()
  const send = () => perform.mutate({ order: orderOf(act, trimmed, from?.id), done }, { onSuccess: onClose })
  return (
    <Modal opened onClose={onClose} title={title}>
      <Stack>
        {about === undefined ? null : <strong>{about}</strong>}
        {from === undefined ? null : <div>{texts.insteadOf(nameOf(from))}</div>}
        {act === 'approve' ? <DifferencesWarning contractId={contractId} /> : null}
        <ErrorAlert error={perform.error} />
        <Textarea
          data-autofocus
          label={label}
          {...(hint === undefined ? {} : { description: hint })}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={4_000}
          required={needed}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const isSent = event.key === 'Enter' && (event.ctrlKey || event.metaKey)
            if (isSent && !(needed && trimmed === '')) send()
          }}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={perform.isPending}
            disabled={needed && trimmed === ''}
            {...(act === 'decline' ? { color: 'red.9' } : {})}
            onClick={send}
          >
            {confirm}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}

function orderOf(
  act: Exclude<AskedAct, 'delegate'>,
  text: string,
  insteadOf: string | undefined,
): ApprovalAct {
  const instead = insteadOf === undefined ? {} : { insteadOf }
  if (act === 'approve') return text === '' ? { act, ...instead } : { act, comment: text, ...instead }
  if (act === 'decline') return { act, comment: text, ...instead }
  return { act: act === 'keepOwn' ? 'keep' : act, reason: text }
}

function DelegateDialog(props: DialogProps & { readonly from: PersonValue | undefined }) {
  const { contractId, approvalId, from, onClose } = props
  const [person, setPerson] = useState<PersonValue>()
  const [comment, setComment] = useState('')
  const perform = useApprovalAct(contractId, approvalId)

  function send() {
    if (person === undefined) return
    const order: ApprovalAct = {
      act: 'delegate',
      to: person.id,
      ...(from === undefined ? {} : { from: from.id }),
      ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
    }
    perform.mutate({ order, done: texts.delegated(nameOf(person)) }, { onSuccess: onClose })
  }

  return (
    <Modal opened onClose={onClose} title={texts.delegateTitle}>
      <Stack>
        {from === undefined ? null : <div>{texts.delegateFor(nameOf(from))}</div>}
        <ErrorAlert error={perform.error} />
        <PersonSelect
          data-autofocus
          label={texts.who}
          colleaguesOnly
          who="active"
          person={person}
          onPerson={(chosen) => setPerson(chosen ?? undefined)}
        />
        <Textarea
          label={texts.delegateNote}
          autosize
          minRows={2}
          maxLength={4_000}
          value={comment}
          onChange={(event) => setComment(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton busy={perform.isPending} disabled={person === undefined} onClick={send}>
            {texts.delegate}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
