// The text of one mail: placeholders, a preview, a test, and earlier texts.
import { Button, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FormEvent, useMemo, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { exceptStale } from '../../forms/begin-again.ts'
import { showToast } from '../../components/toast-store.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { fieldError, hasStatus } from '../../lib/refusal.ts'
import { EarlierTexts } from './earlier-texts.tsx'
import { type MailText, mailTextQuery, useMailPreview, useSetMailText, useTestMailText } from './mail.ts'
import classes from './mail.module.css'
import { MailPreview } from './mail-preview.tsx'
import { mailTexts as texts } from './texts.ts'

export function MailTextPage() {
  const { mail } = useParams({ from: '/signed-in/administration/mail/$mail' })
  const query = useQuery(mailTextQuery(mail))
  const { data } = query
  return (
    <Page
      title={data?.value.label ?? texts.title}
      {...(data ? { lead: data.value.when } : {})}
      actions={<TextLink to="/administration/mail">{texts.back}</TextLink>}
    >
      {query.isPending ? <PageSkeleton lines={8} /> : null}
      {query.error ? <ErrorPanel error={query.error} retry={query.refetch} /> : null}
      {data ? <TextForm key={mail} mail={data.value} etag={data.etag} /> : null}
    </Page>
  )
}

function TextForm({ mail, etag }: { mail: MailText; etag: string | undefined }) {
  const queries = useQueryClient()
  const save = useSetMailText(mail.mail)
  const test = useTestMailText(mail.mail)
  const [subject, setSubject] = useState(mail.subject)
  const [body, setBody] = useState(mail.body)
  const [asking, setAsking] = useState(false)
  const text = useMemo(() => ({ subject, body }), [subject, body])
  const tried = useDebouncedValue(text, 300)
  const preview = useMailPreview(mail.mail, tried)
  // the version that the text in the form was made from: reading again in the background must not move it
  const [base, setBase] = useState(etag)
  const readBase = () => setBase(queries.getQueryData(mailTextQuery(mail.mail).queryKey)?.etag)
  const readAgain = async () => {
    await queries.invalidateQueries({ queryKey: mailTextQuery(mail.mail).queryKey })
    readBase()
  }
  const area = useRef<HTMLTextAreaElement>(null)
  const problem = save.error ?? preview.error
  const change = (set: () => void) => {
    save.reset()
    set()
  }
  const set = (next: { subject: string; body: string } | null, said: string) =>
    save.mutate(
      { text: next, etag: base },
      {
        onSuccess: () => {
          if (next === null) {
            setSubject(mail.standard.subject)
            setBody(mail.standard.body)
          }
          setAsking(false)
          readBase()
          showToast({ text: said })
        },
        onError: (error) => {
          if (!hasStatus(error, 412)) return
          showToast({ text: texts.stale, problem: true })
          void readAgain()
        },
      },
    )
  const put = (name: string) => {
    const at = area.current?.selectionEnd ?? body.length
    const gap = /\S$/.test(body.slice(0, at)) ? ' ' : ''
    change(() => setBody(`${body.slice(0, at)}${gap}{{${name}}}${body.slice(at)}`))
    area.current?.focus()
  }
  return (
    <>
      <Panel title={texts.edit}>
        <form
          className={classes.form}
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            set(text, texts.saved)
          }}
          noValidate
        >
          <TextInput
            label={texts.subject}
            maxLength={150}
            value={subject}
            onChange={(event) => {
              const { value } = event.currentTarget
              change(() => setSubject(value))
            }}
            error={fieldError(problem, 'subject')}
          />
          <Textarea
            ref={area}
            label={texts.body}
            description={texts.bodyHint}
            autosize
            minRows={8}
            maxRows={24}
            value={body}
            onChange={(event) => {
              const { value } = event.currentTarget
              change(() => setBody(value))
            }}
            error={fieldError(problem, 'body')}
          />
          <Placeholders placeholders={mail.placeholders} onPut={put} />
          <ErrorAlert error={exceptStale(save.error)} shownFields={['subject', 'body']} />
          <ErrorAlert error={test.error} />
          <div className={classes.acts}>
            <ActionButton type="submit" busy={save.isPending}>
              {texts.save}
            </ActionButton>
            <ActionButton
              variant="default"
              busy={test.isPending}
              onClick={() =>
                test.mutate(text, { onSuccess: ({ to }) => showToast({ text: texts.tested(to) }) })
              }
            >
              {texts.test}
            </ActionButton>
            {mail.changed ? (
              <Button variant="default" onClick={() => setAsking(true)}>
                {texts.reset}
              </Button>
            ) : null}
          </div>
        </form>
      </Panel>
      <Panel title={texts.preview}>
        {preview.error ? (
          <p className={classes.quiet}>{texts.wrong}</p>
        ) : preview.data ? (
          <MailPreview preview={preview.data} />
        ) : (
          <PageSkeleton lines={4} />
        )}
      </Panel>
      <EarlierTexts
        mail={mail}
        onTake={(taken) => {
          change(() => {
            setSubject(taken.subject)
            setBody(taken.body)
          })
          area.current?.focus()
          showToast({ text: texts.taken })
        }}
      />
      <ConfirmDialog
        opened={asking}
        title={texts.resetAsk}
        confirmLabel={texts.reset}
        busy={save.isPending}
        error={exceptStale(save.error)}
        onConfirm={() => set(null, texts.wasReset)}
        onClose={() => setAsking(false)}
      >
        {texts.resetMeans}
      </ConfirmDialog>
    </>
  )
}

function Placeholders({
  placeholders,
  onPut,
}: {
  placeholders: MailText['placeholders']
  onPut: (name: string) => void
}) {
  return (
    <section aria-label={texts.placeholders}>
      <p className={classes.quiet}>{texts.placeholdersLead}</p>
      <ul className={classes.list}>
        {placeholders.map(({ name, label, required }) => (
          <li key={name} className={classes.row}>
            <Button size="xs" variant="default" onClick={() => onPut(name)}>
              {`{{${name}}}`}
            </Button>
            <span className={classes.what}>{required ? `${label} (${texts.mustBeThere})` : label}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
