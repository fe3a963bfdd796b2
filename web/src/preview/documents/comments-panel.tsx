// The comments of a Word document along its side: who wrote what, when, and on which words.
import { UnstyledButton } from '@mantine/core'
import { useFormat } from '../../components/format-context.ts'
import panels from '../side-panels.module.css'
import { previewTexts as texts } from '../texts.ts'
import type { DocumentComment } from './docx-comments.ts'

/** `wordsOf` are the words of the document that a comment is about; `onShow` leads to them. */
export function CommentsPanel(props: {
  comments: readonly DocumentComment[]
  current: string | undefined
  wordsOf: (id: string) => string
  onShow: (id: string) => void
}) {
  const { comments, current, wordsOf, onShow } = props
  const format = useFormat()
  return (
    <aside className={panels.panel} aria-label={texts.commentsOf}>
      <ol className={panels.comments}>
        {comments.map(({ id, author, at, text, isAnswer, isResolved }) => (
          <li key={id} data-answer={isAnswer} data-current={id === current}>
            <div className={panels.author}>
              <strong>{author === '' ? texts.unknownAuthor : author}</strong>
              {at === '' ? null : <time dateTime={at}>{format.dateTime(at)}</time>}
              {isResolved && !isAnswer ? <span className={panels.resolved}>{texts.resolved}</span> : null}
            </div>
            {isAnswer || wordsOf(id) === '' ? null : (
              <UnstyledButton className={panels.quote} onClick={() => onShow(id)}>
                {shortened(wordsOf(id))}
              </UnstyledButton>
            )}
            <p className={panels.words}>{text}</p>
          </li>
        ))}
      </ol>
    </aside>
  )
}

const LONGEST = 120

const shortened = (words: string): string =>
  words.length > LONGEST ? `${words.slice(0, LONGEST).trimEnd()}…` : words
