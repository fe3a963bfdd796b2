// Key dates and contracts that end, within 30 days.
import { IconCalendarEvent, IconFileText } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Loading } from '../../components/loading.tsx'
import { recordRoute, routeOf } from '../../lib/addresses/route-of.ts'
import { kinds } from '../../lib/kinds.ts'
import { useEnding, workQuery } from './home.ts'
import { HomeLine, HomeLines, HomeList, HomeNothing } from './home-list.tsx'
import { texts } from './texts.ts'
import { isWaiting } from './waiting-panel.tsx'
import { hasFeature, kindOf, useMe } from '../../components/me-context.ts'

interface Coming {
  readonly key: string
  readonly title: string
  readonly detail: string
  readonly date: string
  readonly to: string | undefined
  readonly ends: boolean
}

export function NextPanel() {
  const me = useMe()
  const format = useFormat()
  const work = useQuery(workQuery)
  const ending = useEnding()
  const waits = isWaiting(format.today())
  const dates = (work.data ?? []).flatMap((each): Coming[] => {
    const { kind, id, title, due, record } = each
    if (kind !== 'KeyDate' || waits(each) || !due) return []
    const to = routeOf(record.type, record.id)
    return [{ key: `date/${id}`, title, detail: record.name, date: due, to, ends: false }]
  })
  const ends = (ending.data ?? []).flatMap(({ id, name, expiry }): Coming[] =>
    expiry
      ? [
          {
            key: `contract/${id}`,
            title: name ?? '',
            detail: texts.expires,
            date: expiry,
            to: recordRoute(kinds.contract, id),
            ends: true,
          },
        ]
      : [],
  )
  const coming = [...dates, ...ends].toSorted((a, b) => (a.date < b.date ? -1 : 1))
  const loaded = work.data !== undefined && !ending.isLoading
  if (!hasFeature(me, kinds.contract.feature)) return null
  // a law firm has key dates and contracts only where it was added to one
  if (coming.length === 0 && kindOf(me) === 'law firm') return null
  return (
    <HomeList title={texts.next} count={coming.length}>
      {loaded || work.isError ? null : <Loading />}
      {ending.isError ? <ErrorPanel error={ending.error} retry={ending.refetch} /> : null}
      {loaded && coming.length === 0 && !ending.isError ? (
        <HomeNothing>{texts.nothingNext}</HomeNothing>
      ) : null}
      {coming.length === 0 ? null : (
        <HomeLines>
          {coming.map(({ key, title, detail, date, to, ends: isEnd }) => (
            <HomeLine
              key={key}
              icon={
                isEnd ? <IconFileText size={18} stroke={1.6} /> : <IconCalendarEvent size={18} stroke={1.6} />
              }
              to={to}
              title={title}
              detail={detail}
              when={
                <time dateTime={date}>
                  {format.shortDate(date)} · {format.day(date)}
                </time>
              }
            />
          ))}
        </HomeLines>
      )}
    </HomeList>
  )
}
