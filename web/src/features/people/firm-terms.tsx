// The country of a law firm and the terms of engagement, as a form.
import { Anchor, Textarea, TextInput } from '@mantine/core'
import type { FormEvent } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Version } from '../../lib/conflict.ts'
import { fieldError } from '../../lib/refusal.ts'
import { firmTexts as texts } from './firm-texts.ts'
import { type FirmRecord, useFirmForm } from './firms.ts'
import classes from './people.module.css'

interface Props {
  readonly lawFirmId: number
  readonly read: Version<FirmRecord>
}

export function FirmTerms({ lawFirmId, read }: Props) {
  const { saved, next, setNext, save } = useFirmForm(lawFirmId, read)
  const set = (name: keyof FirmRecord) => (value: string) => setNext({ ...next, [name]: value || null })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(next, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  }
  const problem = (name: keyof FirmRecord) =>
    fieldError(save.error, name === 'country' ? name : `terms.${name}`)
  return (
    <Panel title={texts.terms}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <TextInput
          label={texts.country}
          description={texts.countryHint}
          maxLength={2}
          value={next.country ?? ''}
          onChange={(event) => set('country')(event.currentTarget.value.toUpperCase())}
          error={problem('country')}
        />
        <DateInput
          label={texts.agreed}
          value={next.agreed ?? ''}
          onChange={set('agreed')}
          error={problem('agreed')}
        />
        <DateInput
          label={texts.ends}
          value={next.ends ?? ''}
          onChange={set('ends')}
          error={problem('ends')}
        />
        <TextInput
          type="url"
          label={texts.document}
          description={texts.documentHint}
          maxLength={2_000}
          value={next.document ?? ''}
          onChange={(event) => set('document')(event.currentTarget.value)}
          error={problem('document')}
        />
        {saved.document === null ? null : (
          <Anchor size="sm" href={saved.document} target="_blank" rel="noreferrer noopener">
            {saved.document}
          </Anchor>
        )}
        <Textarea
          label={texts.notes}
          description={texts.notesHint}
          autosize
          minRows={3}
          maxRows={16}
          maxLength={4_000}
          value={next.notes ?? ''}
          onChange={(event) => set('notes')(event.currentTarget.value)}
          error={problem('notes')}
        />
        <ErrorAlert
          error={save.error}
          shownFields={['country', 'terms.agreed', 'terms.ends', 'terms.document', 'terms.notes']}
        />
        <ActionButton type="submit" busy={save.isPending} style={{ justifySelf: 'start' }}>
          {texts.save}
        </ActionButton>
      </form>
    </Panel>
  )
}
