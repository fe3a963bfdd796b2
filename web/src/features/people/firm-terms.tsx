// The terms of engagement of a law firm, as a form.
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
import { type Terms, useTermsForm } from './firms.ts'
import classes from './people.module.css'

interface Props {
  readonly lawFirmId: number
  readonly read: Version<Terms>
}

export function FirmTerms({ lawFirmId, read }: Props) {
  const { saved, next, setNext, save } = useTermsForm(lawFirmId, read)
  const set = (name: keyof Terms) => (value: string) => setNext({ ...next, [name]: value || null })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate(next, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  }
  const problem = (name: keyof Terms) => fieldError(save.error, `terms.${name}`)
  return (
    <Panel title={texts.terms}>
      <form className={classes.form} onSubmit={submit} noValidate>
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
          shownFields={['terms.agreed', 'terms.ends', 'terms.document', 'terms.notes']}
        />
        <ActionButton type="submit" busy={save.isPending} style={{ justifySelf: 'start' }}>
          {texts.save}
        </ActionButton>
      </form>
    </Panel>
  )
}
