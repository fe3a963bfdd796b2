// The palette: what can be done here, where one can go, and matters, contracts and files by name as one types.
import { Combobox, Modal, TextInput, useCombobox } from '@mantine/core'
import { IconArrowRight, IconSearch, type Icon } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useMemo, useState } from 'react'
import { type Action, perform, visibleTo } from '../../components/actions/action.ts'
import { useOfferedActions } from '../../components/actions/action-store.ts'
import { GO_TO, THIS_PAGE } from '../../components/actions/groups.ts'
import { KeyHint } from '../../components/actions/key-hint.tsx'
import { useMe } from '../../components/me-context.ts'
import { routeOf } from '../../lib/addresses/route-of.ts'
import { counted } from '../../lib/counted.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { matchesWords } from '../../lib/words.ts'
import { iconOf } from '../kind-entries.ts'
import classes from './palette.module.css'
import { type FoundThing, thingsQuery } from './palette-search.ts'

interface Line {
  readonly id: string
  readonly group: string
  readonly label: string
  readonly detail?: string | undefined
  readonly icon: Icon
  readonly key?: string | undefined
  readonly run: () => unknown
}

const MOST_ACTIONS = 8

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('')
  const wanted = text.trim()
  const asked = useDebouncedValue(wanted, 120)
  const things = useQuery(thingsQuery(asked))
  // until the server has answered for these words, only what fits them
  const isEarlier = asked !== wanted || things.isPlaceholderData
  const lines = useLines(wanted, things.data ?? [], isEarlier)
  const combobox = useCombobox({ opened: true, onDropdownClose: onClose, scrollBehavior: 'instant' })
  const groups = [...new Set(lines.map(({ group }) => group))]

  useEffect(() => {
    combobox.selectFirstOption()
    // the store is another object with each drawing
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [lines])

  // the page behind keeps its place
  useEffect(() => {
    const { style } = document.documentElement
    style.overflow = 'hidden'
    return () => void style.removeProperty('overflow')
  }, [])

  const choose = (id: string) => {
    onClose()
    void lines.find((line) => line.id === id)?.run()
  }
  return (
    <Modal.Root opened onClose={onClose} size="lg" lockScroll={false} yOffset="10vh">
      <Modal.Overlay />
      <Modal.Content aria-label="Search or go to" radius="sm">
        <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
          <Combobox.EventsTarget withExpandedAttribute>
            <TextInput
              data-autofocus
              classNames={{ input: classes.input ?? '' }}
              variant="unstyled"
              aria-label="Search or go to"
              placeholder="A page, an action, or the name of a matter, contract or file"
              leftSection={<IconSearch size={18} aria-hidden="true" />}
              value={text}
              onChange={(event) => setText(event.currentTarget.value)}
            />
          </Combobox.EventsTarget>
          <Combobox.Options className={classes.lines ?? ''} aria-label="Results">
            {groups.map((group) => (
              <Combobox.Group key={group} label={group}>
                {lines
                  .filter((line) => line.group === group)
                  .map((line) => (
                    <OneLine key={line.id} line={line} />
                  ))}
              </Combobox.Group>
            ))}
            {lines.length === 0 ? <Combobox.Empty>Nothing found.</Combobox.Empty> : null}
          </Combobox.Options>
        </Combobox>
        <output className={classes.count}>{things.isFetching ? '' : counted(lines.length, 'result')}</output>
      </Modal.Content>
    </Modal.Root>
  )
}

function OneLine({ line }: { line: Line }) {
  const { id, label, detail, icon: Glyph, key } = line
  return (
    <Combobox.Option value={id} className={classes.line ?? ''}>
      <Glyph size={16} stroke={1.6} aria-hidden="true" />
      <span className={classes.label}>{label}</span>
      {detail === undefined ? null : <span className={classes.detail}>{detail}</span>}
      {key === undefined ? null : <KeyHint of={key} />}
    </Combobox.Option>
  )
}

function useLines(wanted: string, things: readonly FoundThing[], isEarlier: boolean): readonly Line[] {
  const me = useMe()
  const { history, routesByPath } = useRouter()
  const offered = useOfferedActions()
  return useMemo(() => {
    const go = (route: string) => () => history.push(route)
    const actions = visibleTo(me, offered)
      .filter(
        ({ id, impossible }) =>
          !id.startsWith('app.palette') && id !== 'app.search' && impossible === undefined,
      )
      .filter(({ label, keywords = '', group = '' }) => matchesWords(`${label} ${keywords} ${group}`, wanted))
      .toSorted((a, b) => rank(a) - rank(b))
      .slice(0, wanted === '' ? MOST_ACTIONS * 2 : MOST_ACTIONS)
      .map((action): Line => {
        const { id, label, group = THIS_PAGE, icon = IconArrowRight, key } = action
        return { id, label, group, icon, key, run: () => perform(action) }
      })
    // records before files, as they will be listed when the server has answered
    const listed = wanted === '' ? things : things.toSorted((a, b) => fileRank(a) - fileRank(b))
    const found = listed.flatMap((thing): Line[] => {
      const route = routeOf(thing.type, thing.id)
      if (route === undefined || (isEarlier && !matchesWords(thing.name, wanted))) return []
      const { type, id, name, detail } = thing
      const group = wanted === '' ? 'Recently viewed' : 'Found by name'
      return [{ id: `${type}/${id}`, group, label: name, detail, icon: iconOf(type), run: go(route) }]
    })
    const everywhere: Line[] =
      wanted === '' || !('/search' in routesByPath)
        ? []
        : [
            {
              id: 'search',
              group: 'Search',
              label: `Search everything for “${wanted}”`,
              detail: 'names and texts',
              icon: IconSearch,
              run: go(`/search?${new URLSearchParams({ q: wanted })}`),
            },
          ]
    // what was typed is a name more often than an action
    return wanted === '' ? [...actions, ...found] : [...found, ...actions, ...everywhere]
  }, [me, offered, things, wanted, isEarlier, history, routesByPath])
}

// what this page offers comes before going elsewhere
const rank = ({ group = THIS_PAGE }: Action) => (group === THIS_PAGE ? 0 : group === GO_TO ? 2 : 1)

const fileRank = ({ type }: FoundThing) => (type === 'File' ? 1 : 0)
