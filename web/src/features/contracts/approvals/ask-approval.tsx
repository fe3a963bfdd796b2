// Asking people to approve a contract.
import { Button, Checkbox, CloseButton, Group, Stack, Textarea } from '@mantine/core'
import { DateInput } from '../../../components/date-input.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { PersonChip } from '../../../components/person-chip.tsx'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { approvalDefaultsQuery } from '../../organisation/approval-defaults.ts'
import { differenceTexts } from '../facts/difference-texts.ts'
import { DifferencesWarning } from '../facts/differences-notice.tsx'
import { useAskApproval } from './approvals.ts'
import classes from './approvals.module.css'
import { type Deadline, DeadlineFields, deadlineOf, sentDeadline } from './deadline-fields.tsx'
import { approvalTexts as texts } from './texts.ts'

export function AskApproval({ contractId, onClose }: { contractId: number; onClose: () => void }) {
  const [people, setPeople] = useState<readonly PersonValue[]>([])
  const [inOrder, setInOrder] = useState(false)
  const [due, setDue] = useState('')
  // until somebody sets one, they have that of the organisation
  const [deadline, setDeadline] = useState<Deadline>()
  const usual = useQuery(approvalDefaultsQuery)
  const [comment, setComment] = useState('')
  const ask = useAskApproval(contractId, texts.asked)

  function send() {
    ask.mutate(
      {
        ...(people.length === 0 ? {} : { approvers: people.map(({ id }) => ({ id })) }),
        // the rules of the type have an order of their own
        ...(inOrder ? { inOrder } : {}),
        ...(deadline === undefined ? {} : { deadline: sentDeadline(deadline) }),
        ...(due === '' ? {} : { due }),
        ...(comment.trim() === '' ? {} : { comment: comment.trim() }),
      },
      { onSuccess: onClose },
    )
  }

  return (
    <Modal opened onClose={onClose} title={texts.askTitle}>
      <Stack>
        <div>{texts.askLead}</div>
        <DifferencesWarning contractId={contractId} lead={differenceTexts.beforeApproval} />
        <ErrorAlert error={ask.error} />
        {people.length === 0 ? null : (
          <ul className={classes.chosen}>
            {people.map((person) => (
              <li key={person.id}>
                <PersonChip person={person} />
                <CloseButton
                  size="sm"
                  aria-label={texts.remove(nameOf(person))}
                  onClick={() => setPeople(people.filter(({ id }) => id !== person.id))}
                />
              </li>
            ))}
          </ul>
        )}
        <PersonSelect
          key={people.length}
          data-autofocus
          // it would cover the rest of the dialog before anybody has looked at it
          openOnFocus={false}
          label={texts.approvers}
          colleaguesOnly
          who="active"
          person={undefined}
          onPerson={(person) => person && setPeople([...people, person])}
          offers={({ id }) => !people.some((person) => person.id === id)}
        />
        {people.length > 1 ? (
          <Checkbox
            label={texts.inOrder}
            description={texts.inOrderHint}
            checked={inOrder}
            onChange={(event) => setInOrder(event.currentTarget.checked)}
          />
        ) : null}
        {people.length > 0 ? (
          <DeadlineFields
            hint={texts.deadlineHint}
            deadline={deadline === undefined ? deadlineOf(usual.data?.deadline) : deadline}
            onChange={setDeadline}
          />
        ) : null}
        <DateInput size="sm" label={texts.due} value={due} onChange={setDue} />
        <Textarea
          label={texts.note}
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
          <ActionButton busy={ask.isPending} onClick={send}>
            {texts.ask}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
