// The state of a form while it is designed: every step can be taken back, and what was not saved is there again when
// the page is opened again.
import { useMemo, useState } from 'react'
import { useDraft } from '../../../forms/use-draft.ts'
import type { ReadForm } from '../type-kind.ts'
import { type Design, designOf, isSameDesign } from './design.ts'

interface Unsaved {
  readonly etag: string | undefined
  readonly design: Design
}

const mostSteps = 100

export interface Designing {
  readonly design: Design
  /** The version that the design began with. */
  readonly etag: string | undefined
  readonly isChanged: boolean
  /** Whether somebody else has saved the form since this design was begun. */
  readonly isOutdated: boolean
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly change: (next: Design) => void
  readonly undo: () => void
  readonly redo: () => void
  /** Forgets what was not saved. */
  readonly discard: () => void
}

export function useDesign(name: string, form: ReadForm): Designing {
  const saved = useMemo(() => designOf(form.parts), [form])
  const [unsaved, setUnsaved, forget] = useDraft<Unsaved | null>(`form-design/${name}`, null)
  const [past, setPast] = useState<readonly Design[]>([])
  const [future, setFuture] = useState<readonly Design[]>([])
  const design = unsaved?.design ?? saved
  const etag = unsaved ? unsaved.etag : form.etag

  const show = (next: Design) =>
    etag === form.etag && isSameDesign(next, saved) ? forget() : setUnsaved({ etag, design: next })

  return {
    design,
    etag,
    isChanged: unsaved !== null,
    isOutdated: unsaved !== null && unsaved.etag !== form.etag,
    canUndo: past.length > 0,
    canRedo: future.length > 0,
    change: (next) => {
      if (next === design) return
      setPast([...past, design].slice(-mostSteps))
      setFuture([])
      show(next)
    },
    undo: () => {
      const before = past.at(-1)
      if (before === undefined) return
      setPast(past.slice(0, -1))
      setFuture([design, ...future])
      show(before)
    },
    redo: () => {
      const [next, ...later] = future
      if (next === undefined) return
      setPast([...past, design])
      setFuture(later)
      show(next)
    },
    discard: () => {
      setPast([])
      setFuture([])
      forget()
    },
  }
}
