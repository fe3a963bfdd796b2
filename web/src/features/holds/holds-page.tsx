// Every legal hold of the organisation: on what, since when, by whom and why.
import { useInfiniteQuery } from '@tanstack/react-query'
import { recordKinds } from '../../app/record-kinds.ts'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { hasFeature, useMe } from '../../components/me-context.ts'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { recordRoute } from '../../lib/addresses/route-of.ts'
import { tokenIn } from '../../lib/all-pages.ts'
import type { Item } from '../../lib/calls.ts'
import { answer, client } from '../../lib/client.ts'
import type { KindNames, RecordsName } from '../../lib/kinds.ts'
import { capitalised } from '../../lib/words.ts'
import classes from '../unattended/unattended-page.module.css'

type Held = Item<`/v2/legalHolds/${RecordsName}`>

export function HoldsPage() {
  const me = useMe()
  return (
    <Page
      title="Legal holds"
      lead="Records that may be needed as evidence. A hold is placed and released on the page of the record, under “More actions”."
    >
      {recordKinds
        .filter(({ names }) => hasFeature(me, names.feature))
        .map(({ names }) => (
          <HeldPanel key={names.one} names={names} />
        ))}
      <Panel title="What a hold covers">
        <p style={{ margin: 0 }}>
          Nothing on the record is deleted, purged, cleared or moved away: its files and their versions,
          tasks, messages, emails, key dates, tags and the values of its fields. Adding and changing go on,
          and the history keeps what was there before. No permission goes above a hold.
        </p>
      </Panel>
    </Page>
  )
}

const useHeld = ({ many }: KindNames) =>
  useInfiniteQuery({
    queryKey: ['holds', many],
    // holds are placed and released on other pages
    refetchOnMount: 'always',
    queryFn: ({ pageParam, signal }) =>
      answer(
        client.GET(`/v2/legalHolds/${many}`, {
          params: {
            query: {
              $top: 50,
              $orderby: 'Held/DateUtc desc',
              ...(pageParam === undefined ? {} : { $skiptoken: pageParam }),
            },
          },
          signal,
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ nextLink }) => (nextLink === undefined ? undefined : tokenIn(nextLink)),
  })

function HeldPanel({ names }: { names: KindNames }) {
  const held = useHeld(names)
  const items: readonly Held[] | undefined = held.data?.pages.flatMap((page) => page.items)
  return (
    <Panel title={capitalised(names.many)}>
      {held.isPending ? <PageSkeleton lines={2} /> : null}
      {held.isError ? <ErrorPanel error={held.error} retry={held.refetch} /> : null}
      {items?.length === 0 ? <p className={classes.none}>None is under a hold.</p> : null}
      <ul className={classes.list}>
        {(items ?? []).map((each) => (
          <li key={each.id} className={classes.row}>
            <HeldRow names={names} held={each} />
          </li>
        ))}
      </ul>
      {held.hasNextPage ? (
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={held.isFetchingNextPage}
          onClick={() => void held.fetchNextPage()}
        >
          Show more
        </ActionButton>
      ) : null}
    </Panel>
  )
}

function HeldRow({ names, held: { id, name, reason, held } }: { names: KindNames; held: Held }) {
  const format = useFormat()
  const facts = [
    `since ${format.dateTime(held?.dateUtc ?? '')}`,
    `placed by ${held?.userName || 'a former member'}`,
  ].join(', ')
  return (
    <span className={classes.what}>
      {name === null ? (
        <span className={classes.name}>
          {capitalised(names.one)} {id}, restricted to its members
        </span>
      ) : (
        <TextLink size="sm" to={recordRoute(names, id)}>
          {name}
        </TextLink>
      )}
      {reason === null ? null : <span className={classes.name}>{reason}</span>}
      <span className={classes.about}>{facts}</span>
    </span>
  )
}
