// Making a field: what it is called, what it takes, its choices or limits, and what it means.
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { AmountInput } from '../../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../../lib/refusal.ts'
import { type DesignedField, fieldPart } from './design.ts'
import classes from './designer.module.css'
import { fieldTypeChoices, meaningChoices } from './field-words.ts'
import { type NewField, useCreateField } from './library.ts'
import { designerTexts as texts } from './texts.ts'

interface Draft {
  readonly name: string
  readonly fieldType: string
  readonly description: string
  readonly options: string
  readonly start: number | null
  readonly end: number | null
  readonly meaning: string
}

const empty: Draft = {
  name: '',
  fieldType: 'ShortText',
  description: '',
  options: '',
  start: null,
  end: null,
  meaning: '',
}

export function NewFieldForm(props: { onMade: (part: DesignedField) => void; onBack: () => void }) {
  const { onMade, onBack } = props
  const create = useCreateField()
  const [draft, setDraft] = useState(empty)
  const set = (part: Partial<Draft>) => setDraft({ ...draft, ...part })
  const type = fieldTypeChoices.find(({ value }) => value === draft.fieldType)
  const meanings = meaningChoices.filter(({ types }) => types.includes(draft.fieldType))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    create.mutate(bodyOf(draft), { onSuccess: (field) => onMade(fieldPart(field)) })
  }
  return (
    <form className={classes.side} onSubmit={submit}>
      <TextInput
        data-autofocus
        required
        label={texts.fieldName}
        maxLength={255}
        value={draft.name}
        error={fieldError(create.error, 'name')}
        onChange={(event) => set({ name: event.currentTarget.value })}
      />
      <NativeSelect
        label={texts.fieldType}
        data={fieldTypeChoices.map(({ value, label }) => ({ value, label }))}
        value={draft.fieldType}
        onChange={(event) => set({ fieldType: event.currentTarget.value, meaning: '' })}
      />
      {type?.options ? (
        <Textarea
          required
          label={texts.options}
          autosize
          minRows={3}
          maxRows={12}
          value={draft.options}
          error={fieldError(create.error, 'options')}
          onChange={(event) => set({ options: event.currentTarget.value })}
        />
      ) : null}
      {type?.range ? (
        <div className={classes.bar}>
          <AmountInput
            required={type.range === 'needed'}
            label={texts.rangeStart}
            value={draft.start}
            error={fieldError(create.error, 'range')}
            onChange={(start) => set({ start })}
          />
          <AmountInput
            required={type.range === 'needed'}
            label={texts.rangeEnd}
            value={draft.end}
            onChange={(end) => set({ end })}
          />
        </div>
      ) : null}
      <Textarea
        label={texts.fieldHelp}
        description={texts.fieldHelpHint}
        autosize
        maxLength={4000}
        value={draft.description}
        onChange={(event) => set({ description: event.currentTarget.value })}
      />
      {meanings.length > 0 ? (
        <NativeSelect
          label={texts.meaning}
          description={texts.meaningHint}
          data={[{ value: '', label: texts.noMeaning }, ...meanings]}
          value={draft.meaning}
          onChange={(event) => set({ meaning: event.currentTarget.value })}
        />
      ) : null}
      <ErrorAlert error={create.error} shownFields={['name', 'options', 'range']} />
      <div className={classes.bar}>
        <ActionButton type="submit" busy={create.isPending}>
          {texts.create}
        </ActionButton>
        <Button variant="default" onClick={onBack}>
          {texts.back}
        </Button>
      </div>
    </form>
  )
}

function bodyOf({ name, fieldType, description, options, start, end, meaning }: Draft): NewField {
  const type = fieldTypeChoices.find(({ value }) => value === fieldType)
  const lines = options
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
  const hasRange = type?.range !== undefined && (start !== null || end !== null)
  return {
    name: name.trim(),
    fieldType: fieldType as NewField['fieldType'],
    description: description.trim() === '' ? null : description.trim(),
    ...(type?.options ? { options: [...new Set(lines)].map((label) => ({ label })) } : {}),
    ...(hasRange
      ? {
          range: {
            start,
            end,
            step: null,
          },
        }
      : {}),
    ...(meaning === '' ? {} : { meaning: meaning as NonNullable<NewField['meaning']> }),
  }
}
