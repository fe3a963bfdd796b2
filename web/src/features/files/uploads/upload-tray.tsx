// The tray of uploads at the lower end of every page: how far they are, pause, go on, try again, and the one question
// about names.
import { ActionIcon, Button, Progress } from '@mantine/core'
import {
  IconAlertTriangle,
  IconCheck,
  IconChevronDown,
  IconChevronUp,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconX,
} from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useFormat } from '../../../components/format-context.ts'
import { useServerAway } from '../../../lib/connection.ts'
import { filesKey } from '../files.ts'
import { uploadTexts as texts } from '../texts.ts'
import { NameQuestion } from './name-question.tsx'
import { isUnfinished, type UploadItem } from './upload-item.ts'
import { useUploads } from './upload-store.ts'
import { clearFinished, pause, remove, resume } from './uploads.ts'
import classes from './upload-tray.module.css'

const mostShown = 100
/** How long the tray says that everything has arrived before it closes by itself. */
const SECONDS_TO_READ = 10

export function UploadTray() {
  const items = useUploads()
  useFreshLists(items.filter(({ state }) => state === 'done').length)
  const asked = items.filter(({ state }) => state === 'asking')
  if (items.length === 0) return null
  return (
    <>
      <Tray items={items} />
      {asked.length > 0 && <NameQuestion key={asked[0]?.id} items={asked} />}
    </>
  )
}

/**
 * Lists of files are asked for again as uploads arrive, at most once a second; also when the tray is closed meanwhile.
 */
function useFreshLists(done: number): void {
  const queries = useQueryClient()
  const waiting = useRef(false)
  useEffect(() => {
    if (done === 0 || waiting.current) return
    waiting.current = true
    setTimeout(() => {
      waiting.current = false
      void queries.invalidateQueries({ queryKey: filesKey })
    }, 1000)
  }, [queries, done])
}

function Tray({ items }: { items: readonly UploadItem[] }) {
  const [folded, setFolded] = useState(false)
  const isAway = useServerAway()
  const isBusy = items.some(isUnfinished)
  const headline = headlineOf(items)
  const hold = useClosing(items)
  return (
    <section className={classes.tray} aria-label={texts.tray} {...hold}>
      <header className={classes.head}>
        <output className={classes.headline}>{isAway && isBusy ? texts.offline : headline}</output>
        {isBusy && <PauseAll items={items} />}
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={folded ? texts.unfold : texts.fold}
          aria-expanded={!folded}
          onClick={() => setFolded(!folded)}
        >
          {folded ? (
            <IconChevronUp size={16} aria-hidden="true" />
          ) : (
            <IconChevronDown size={16} aria-hidden="true" />
          )}
        </ActionIcon>
        {!isBusy && (
          <ActionIcon variant="subtle" color="gray" aria-label={texts.close} onClick={clearFinished}>
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        )}
      </header>
      <Progress
        className={classes.whole}
        size="xs"
        radius={0}
        value={partOf(items)}
        aria-label={texts.tray}
      />
      {!folded && (
        <ul className={classes.list}>
          {inOrder(items).map((item) => (
            <UploadRow key={item.id} item={item} />
          ))}
        </ul>
      )}
    </section>
  )
}

/** Closes the tray once all has gone well, unless somebody points at it or is in it; what failed stays. */
function useClosing(items: readonly UploadItem[]) {
  const [held, setHeld] = useState(false)
  const isOver = items.every(({ state }) => state === 'done' || state === 'skipped')
  useEffect(() => {
    if (!isOver || held) return undefined
    const timer = setTimeout(clearFinished, SECONDS_TO_READ * 1000)
    return () => clearTimeout(timer)
  }, [isOver, held])
  const release = () => setHeld(false)
  const keep = () => setHeld(true)
  return { onMouseEnter: keep, onFocus: keep, onMouseLeave: release, onBlur: release }
}

