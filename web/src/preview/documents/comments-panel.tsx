// The comments of a Word document along its side: who wrote what, when, and on which words. What is resolved is folded.
import { Switch, UnstyledButton } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useFormat } from '../../components/format-context.ts'
import panels from '../side-panels.module.css'
import { previewTexts as texts } from '../texts.ts'
import type { CommentThread, WrittenComment } from './docx-comments.ts'

export interface CommentsPanelProps {
  readonly threads: readonly CommentThread[]
  readonly current: number | undefined
  /** The words of the document that a comment is about. */
  readonly wordsOf: (id: number) => string
  /** Leads to these words. */
  readonly onShow: (id: number) => void
  /** Above the list. */
  readonly note?: ReactNode
  /** Below a thread; one that is resolved is unfolded if `isKeptOpen` says so. */
  readonly renderBelow?: (thread: CommentThread) => ReactNode
  readonly isKeptOpen?: (thread: CommentThread) => boolean
  /** Below the list. */
  readonly foot?: ReactNode
}

export function CommentsPanel(props: CommentsPanelProps) {
  const { threads, current, note, renderBelow, isKeptOpen, foot } = props
  const [showsResolved, setShowsResolved] = useState(false)
  const [opened, setOpened] = useState<ReadonlySet<number>>(new Set())
  const resolved = threads.filter(({ isResolved }) => isResolved).length
  const isOpen = (thread: CommentThread) =>
    !thread.isResolved || showsResolved || opened.has(thread.id) || isKeptOpen?.(thread) === true
  return (
    <aside className={panels.panel} aria-label={texts.commentsOf}>
      <div className={panels.filled}>
        {resolved > 0 && (
          <Switch
            className={panels.switch ?? ''}
            size="xs"
            label={texts.showResolved(resolved)}
            checked={showsResolved}
            onChange={({ currentTarget }) => {
              setShowsResolved(currentTarget.checked)
              setOpened(new Set())
            }}
          />
        )}
        {note}
        <ol className={panels.comments}>
          {threads.map((thread) => (
            <li key={thread.id} data-current={thread.id === current} data-folded={!isOpen(thread)}>
              {isOpen(thread) ? (
                <>
                  <Thread {...props} thread={thread} />
                  {renderBelow?.(thread)}
                </>
              ) : (
                <Folded thread={thread} onOpen={() => setOpened(new Set([...opened, thread.id]))} />
              )}
            </li>
          ))}
        </ol>
        {foot}
      </div>
    </aside>
  )
}

function Thread({ thread, wordsOf, onShow }: CommentsPanelProps & { thread: CommentThread }) {
  const words = wordsOf(thread.id)
  return (
    <>
      <Written comment={thread} state={thread.isResolved ? texts.resolved : undefined}>
        {words === '' ? null : (
          <UnstyledButton className={panels.quote} onClick={() => onShow(thread.id)}>
            {shortened(words, longestQuote)}
          </UnstyledButton>
        )}
      </Written>
      {thread.answers.length > 0 && (
        <ol className={panels.answers} aria-label={texts.answers}>
          {thread.answers.map((answer) => (
            <li key={answer.id}>
              <Written comment={answer} />
            </li>
          ))}
        </ol>
      )}
    </>
  )
}

/** Who wrote what, and when. */
function Written(props: { comment: WrittenComment; state?: string | undefined; children?: ReactNode }) {
  const { comment, state, children } = props
  const { author, date, text } = comment
  const format = useFormat()
  return (
    <>
      <div className={panels.author}>
        <strong>{author ?? texts.unknownAuthor}</strong>
        {date !== null && <time dateTime={date}>{format.dateTime(date)}</time>}
        {state !== undefined && <span className={panels.resolved}>{state}</span>}
      </div>
      {children}
      <p className={panels.words}>{text}</p>
    </>
  )
}

/** A thread that is done with, in a line. */
function Folded({ thread, onOpen }: { thread: CommentThread; onOpen: () => void }) {
  return (
    <UnstyledButton className={panels.folded} aria-expanded={false} onClick={onOpen}>
      <span className={panels.author}>
        <strong>{thread.author ?? texts.unknownAuthor}</strong>
        <span className={panels.resolved}>{texts.resolved}</span>
      </span>
      <span className={panels.start}>{shortened(thread.text, longestStart)}</span>
    </UnstyledButton>
  )
}

const longestQuote = 120
const longestStart = 60

const shortened = (words: string, longest: number): string =>
  words.length > longest ? `${words.slice(0, longest).trimEnd()}…` : words
