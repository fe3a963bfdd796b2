// Adding a key date or changing one.
import { Button, Group, Select, Stack, TextInput } from '@mantine/core'
import { DateInput } from '../../../components/date-input.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import type { PersonValue } from '../../../forms/field-kind.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { ReminderChoice } from '../../key-dates/reminder-choice.tsx'
import { repeatOf, usualRepeats } from '../../../lib/recurrence.ts'
import { fieldError } from '../../../lib/refusal.ts'
import classes from './key-dates.module.css'
import {
  type KeyDate,
  type KeyDateChanges,
  type NewKeyDate,
  useAddKeyDate,
  useChangeKeyDate,
} from './key-dates.ts'
import { keyDateTexts as texts } from './texts.ts'

interface Draft {
  readonly name: string
  readonly date: string
  readonly category: string
  readonly value: number | null
  readonly owner: PersonValue | null
  readonly reminders: readonly number[]
  readonly recurrence: string
}

const draftOf = (keyDate: KeyDate | undefined): Draft => ({
  name: keyDate?.name ?? '',
  date: keyDate?.date ?? '',
  category: keyDate?.category ?? 'Other',
  value: keyDate?.value || null,
  owner: keyDate?.owner ?? null,
  reminders: (keyDate?.reminders ?? [30, 7]).toSorted((one, other) => other - one),
  recurrence: keyDate?.recurrence ?? '',
})

const shown = ['name', 'date', 'category', 'value', 'owner', 'reminders', 'recurrence']

export function KeyDateDialog(props: {
  contractId: number
  keyDate: KeyDate | undefined
  onClose: () => void
}) {
  const { contractId, keyDate, onClose } = props
  const [draft, setDraft] = useState(() => draftOf(keyDate))
  const add = useAddKeyDate(contractId, texts.added)
  const change = useChangeKeyDate(contractId)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const error = add.error ?? change.error
  const canSave = draft.name.trim() !== '' && draft.date !== ''

  function save(event: FormEvent) {
    event.preventDefault()
    if (!canSave) return
    const body = bodyOf(draft)
    if (keyDate?.id === undefined) add.mutate(body, { onSuccess: onClose })
    else {
      const order = { id: keyDate.id, changes: body as KeyDateChanges, done: texts.saved(body.name) }
      change.mutate(order, { onSuccess: onClose })
    }
  }

  return (
    <Modal opened onClose={onClose} title={keyDate ? texts.edit : texts.add}>
      <form onSubmit={save}>
        <Stack>
          <ErrorAlert error={error} shownFields={shown} />
          <TextInput
            size="sm"
            data-autofocus
            required
            label={texts.name}
            maxLength={255}
            value={draft.name}
            error={fieldError(error, 'name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <div className={classes.pairs}>
            <DateInput
              size="sm"
              required
              label={texts.date}
              value={draft.date}
              error={fieldError(error, 'date')}
              onChange={(date) => set({ date })}
            />
            <Select
              label={texts.category}
              allowDeselect={false}
              data={Object.entries(texts.categories).map(([value, label]) => ({ value, label }))}
              value={draft.category}
              onChange={(category) => set({ category: category ?? 'Other' })}
            />
            <AmountInput
              label={texts.value}
              value={draft.value}
              error={fieldError(error, 'value')}
              onChange={(value) => set({ value })}
            />
            <Select
              label={texts.repeats}
              allowDeselect={false}
              data={repeats(draft.recurrence)}
              value={draft.recurrence}
              error={fieldError(error, 'recurrence')}
              onChange={(recurrence) => set({ recurrence: recurrence ?? '' })}
            />
          </div>
          <PersonSelect
            label={texts.owner}
            description={texts.ownerHint}
            clearable
            colleaguesOnly
            person={draft.owner ?? undefined}
            error={fieldError(error, 'owner')}
            onPerson={(owner) => set({ owner })}
          />
          <ReminderChoice
            reminders={draft.reminders}
            error={fieldError(error, 'reminders')}
            onChange={(reminders) => set({ reminders })}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" busy={add.isPending || change.isPending} disabled={!canSave}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}

function repeats(current: string) {
  const known = [
    { value: '', label: texts.never },
    ...usualRepeats.map((value) => ({ value, label: repeatOf(value) })),
  ]
  return known.some(({ value }) => value === current)
    ? known
    : [...known, { value: current, label: repeatOf(current) }]
}

function bodyOf(draft: Draft): NewKeyDate {
  const { name, date, category, value, owner, reminders, recurrence } = draft
  return {
    name: name.trim(),
    date,
    category: category as NonNullable<NewKeyDate['category']>,
    value: value ?? 0,
    // null takes the person off
    owner: owner === null ? null : { id: owner.id },
    reminders: [...reminders],
    recurrence: recurrence === '' ? null : recurrence,
  }
}
