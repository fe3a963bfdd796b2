// The actions that are there on every page.
import { IconCommand, IconKeyboard, IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { useMemo } from 'react'
import type { Action } from '../../components/actions/action.ts'
import { useActions } from '../../components/actions/action-store.ts'
import { APP, GO_TO } from '../../components/actions/groups.ts'
import { undoLatest } from '../../components/toast-store.ts'
import { featureActions } from '../feature-actions.ts'
import type { Section } from './navigation-entries.ts'
import { openKeyboardHelp, openPalette } from './overlays.ts'

const own: readonly Action[] = [
  {
    id: 'app.palette',
    label: 'Search or go to…',
    key: 'mod+k',
    icon: IconCommand,
    group: APP,
    run: openPalette,
  },
  { id: 'app.search', label: 'Search', key: '/', icon: IconSearch, group: APP, run: openPalette },
  { id: 'app.keys', label: 'Keyboard', key: '?', icon: IconKeyboard, group: APP, run: openKeyboardHelp },
  { id: 'app.undo', label: 'Undo what was just done', key: 'z', group: APP, run: undoLatest },
]

/** Offers going to each page of the navigation, what features offer, and the app's own. */
export function useAppActions(sections: readonly Section[]): void {
  const { history } = useRouter()
  const actions = useMemo(() => {
    const go = (route: string) => history.push(route)
    const pages = sections.flatMap(({ entries }) =>
      entries.map(({ to, label, icon, key }): Action => {
        const action = { id: `go.${to}`, label, icon, group: GO_TO, run: () => go(to) }
        return key === undefined ? action : { ...action, key }
      }),
    )
    return [...own, ...pages, ...featureActions.flatMap((offer) => offer(go))]
  }, [sections, history])
  useActions(actions)
}
