// Which action a key or a sequence of keys means.
import type { Action } from './action.ts'

/** What of a keyboard event matters here. */
export interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

/** A key as actions name it: `c`, `?`, `mod+k`; undefined for one that no action can have. */
export function keyName({ key, ctrlKey, metaKey, altKey }: Pressed): string | undefined {
  if (altKey || ['Shift', 'Control', 'Meta', 'Alt', 'Dead', 'Process', 'Unidentified'].includes(key))
    return undefined
  const name = key === ' ' ? 'Space' : key
  return ctrlKey || metaKey ? `mod+${name.toLowerCase()}` : name
}

/** Keys with Ctrl or ⌘ act everywhere, single ones outside fields only. */
export const isSingle = (name: string): boolean => !name.startsWith('mod+')

/**
 * What was pressed up to now, as a sequence: the action it means, whether it may become one, or neither. The last of
 * several with one key counts.
 */
export function meaningOf(
  sequence: readonly string[],
  actions: readonly Action[],
): { action?: Action | undefined; begun: boolean } {
  const text = sequence.join(' ')
  return {
    action: actions.findLast(({ key }) => key === text),
    begun: actions.some(({ key }) => key?.startsWith(`${text} `)),
  }
}

/** A key as it is shown: "Ctrl K", "G then M", "Shift A". */
export function keyLabel(key: string, mac: boolean): string {
  return key
    .split(' ')
    .map((part) =>
      part
        .replace('mod+', mac ? '⌘ ' : 'Ctrl ')
        .replace('Escape', 'Esc')
        .replace(/^[A-Z]$/, 'Shift $&')
        .replace(/[a-z]$/, (letter) =>
          part.length === 1 || part.startsWith('mod+') ? letter.toUpperCase() : letter,
        ),
    )
    .join(' then ')
}

/** The keys that send or save a text in which Enter begins a line. */
export const keyToSend = (): string => `${isMac() ? '⌘' : 'Ctrl'}+Enter`

/** Whether this is a Mac, where ⌘ stands for Ctrl. */
export const isMac = (): boolean => /Mac|iPhone|iPad/.test(navigator.platform)
