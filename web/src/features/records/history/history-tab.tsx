// What happened on a record, property by property, the latest first.
import { Anchor, Button } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import { titleOf } from '../../../lib/words.ts'
import type { HistoryItem } from '../record-calls.ts'
import { recordKey, type RecordRef } from '../records.ts'
import { type ChangeText, isNothing, useChangeText } from './change-text.ts'
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
            <Entry item={item} text={text} />
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

function Entry({ item, text }: { item: HistoryItem; text: ChangeText }) {
  const format = useFormat()
  const at = item.at ?? ''
  const changes = shownChanges(item)
  return (
    <>
      <div className={classes.what}>
        <strong>{item.user?.name ?? texts.bySystem}</strong> {actionWords(item.action ?? '')}
        {item.client?.name ? <span className={classes.dim}> {texts.through(item.client.name)}</span> : null}
        <time dateTime={at} title={format.exactly(at)} className={classes.when}>
          {format.dateTime(at)}
        </time>
      </div>
      {changes.length === 0 ? null : (
        <dl className={classes.changes}>
          {changes.map(({ property, label, from, to }) => (
            <div key={`${property} ${label}`} className={classes.change}>
              <dt>{titleOf(label ?? '')}</dt>
              <dd>
                {isNothing(from) ? null : (
                  <>
                    <del className={classes.from}>{text(item, property, from)}</del>{' '}
                  </>
                )}
                <ins className={classes.to}>{text(item, property, to)}</ins>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </>
  )
}

/** Of something new, what it does not have is not worth a line. */
function shownChanges({ action, changes }: HistoryItem) {
  if (!action.endsWith('.created')) return changes
  return changes.filter(
    ({ from, to }) => !isNothing(from) || !(isNothing(to) || to === false || Number(to) === 0),
  )
}
