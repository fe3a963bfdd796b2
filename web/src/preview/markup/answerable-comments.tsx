// The comments of the current version for those who may add one: answered, resolved and reopened. What is written is
// kept until it is saved, all of it as one version.
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useDraft } from '../../forms/use-draft.ts'
import { useAction } from '../../lib/use-action.ts'
import { CommentsPanel, type CommentsPanelProps } from '../documents/comments-panel.tsx'
import type { CommentThread } from '../documents/docx-comments.ts'
import type { Previewed } from '../previewed.ts'
import panels from '../side-panels.module.css'
import { answerComments, answersOf, markupQuery, type PendingAnswer, type PendingAnswers } from './markup.ts'
import { markupTexts as texts } from './markup-texts.ts'
import { PendingVersion } from './pending-version.tsx'

const none: PendingAnswers = {}

/** `threads` are what the page has read of the document, until the server has. */
export function AnswerableComments(props: CommentsPanelProps & { file: Previewed; onSaved: () => void }) {
  const { file, onSaved, ...panel } = props
  const markup = useQuery(markupQuery(file))
  const [pending, setPending, forget] = useDraft(`comment-answers/${file.fileId}/${file.version}`, none)
  const [inConversation, setInConversation] = useState(false)
  const saving = useSaving({ file, etag: markup.data?.etag, onSaved, forget })
  const value = markup.data?.value
  if (!value) return <CommentsPanel {...panel} note={<ErrorAlert error={markup.error} />} />
  const { comments: threads, isCurrent } = value
  if (!isCurrent)
    return (
      <CommentsPanel
        {...panel}
        threads={threads}
        note={<p className={panels.note}>{texts.notCurrentAnswers}</p>}
      />
    )
  const answers = answersOf(pending)
  const change = ({ id }: CommentThread, next: PendingAnswer) => setPending({ ...pending, [id]: next })
  return (
    <CommentsPanel
      {...panel}
      threads={threads}
      isKeptOpen={({ id }) => pending[id]?.text !== undefined || pending[id]?.resolved !== undefined}
      renderBelow={(thread) => (
        <ThreadActs
          thread={thread}
          pending={pending[thread.id] ?? {}}
          onChange={(next) => change(thread, next)}
        />
      )}
      foot={
        <PendingVersion
          said={texts.pendingAnswers({
            answers: answers.filter(({ text }) => text !== undefined).length,
            resolved: answers.filter(({ resolved }) => resolved === true).length,
            reopened: answers.filter(({ resolved }) => resolved === false).length,
          })}
          busy={saving.isPending}
          error={saving.error}
          onSave={() => saving.mutate({ answers, inConversation })}
          onClear={forget}
        >
          <Checkbox
            size="xs"
            label={texts.inConversation}
            checked={inConversation}
            onChange={({ currentTarget }) => setInConversation(currentTarget.checked)}
          />
        </PendingVersion>
      }
    />
  )
}

interface ThreadActsProps {
  thread: CommentThread
  pending: PendingAnswer
  onChange: (next: PendingAnswer) => void
}

const longestAnswer = 4_000

function ThreadActs({ thread, pending, onChange }: ThreadActsProps) {
  const { text, resolved } = pending
  const input = useRef<HTMLTextAreaElement>(null)
  const reply = useRef<HTMLButtonElement>(null)
  const moveTo = useRef<'input' | 'reply'>(undefined)
  // once what the focus goes to is drawn
  useEffect(() => {
    const target =
      moveTo.current === 'input' ? input.current : moveTo.current === 'reply' ? reply.current : null
    moveTo.current = undefined
    target?.focus()
  })
  const remove = () => {
    moveTo.current = 'reply'
    onChange({ resolved })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || (text ?? '').trim() !== '') return
    event.stopPropagation()
    remove()
  }
  return (
    <div className={panels.acts}>
      {text !== undefined && (
        <Textarea
          ref={input}
          className={panels.wide ?? ''}
          size="xs"
          aria-label={texts.yourAnswer(thread.author)}
          autosize
          minRows={2}
          maxRows={10}
          maxLength={longestAnswer}
          value={text}
          onChange={({ currentTarget }) => onChange({ ...pending, text: currentTarget.value })}
          onKeyDown={onKeyDown}
        />
      )}
      {resolved !== undefined && <span className={panels.decided}>{texts.willBe(resolved)}</span>}
      {text === undefined ? (
        <Button
          ref={reply}
          variant="default"
          size="compact-xs"
          onClick={() => {
            moveTo.current = 'input'
            onChange({ ...pending, text: '' })
          }}
        >
          {texts.reply}
        </Button>
      ) : (
        <Button variant="subtle" size="compact-xs" onClick={remove}>
          {texts.removeAnswer}
        </Button>
      )}
      <Button
        variant="default"
        size="compact-xs"
        onClick={() =>
          onChange({ ...pending, resolved: resolved === undefined ? !thread.isResolved : undefined })
        }
      >
        {actOf(thread, resolved)}
      </Button>
    </div>
  )
}

function actOf({ isResolved }: CommentThread, resolved: boolean | undefined): string {
  if (resolved === undefined) return isResolved ? texts.reopen : texts.resolve
  return isResolved ? texts.keepResolved : texts.keepOpen
}

interface Saving {
  file: Previewed
  etag: string | undefined
  onSaved: () => void
  forget: () => void
}

function useSaving({ file, etag, onSaved, forget }: Saving) {
  const queries = useQueryClient()
  return useAction({
    mutationFn: (given: Parameters<typeof answerComments>[2]) => answerComments(file, etag, given),
    onSuccess: async ({ version }) => {
      showToast({ text: texts.saved(version) })
      forget()
      await queries.invalidateQueries({
        predicate: ({ queryKey }) => queryKey[0] === 'files' || queryKey.includes('conversation'),
      })
      onSaved()
    },
  })
}
