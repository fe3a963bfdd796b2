// One field of the organisation: what it is called, its help, meaning and limits; and deleting it.
import { Button, Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Loading } from '../../../components/loading.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { titleOf } from '../../../lib/words.ts'
import designer from '../designer/designer.module.css'
import { fieldTypeChoices, fieldTypeLabel, meaningChoices } from '../designer/field-words.ts'
import { designerTexts } from '../designer/texts.ts'
import classes from '../types.module.css'
import {
  definitionQuery,
  type FieldChanges,
  type FieldDefinition,
  useChangeField,
  useRemoveField,
} from './fields.ts'
import { fieldsTexts as texts } from './texts.ts'

export function ChangeFieldDialog({ fieldId, onClose }: { fieldId: string; onClose: () => void }) {
  const field = useQuery(definitionQuery(fieldId))
  return (
    <Modal opened onClose={onClose} title={texts.titleOf(titleOf(field.data?.name ?? fieldId))} size="lg">
      {field.isPending ? <Loading /> : null}
      {field.isError ? <ErrorPanel error={field.error} retry={field.refetch} /> : null}
      {field.data ? <ChangeField field={field.data} onClose={onClose} /> : null}
    </Modal>
  )
}

interface Draft {
  readonly name: string
  readonly description: string
  readonly meaning: string
  readonly start: number | null
  readonly end: number | null
  readonly required: boolean
  readonly multiple: boolean
  readonly allowExternalUsers: boolean
}

const draftOf = (field: FieldDefinition): Draft => ({
  name: field.name,
  description: field.description ?? '',
  meaning: field.meaning ?? '',
  start: field.range?.start ?? null,
  end: field.range?.end ?? null,
  required: field.required ?? false,
  multiple: field.multiple ?? false,
  allowExternalUsers: field.allowExternalUsers ?? false,
})

/** What is different from the field as it is. */
function changesOf(field: FieldDefinition, draft: Draft): FieldChanges {
  const before = draftOf(field)
  const range = {
    start: draft.start,
    end: draft.end,
    step: field.range?.step ?? null,
  }
  return {
    ...(draft.name === before.name ? {} : { name: draft.name.trim() }),
    ...(draft.description === before.description ? {} : { description: draft.description.trim() || null }),
    ...(draft.meaning === before.meaning
      ? {}
      : { meaning: (draft.meaning || null) as NonNullable<FieldChanges['meaning']> | null }),
    ...(draft.start === before.start && draft.end === before.end
      ? {}
      : { range: range.start === null && range.end === null ? null : range }),
    ...(draft.required === before.required ? {} : { required: draft.required }),
    ...(draft.multiple === before.multiple ? {} : { multiple: draft.multiple }),
    ...(draft.allowExternalUsers === before.allowExternalUsers
      ? {}
      : { allowExternalUsers: draft.allowExternalUsers }),
  }
}

function ChangeField({ field, onClose }: { field: FieldDefinition; onClose: () => void }) {
  const change = useChangeField(field.id)
  const [draft, setDraft] = useState(() => draftOf(field))
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = () => {
      showToast({ text: texts.saved(titleOf(draft.name)) })
      onClose()
    }
    const changes = changesOf(field, draft)
    if (Object.keys(changes).length === 0) return onClose()
    change.mutate(changes, { onSuccess: done })
  }
  return (
    <form className={designer.side} onSubmit={submit}>
      <p className={classes.quiet}>
        {[
          fieldTypeLabel(field.fieldType),
          texts.used(field.usage),
          ...(field.builtIn ? [texts.builtIn] : []),
        ].join(' · ')}
      </p>
      <TextInput
        data-autofocus
        required
        label={designerTexts.fieldName}
        maxLength={255}
        value={draft.name}
        error={fieldError(change.error, 'name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <Textarea
        label={designerTexts.fieldHelp}
        description={designerTexts.fieldHelpHint}
        autosize
        maxLength={4000}
        value={draft.description}
        error={fieldError(change.error, 'description')}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      <OfType field={field} draft={draft} set={set} error={change.error} />
      <Checkbox
        label={texts.required}
        checked={draft.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
      <ErrorAlert error={change.error} shownFields={['name', 'description', 'range']} />
      <div className={designer.bar}>
        <ActionButton type="submit" busy={change.isPending}>
          {texts.save}
        </ActionButton>
        {field.builtIn ? null : <Remove field={field} onRemoved={onClose} />}
      </div>
    </form>
  )
}

/** What only some types of fields have. */
function OfType(props: {
  field: FieldDefinition
  draft: Draft
  set: (part: Partial<Draft>) => void
  error: unknown
}) {
  const { field, draft, set, error } = props
  const type = fieldTypeChoices.find(({ value }) => value === field.fieldType)
  const meanings = meaningChoices.filter(({ types }) => types.includes(field.fieldType))
  return (
    <>
      {type?.options ? (
        <TextLink size="sm" to="/administration/lists/$list" params={{ list: `field-${field.number}` }}>
          {texts.choices}
        </TextLink>
      ) : null}
      {type?.range ? (
        <div className={designer.bar}>
          <AmountInput
            required={type.range === 'needed'}
            label={designerTexts.rangeStart}
            value={draft.start}
            error={fieldError(error, 'range')}
            onChange={(start) => set({ start })}
          />
          <AmountInput
            required={type.range === 'needed'}
            label={designerTexts.rangeEnd}
            value={draft.end}
            onChange={(end) => set({ end })}
          />
        </div>
      ) : null}
      {meanings.length > 0 ? (
        <NativeSelect
          label={designerTexts.meaning}
          description={designerTexts.meaningHint}
          data={[{ value: '', label: designerTexts.noMeaning }, ...meanings]}
          value={draft.meaning}
          onChange={(event) => set({ meaning: event.currentTarget.value })}
        />
      ) : null}
      {field.fieldType === 'Lookup' ? (
        <Checkbox
          label={texts.multiple}
          checked={draft.multiple}
          onChange={(event) => set({ multiple: event.currentTarget.checked })}
        />
      ) : null}
      {field.fieldType === 'User' ? (
        <Checkbox
          label={texts.external}
          checked={draft.allowExternalUsers}
          onChange={(event) => set({ allowExternalUsers: event.currentTarget.checked })}
        />
      ) : null}
    </>
  )
}

function Remove({ field, onRemoved }: { field: FieldDefinition; onRemoved: () => void }) {
  const remove = useRemoveField(field.id)
  const [asking, setAsking] = useState(false)
  const name = titleOf(field.name)
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {texts.remove}
      </Button>
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle(name)}
        confirmLabel={texts.removeDo}
        busy={remove.isPending}
        error={remove.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          remove.mutate(undefined, {
            onSuccess: () => {
              showToast({ text: texts.removed(name) })
              onRemoved()
            },
          })
        }
      >
        {texts.removeText}
      </ConfirmDialog>
    </>
  )
}
