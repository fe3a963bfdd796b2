// One definition of what a person can do: it makes the button, the entry in a menu, the line in the palette and the
// key.
import type { Icon } from '@tabler/icons-react'
import type { Me } from '../me-context.ts'

export interface Action {
  /** Unique on a page: `matter.archive`. */
  readonly id: string
  /** What it does, as a button says it: "Post status". */
  readonly label: string
  /** Single letters (`c`), sequences (`g m`), or with Ctrl or ⌘ (`mod+k`). */
  readonly key?: string
  readonly icon?: Icon
  /** Under which heading the palette and the help show it: "Go to", "Create", "This matter". */
  readonly group?: string
  /** Other words people may look for. */
  readonly keywords?: string
  /** Whether this person can do it at all; otherwise it is nowhere. Left out: everybody. */
  readonly visible?: (me: Me) => boolean
  /** Why it cannot be done now, in a sentence: it is shown, and pressing it does nothing. */
  readonly impossible?: string | undefined
  /** It takes something away: shown in red, last. */
  readonly danger?: boolean
  readonly run: () => unknown
}

/** Those that this person can do. */
export function visibleTo(me: Me, actions: readonly Action[]): readonly Action[] {
  return actions.filter(({ visible }) => visible?.(me) ?? true)
}

/** Does it, unless it is impossible now. */
export function perform({ impossible, run }: Action): void {
  if (impossible === undefined) void run()
}
