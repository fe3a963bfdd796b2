// The keys of a list: those of a mail program, and those of the WAI-ARIA grid pattern.
import { type KeyboardEvent, useEffect } from 'react'

export interface GridKeys {
  /** Moves by so many lines, or to the first or last one. */
  readonly move: (by: number | 'first' | 'last', extend: boolean) => void
  readonly rowsSeen: number
  readonly open: (inNewTab: boolean) => void
  readonly peek: () => void
  readonly toggle: () => void
  readonly selectAll: () => void
  readonly escape: () => boolean
  /** From the headings of the columns to the rows. */
  readonly enter: () => void
  /** Folds or unfolds the group of the line; false where there is none. */
  readonly fold: (folded: boolean) => boolean
}

/** Handles a key that was pressed in the list. */
export function onGridKey(event: KeyboardEvent, keys: GridKeys): void {
  if (event.altKey || !isForGrid(event)) return
  const isDone = isInHead(event) ? enterFromHead(event, keys) : handle(event, keys)
  if (isDone) event.preventDefault()
}

const isInHead = ({ target }: KeyboardEvent) =>
  target instanceof Element && target.closest('[data-list-head]') !== null

function enterFromHead({ key }: KeyboardEvent, { enter }: GridKeys): boolean {
  return moving.includes(key) && done(enter())
}

// what is pressed on a button or a link within a row is for that
function isForGrid({ target, currentTarget, key }: KeyboardEvent): boolean {
  if (target === currentTarget) return true
  // the menu of a column is drawn elsewhere
  if (!(target instanceof Element) || !currentTarget.contains(target)) return false
  const isControl = target.closest('button, a, input') !== null
  return !isControl || moving.includes(key)
}

const moving: readonly string[] = ['ArrowDown', 'ArrowUp', 'j', 'k']

function handle(event: KeyboardEvent, keys: GridKeys): boolean {
  const { key, shiftKey, ctrlKey, metaKey } = event
  if (ctrlKey || metaKey) return handleWithControl(key, keys)
  switch (key) {
    case 'ArrowDown':
    case 'j':
    case 'J':
      return done(keys.move(1, shiftKey))
    case 'ArrowUp':
    case 'k':
    case 'K':
      return done(keys.move(-1, shiftKey))
    case 'PageDown':
      return done(keys.move(Math.max(1, keys.rowsSeen - 1), shiftKey))
    case 'PageUp':
      return done(keys.move(-Math.max(1, keys.rowsSeen - 1), shiftKey))
    case 'Home':
      return done(keys.move('first', shiftKey))
    case 'End':
      return done(keys.move('last', shiftKey))
    case 'ArrowLeft':
      return keys.fold(true)
    case 'ArrowRight':
      return keys.fold(false)
    case 'Enter':
      return done(keys.open(false))
    case ' ':
      return done(keys.peek())
    case 'x':
      return done(keys.toggle())
    case 'Escape':
      return keys.escape()
    default:
      return false
  }
}

function handleWithControl(key: string, keys: GridKeys): boolean {
  switch (key) {
    case 'a':
      return done(keys.selectAll())
    case 'Enter':
      return done(keys.open(true))
    case 'Home':
      return done(keys.move('first', false))
    case 'End':
      return done(keys.move('last', false))
    default:
      return false
  }
}

const done = (_result: unknown) => true

/** The first `j`, `k` or arrow goes into the list, when nothing else on the page has the focus. */
export function useKeysFromPage(focusGrid: () => void, singleKeys: boolean): void {
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      const { key, target, altKey, ctrlKey, metaKey, defaultPrevented } = event
      if (altKey || ctrlKey || metaKey || defaultPrevented || !(target instanceof Element)) return
      const wanted = ['ArrowDown', 'ArrowUp', ...(singleKeys ? ['j', 'k'] : [])]
      if (!wanted.includes(key) || !target.matches('body, main, h1')) return
      event.preventDefault()
      focusGrid()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [focusGrid, singleKeys])
}
