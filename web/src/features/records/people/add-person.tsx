// Adding a person to a record.
import { Group, Select, Stack, Textarea, Button } from '@mantine/core'
import { Modal } from '../../../components/floating/modal.tsx'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import type { MemberRole } from '../record-calls.ts'
import { type RecordRef, useRecordAction } from '../records.ts'
import { recordTexts } from '../texts.ts'

const texts = recordTexts.people

/** `known` are those who are on it already; its owner is of its own organisation. */
export function AddPerson(props: {
  target: RecordRef
  known: readonly string[]
  ownOrganisation: number | undefined
  /** Of a firm, whose people may only put colleagues on it as members. */
  colleaguesOf: number | undefined
  onClose: () => void
}) {
  const { target, known, ownOrganisation, colleaguesOf, onClose } = props
  const [person, setPerson] = useState<PersonValue>()
  const [wanted, setWanted] = useState<MemberRole>('Member')
  const [note, setNote] = useState('')
  const isOutside = person?.organizationId !== undefined && person.organizationId !== ownOrganisation
  const roles: MemberRole[] = [
    'Member',
    ...(isOutside || colleaguesOf !== undefined ? [] : (['Owner'] as const)),
    ...(colleaguesOf === undefined ? target.kind.roles : []),
  ]
  const role = roles.includes(wanted) ? wanted : 'Member'
  const add = useRecordAction(
    target,
    (who: PersonValue) => {
      const roles: MemberRole[] = role === 'Member' ? ['Member'] : ['Member', role]
      return target.kind.calls.setMember(
        target.id,
        who.id,
        roles,
        note.trim() === '' ? undefined : note.trim(),
      )
    },
    (who) => texts.added(nameOf(who)),
  )
  return (
    <Modal opened onClose={onClose} title={texts.addTitle}>
      <Stack>
        <ErrorAlert error={add.error} />
        <PersonSelect
          data-autofocus
          label={texts.who}
          person={person}
          onPerson={(chosen) => setPerson(chosen ?? undefined)}
          offers={({ id, organizationId }) =>
            !known.includes(id) && (colleaguesOf === undefined || organizationId === colleaguesOf)
          }
        />
        <Select
          label={texts.as}
          allowDeselect={false}
          data={roles.map((each) => ({ value: each, label: texts.role(each) }))}
          value={role}
          onChange={(chosen) => setWanted(chosen ?? 'Member')}
        />
        <Textarea
          label={texts.note}
          description={texts.noteHint}
          autosize
          minRows={2}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {recordTexts.cancel}
          </Button>
          <ActionButton
            busy={add.isPending}
            disabled={person === undefined}
            onClick={() => person && add.mutate(person, { onSuccess: onClose })}
          >
            {texts.add}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
