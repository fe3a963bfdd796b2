// What somebody of the other side sends back: their version, comments, and what they have sent so far.
import { Button, FileButton, Textarea } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { useAction } from '../../lib/use-action.ts'
import classes from '../signing/signing.module.css'
import { returnVersion, type SharedDocument, writeComment } from './sharing.ts'
import { shareTexts as texts } from './texts.ts'

interface Props {
  token: string
  proof: string
  shared: SharedDocument
  onSent: () => void
}

export function AnswerPanel(props: Props) {
  const { shared } = props
  const { mayUpload, mayComment, document } = shared
  return (
    <Panel title={texts.answer}>
      {mayUpload && document.takesVersions ? <VersionForm {...props} /> : null}
      {mayUpload && !document.takesVersions ? <p className={classes.text}>{texts.closed}</p> : null}
      {mayComment ? <CommentForm {...props} /> : null}
      <Sent shared={shared} />
    </Panel>
  )
}

function VersionForm({ token, proof, shared, onSent }: Props) {
  const [file, setFile] = useState<File | null>(null)
  const send = useAction({ mutationFn: (chosen: File) => returnVersion(token, proof, chosen) })
  const extension = /\.[^.]+$/.exec(shared.document.name)?.[0]
  const done = () => {
    setFile(null)
    onSent()
  }
  return (
    <section className={classes.form} aria-label={texts.version}>
      <h3 className={classes.heading}>{texts.version}</h3>
      <p className={classes.text}>{texts.versionLead(shared.document.name)}</p>
      <ErrorAlert error={send.error} />
      <div className={classes.acts}>
        <FileButton
          onChange={(chosen) => {
            send.reset()
            setFile(chosen)
          }}
          {...(extension === undefined ? {} : { accept: extension })}
        >
          {(button) => (
            <Button variant="default" {...button}>
              {texts.choose}
            </Button>
          )}
        </FileButton>
        <span className={classes.text}>{file?.name}</span>
        <ActionButton
          busy={send.isPending}
          disabled={file === null}
          onClick={() => file && send.mutate(file, { onSuccess: done })}
        >
          {texts.send}
        </ActionButton>
      </div>
      <output className={classes.quiet}>{send.isSuccess ? texts.sentBack : ''}</output>
    </section>
  )
}

function CommentForm({ token, proof, onSent }: Props) {
  const [text, setText] = useState('')
  const write = useAction({ mutationFn: () => writeComment(token, proof, text) })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const done = () => {
      setText('')
      onSent()
    }
    write.mutate(undefined, { onSuccess: done })
  }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <Textarea
        label={texts.comment}
        description={texts.commentHint}
        autosize
        minRows={3}
        maxRows={12}
        maxLength={10_000}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <ErrorAlert error={write.error} />
      <div className={classes.acts}>
        <ActionButton type="submit" variant="default" busy={write.isPending} disabled={text.trim() === ''}>
          {texts.write}
        </ActionButton>
        <output className={classes.quiet}>{write.isSuccess ? texts.written : ''}</output>
      </div>
    </form>
  )
}

function Sent({ shared }: { shared: SharedDocument }) {
  const format = useFormat()
  const sent = [
    ...shared.returns.map(({ name, at }) => ({ at, text: texts.returned(name) })),
    ...shared.comments.map(({ text, at }) => ({ at, text })),
  ].toSorted((one, other) => one.at.localeCompare(other.at))
  if (sent.length === 0) return null
  return (
    <section aria-label={texts.history}>
      <h3 className={classes.heading}>{texts.history}</h3>
      <ul className={classes.sent}>
        {sent.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <span className={classes.quiet}>{format.dateTime(at)}</span>
            <p className={classes.message}>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  )
}
