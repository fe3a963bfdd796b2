// The questions about a request with their answers; the person who asked for it answers here.
import { Textarea } from '@mantine/core'
import type { FormEvent } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { type Request, useAnswer } from './intake.ts'
import classes from './intake.module.css'
import { requestTexts as texts } from './texts.ts'

type Question = Request['questions'][number]

export function Questions({ request, isOwn }: { request: Request; isOwn: boolean }) {
  const format = useFormat()
  if (request.questions.length === 0) return null
  return (
    <Panel title={texts.questions}>
      <ol className={classes.exchange}>
        {request.questions.map((each) => (
          <li key={each.id} className={classes.asked}>
            <span className={classes.who}>
              {texts.question(each.asked.by.name)} · {format.dateTime(each.asked.dateUtc)}
            </span>
            <p className={classes.words}>{each.question}</p>
            <AnswerOf request={request} question={each} isOwn={isOwn} />
          </li>
        ))}
      </ol>
    </Panel>
  )
}

function AnswerOf(props: { request: Request; question: Question; isOwn: boolean }) {
  const { request, question, isOwn } = props
  const format = useFormat()
  if (typeof question.answer === 'string') {
    const at = question.answered ? ` · ${format.dateTime(question.answered.dateUtc)}` : ''
    return (
      <>
        <span className={classes.who}>
          {request.requester.name}
          {at}
        </span>
        <p className={classes.words}>{question.answer}</p>
      </>
    )
  }
  if (!isOwn) return <span className={classes.who}>{texts.waitsForAnswer}</span>
  return <AnswerForm requestId={request.id} questionId={question.id} />
}

function AnswerForm({ requestId, questionId }: { requestId: number; questionId: number }) {
  const [text, setText, forget] = useDraft(`answer/${requestId}/${questionId}`, '')
  const send = useAnswer()

  function submit(event: FormEvent) {
    event.preventDefault()
    if (text.trim() === '') return
    const order = { requestId, questionId, text: text.trim() }
    send.mutate(order, {
      onSuccess: () => {
        forget()
        showToast({ text: texts.answered })
      },
    })
  }

  return (
    <form className={classes.form} onSubmit={submit}>
      <ErrorAlert error={send.error} />
      <Textarea
        label={texts.yourAnswer}
        autosize
        minRows={2}
        maxRows={12}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <div>
        <ActionButton type="submit" busy={send.isPending}>
          {texts.sendAnswer}
        </ActionButton>
      </div>
    </form>
  )
}
