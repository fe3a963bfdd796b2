// The records and files that the person viewed last.
import { useQuery } from '@tanstack/react-query'
import { iconOf } from '../../app/kind-entries.ts'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Loading } from '../../components/loading.tsx'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { recentsQuery } from './home.ts'
import { HomeLine, HomeLines, HomeList, HomeNothing } from './home-list.tsx'
import { texts } from './texts.ts'

const MOST = 10

export function RecentsPanel() {
  const recents = useQuery(recentsQuery)
  return (
    <HomeList title={texts.recents}>
      {recents.isPending ? <Loading /> : null}
      {recents.isError ? <ErrorPanel error={recents.error} retry={recents.refetch} /> : null}
      {recents.data?.length === 0 ? <HomeNothing>{texts.nothingViewed}</HomeNothing> : null}
      {recents.data === undefined || recents.data.length === 0 ? null : (
        <HomeLines>
          {recents.data.slice(0, MOST).map(({ type, id, name, displayId }) => {
            const Glyph = iconOf(type)
            return (
              <HomeLine
                key={`${type}/${id}`}
                icon={<Glyph size={18} stroke={1.6} />}
                to={routeOf(type, id)}
                title={name}
                {...(displayId ? { detail: displayId } : {})}
              />
            )
          })}
        </HomeLines>
      )}
    </HomeList>
  )
}
