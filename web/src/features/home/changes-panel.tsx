// What others changed on the person's matters and contracts since yesterday.
import { IconHistory } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { useFormat } from '../../components/format-context.ts'
import { kindOf, useMe } from '../../components/me-context.ts'
import { Loading } from '../../components/loading.tsx'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { happenings } from './change-words.ts'
import { changesQuery } from './home.ts'
import { HomeLine, HomeLines, HomeList, HomeNothing } from './home-list.tsx'
import { texts } from './texts.ts'

const MOST = 10

/** `since` is an instant. */
export function ChangesPanel({ since }: { since: string }) {
  const me = useMe()
  const format = useFormat()
  const changes = useQuery(changesQuery(since))
  const happened = happenings(changes.data ?? [], { withFields: kindOf(me) !== 'business' }).slice(0, MOST)
  return (
    <HomeList title={texts.since}>
      {changes.isPending ? <Loading /> : null}
      {changes.isError ? <ErrorPanel error={changes.error} retry={changes.refetch} /> : null}
      {changes.data && happened.length === 0 ? <HomeNothing>{texts.nothingSince}</HomeNothing> : null}
      {happened.length === 0 ? null : (
        <HomeLines>
          {happened.map(({ key, type, id, name, at, by, what }) => (
            <HomeLine
              key={key}
              icon={<IconHistory size={18} stroke={1.6} />}
              to={routeOf(type, id)}
              title={name}
              detail={`${by}: ${what.slice(0, 3).join('; ')}${what.length > 3 ? '…' : ''}`}
              when={
                <time dateTime={at} title={format.exactly(at)}>
                  {format.relative(at)}
                </time>
              }
            />
          ))}
        </HomeLines>
      )}
    </HomeList>
  )
}
