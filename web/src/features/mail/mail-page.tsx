// The sender of mails, and the list of all mails.
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { ConflictAsker } from '../../forms/conflict-asker.tsx'
import { showToast } from '../../components/toast-store.ts'
import type { Version } from '../../lib/conflict.ts'
import { fieldError } from '../../lib/refusal.ts'
import { type MailSettings, mailSettingsQuery, mailTextsQuery, useMailSettingsForm } from './mail.ts'
import classes from './mail.module.css'
import { mailTexts as texts } from './texts.ts'

export function MailPage() {
  const settings = useQuery(mailSettingsQuery)
  const all = useQuery(mailTextsQuery)
  const format = useFormat()
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel title={texts.sender}>
        {settings.isPending ? <PageSkeleton lines={3} /> : null}
        {settings.error ? <ErrorPanel error={settings.error} retry={settings.refetch} /> : null}
        {settings.data ? (
          <ConflictAsker>
            <SenderForm read={settings.data} />
          </ConflictAsker>
        ) : null}
      </Panel>
      <Panel title={texts.texts}>
        {all.isPending ? <PageSkeleton lines={6} /> : null}
        {all.error ? <ErrorPanel error={all.error} retry={all.refetch} /> : null}
        <ul className={classes.list}>
          {all.data?.map(({ mail, label, when, changed }) => (
            <li key={mail} className={classes.row}>
              <span className={classes.what}>
                <TextLink to="/administration/mail/$mail" params={{ mail }}>
                  {label}
                </TextLink>
                <span className={classes.quiet}>{when}</span>
              </span>
              <span className={classes.quiet}>
                {changed ? texts.ownText(changed.by.name, format.date(changed.at)) : texts.standardText}
              </span>
            </li>
          ))}
        </ul>
      </Panel>
    </Page>
  )
}

function SenderForm({ read }: { read: Version<MailSettings> }) {
  const { next, setNext, save } = useMailSettingsForm(read)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const settings = {
      ...next,
      senderName: next.senderName?.trim() || null,
      replyTo: next.replyTo?.trim() || null,
    }
    save.mutate(settings, { onSuccess: (isSaved) => isSaved && showToast({ text: texts.saved }) })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <TextInput
        label={texts.senderName}
        description={texts.senderNameHint}
        maxLength={80}
        value={next.senderName ?? ''}
        onChange={(event) => setNext({ ...next, senderName: event.currentTarget.value })}
        error={fieldError(save.error, 'senderName')}
      />
      <TextInput
        label={texts.replyTo}
        description={texts.replyToHint}
        type="email"
        maxLength={254}
        value={next.replyTo ?? ''}
        onChange={(event) => setNext({ ...next, replyTo: event.currentTarget.value })}
        error={fieldError(save.error, 'replyTo')}
      />
      <Checkbox
        label={texts.withLogo}
        description={texts.withLogoHint}
        checked={next.withLogo}
        onChange={(event) => setNext({ ...next, withLogo: event.currentTarget.checked })}
      />
      <ErrorAlert error={save.error} shownFields={['senderName', 'replyTo']} />
      <ActionButton type="submit" busy={save.isPending} style={{ alignSelf: 'start' }}>
        {texts.save}
      </ActionButton>
    </form>
  )
}
