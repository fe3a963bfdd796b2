// Listens to the keyboard for the actions on the screen. Used once, by the frame.
import { useEffect } from 'react'
import { useMe } from '../me-context.ts'
import { type Action, perform, visibleTo } from './action.ts'
import { offeredActions } from './action-store.ts'
import { isSingle, keyName, meaningOf } from './keys.ts'

const PATIENCE_MS = 1200

/** Single keys act outside fields and dialogs only, and not at all for people who switched them off. */
export function useActionKeys(): void {
  const me = useMe()
  useEffect(() => {
    let sequence: string[] = []
    let forget: ReturnType<typeof setTimeout> | undefined
    const listen = (event: KeyboardEvent) => {
      const name = event.defaultPrevented || event.isComposing ? undefined : keyName(event)
      if (name === undefined) return
      if (isSingle(name) && (!me.preferences.singleKeys || isTaken(event.target))) return
      clearTimeout(forget)
      const can = visibleTo(me, offeredActions())
      const found = follow(sequence, name, can)
      sequence = found.sequence
      if (found.action) {
        event.preventDefault()
        perform(found.action)
      } else if (sequence.length > 0) {
        forget = setTimeout(() => (sequence = []), PATIENCE_MS)
      }
    }
    document.addEventListener('keydown', listen)
    return () => {
      clearTimeout(forget)
      document.removeEventListener('keydown', listen)
    }
  }, [me])
}

/** The action that the key completes, or the sequence it goes on with. */
function follow(before: readonly string[], name: string, actions: readonly Action[]) {
  for (const sequence of [[...before, name], [name]]) {
    const { action, begun } = meaningOf(sequence, actions)
    if (action) return { action, sequence: [] }
    if (begun) return { sequence }
  }
  return { sequence: [] }
}

// where letters are typed or have a meaning of their own
const TYPED =
  'input:not([type=checkbox]):not([type=radio]):not([type=button]), textarea, select, [contenteditable=""], [contenteditable=true], [role=menu], [role=listbox], [role=combobox]'

function isTaken(target: EventTarget | null): boolean {
  if (document.querySelector('[aria-modal=true]') !== null) return true
  return target instanceof Element && target.closest(TYPED) !== null
}