function PauseAll({ items }: { items: readonly UploadItem[] }) {
  const paused = items.filter(({ state }) => state === 'paused')
  const going = items.filter(({ state }) => state === 'waiting' || state === 'sending')
  if (going.length > 0) {
    return (
      <Button
        variant="subtle"
        color="gray"
        size="compact-xs"
        onClick={() => going.forEach(({ id }) => pause(id))}
      >
        {texts.pauseAll}
      </Button>
    )
  }
  if (paused.length === 0) return null
  return (
    <Button variant="subtle" size="compact-xs" onClick={() => paused.forEach(({ id }) => resume(id))}>
      {texts.resumeAll}
    </Button>
  )
}

function UploadRow({ item }: { item: UploadItem }) {
  const format = useFormat()
  const { id, name, size, sent, state, problem } = item
  return (
    <li className={classes.row} data-state={state}>
      <span className={classes.name} title={name}>
        {item.target.kind === 'folder' && item.target.path.length > 0 && (
          <span className={classes.path}>{item.target.path.join(' / ')} / </span>
        )}
        {name}
      </span>
      <span className={classes.state}>
        {state === 'done' && <IconCheck size={14} aria-hidden="true" />}
        {state === 'failed' && <IconAlertTriangle size={14} aria-hidden="true" />}
        {state === 'sending' && size > 0
          ? `${format.size(sent)} / ${format.size(size)}`
          : texts.states[state]}
      </span>
      <span className={classes.buttons}>
        {(state === 'sending' || state === 'waiting') && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={texts.pause(name)}
            onClick={() => pause(id)}
          >
            <IconPlayerPause size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        {state === 'paused' && (
          <ActionIcon size="sm" variant="subtle" aria-label={texts.resume(name)} onClick={() => resume(id)}>
            <IconPlayerPlay size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        {state === 'failed' && (
          <ActionIcon size="sm" variant="subtle" aria-label={texts.retry(name)} onClick={() => resume(id)}>
            <IconRefresh size={14} aria-hidden="true" />
          </ActionIcon>
        )}
        {state !== 'done' && state !== 'skipped' && state !== 'filing' && (
          <ActionIcon
            size="sm"
            variant="subtle"
            color="gray"
            aria-label={texts.remove(name)}
            onClick={() => remove(id)}
          >
            <IconX size={14} aria-hidden="true" />
          </ActionIcon>
        )}
      </span>
      {state === 'sending' && (
        <Progress
          className={classes.progress}
          size={3}
          value={size === 0 ? 100 : (100 * sent) / size}
          aria-label={name}
        />
      )}
      {problem !== undefined && <p className={classes.problem}>{problem}</p>}
    </li>
  )
}

// what needs somebody first, then what is going on; the end of a long list is summed up in the headline
const rank: Record<UploadItem['state'], number> = {
  failed: 0,
  sending: 1,
  filing: 1,
  paused: 2,
  asking: 2,
  checking: 3,
  waiting: 3,
  done: 4,
  skipped: 4,
}
const inOrder = (items: readonly UploadItem[]) =>
  [...items].sort((one, two) => rank[one.state] - rank[two.state] || one.id - two.id).slice(0, mostShown)

/** In percent of the bytes; files without any count a little as well. */
function partOf(items: readonly UploadItem[]): number {
  const weight = ({ size }: UploadItem) => size + 1000
  const total = items.reduce((sum, item) => sum + weight(item), 0)
  const done = items.reduce((sum, item) => sum + (isUnfinished(item) ? item.sent : weight(item)), 0)
  return (100 * done) / total
}

function headlineOf(items: readonly UploadItem[]): string {
  const count = (...states: UploadItem['state'][]) =>
    items.filter(({ state }) => states.includes(state)).length
  const [done, failed, paused] = [count('done', 'skipped'), count('failed'), count('paused')]
  const unfinished = items.filter(isUnfinished).length
  if (unfinished === 0)
    return failed === 0 ? texts.finished(count('done')) : texts.finishedWith(count('done'), failed)
  return paused === unfinished ? texts.paused(paused) : texts.running(done, items.length)
}
