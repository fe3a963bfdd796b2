// The conversation of a record: what is written on it, and the mails that were added to it.
import { Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { RecordOverview } from '../record-calls.ts'
import { recordKey, type RecordRef } from '../records.ts'
import { Composer } from './composer.tsx'
import classes from './conversation.module.css'
import { MessageCard } from './message-card.tsx'
import { conversationTexts as texts } from './texts.ts'

const PAGE = 50

/** Oldest first, as it was said; what is new is read out. */
export function ConversationTab({ target, overview }: { target: RecordRef; overview: RecordOverview }) {
  const messages = useConversation(target)
  const shown = (messages.data?.pages ?? []).flatMap(({ items }) => items).toReversed()
  return (
    <div className={classes.conversation}>
      <ErrorAlert error={messages.error} title={texts.notLoaded} />
      {messages.isPending ? <PageSkeleton lines={4} /> : null}
      {messages.hasNextPage ? (
        <Button
          variant="subtle"
          size="xs"
          className={classes.earlier ?? ''}
          onClick={() => void messages.fetchNextPage()}
        >
          {texts.earlier}
        </Button>
      ) : null}
      {messages.isSuccess && shown.length === 0 ? (
        <p className={classes.none}>{overview.can.contribute ? texts.none : texts.noneToRead}</p>
      ) : null}
      <ol className={classes.messages} aria-live="polite" aria-label={texts.label}>
        {shown.map((message) => (
          <li key={message.id}>
            <MessageCard target={target} message={message} people={overview.people.map(({ user }) => user)} />
          </li>
        ))}
      </ol>
      {overview.can.contribute ? <Composer target={target} overview={overview} /> : null}
    </div>
  )
}

function useConversation(target: RecordRef) {
  return useInfiniteQuery({
    queryKey: [...recordKey(target), 'conversation'],
    queryFn: ({ pageParam, signal }) =>
      target.kind.calls.conversation(target.id, { skip: pageParam, top: PAGE, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.nextLink === undefined ? undefined : pages.length * PAGE),
  })
}
