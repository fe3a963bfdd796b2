// What happened on a record, property by property, the latest first.
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { recordKey, type RecordRef } from '../records.ts'
import { useChangeText } from './change-text.ts'
import { HistoryEntry } from './history-entry.tsx'
import classes from './history.module.css'
import { actionWords, historyTexts as texts } from './texts.ts'

const PAGE = 50

export function HistoryTab({ target }: { target: RecordRef }) {
  const history = useHistory(target)
  const items = (history.data?.pages ?? []).flatMap((page) => page.items)
  const text = useChangeText(target, items)
  return (
    <div className={classes.history}>
      <div className={classes.acts} data-screen-only>
        <Anchor
          href={`/v2/${target.kind.names.many}/${target.id}/history/export?format=xlsx`}
          download
          size="sm"
        >
          {texts.export}
        </Anchor>
      </div>
      <ErrorAlert error={history.error} title={texts.notLoaded} />
      {history.isPending ? <PageSkeleton lines={6} /> : null}
      {history.isSuccess && items.length === 0 ? <p>{texts.none}</p> : null}
      <ol className={classes.entries} aria-label={texts.label}>
        {items.map((item) => (
          <li key={item.id} className={classes.entry}>
            <HistoryEntry item={item} text={text} words={actionWords(item.action)} />
          </li>
        ))}
      </ol>
      {history.hasNextPage ? (
        <Button
          variant="default"
          size="xs"
          loading={history.isFetchingNextPage}
          onClick={() => void history.fetchNextPage()}
        >
          {texts.more}
        </Button>
      ) : null}
    </div>
  )
}

function useHistory(target: RecordRef) {
  return useInfiniteQuery({
    queryKey: [...recordKey(target), 'history'],
    queryFn: ({ pageParam, signal }) =>
      target.kind.calls.history(target.id, { skip: pageParam, top: PAGE, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.nextLink === undefined ? undefined : pages.length * PAGE),
  })
}
