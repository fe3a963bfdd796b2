// The service of the organisation that reads documents beside the rules: off until somebody sets one.
import { Checkbox, PasswordInput, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Page } from '../../../components/page.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { fieldError } from '../../../lib/refusal.ts'
import {
  type DocumentReader,
  documentReaderQuery,
  useRemoveDocumentReader,
  useSetDocumentReader,
} from './document-reader.ts'
import classes from './document-reader-page.module.css'
import { readingTexts as texts } from './reader-texts.ts'

export function DocumentReaderPage() {
  const service = useQuery(documentReaderQuery)
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel title={texts.rules}>
        <p className={classes.quiet}>{texts.rulesText}</p>
      </Panel>
      <Panel title={texts.service}>
        {service.isPending ? <PageSkeleton lines={4} /> : null}
        {service.error ? <ErrorPanel error={service.error} retry={service.refetch} /> : null}
        {service.data ? <ServiceForm key={service.data.url ?? ''} {...service.data} /> : null}
      </Panel>
    </Page>
  )
}

function ServiceForm({ url, hasSecret, testedAt }: DocumentReader) {
  const format = useFormat()
  const set = useSetDocumentReader()
  const remove = useRemoveDocumentReader()
  const [next, setNext] = useState(url ?? '')
  const [secret, setSecret] = useState('')
  const [mayLeave, setMayLeave] = useState(url !== null)
  const [asks, setAsks] = useState(false)
  const keeps = hasSecret && next.trim() === url
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setAsks(!mayLeave)
    if (!mayLeave) return
    const given = secret === '' ? (keeps ? {} : { secret: null }) : { secret }
    set.mutate(
      { url: next.trim(), ...given },
      {
        onSuccess: ({ facts }) => {
          setSecret('')
          showToast({ text: texts.tested(facts) })
        },
      },
    )
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <p className={classes.quiet}>{texts.serviceText}</p>
      <TextInput
        label={texts.url}
        description={testedAt ? texts.inUse(format.date(testedAt)) : texts.urlHint}
        type="url"
        maxLength={500}
        value={next}
        onChange={(event) => setNext(event.currentTarget.value)}
        error={fieldError(set.error, 'url')}
      />
      <PasswordInput
        label={texts.secret}
        description={keeps ? texts.secretKept : texts.secretHint}
        autoComplete="off"
        maxLength={500}
        value={secret}
        onChange={(event) => setSecret(event.currentTarget.value)}
        error={fieldError(set.error, 'secret')}
      />
      <Checkbox
        label={texts.mayLeave}
        checked={mayLeave}
        onChange={(event) => setMayLeave(event.currentTarget.checked)}
        error={asks && !mayLeave ? texts.mayLeaveMissing : undefined}
      />
      <ErrorAlert error={set.error ?? remove.error} shownFields={['url', 'secret']} />
      <div className={classes.acts}>
        <ActionButton type="submit" busy={set.isPending}>
          {texts.test}
        </ActionButton>
        {url === null ? null : (
          <ActionButton
            variant="default"
            busy={remove.isPending}
            onClick={() => remove.mutate(undefined, { onSuccess: () => showToast({ text: texts.removed }) })}
          >
            {texts.remove}
          </ActionButton>
        )}
      </div>
    </form>
  )
}
