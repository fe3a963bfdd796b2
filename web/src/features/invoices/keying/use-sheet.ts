// The invoice while it is keyed in. What was not saved is there again when the page is opened again, apart from the
// document, which a browser keeps for no page.
import { useEffect, useState } from 'react'
import { useDraft } from '../../../forms/use-draft.ts'
import { later } from '../../../lib/quiet.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { emptyHead, type Head, headOf } from './head-fields.tsx'
import { type Cells, emptyRow, rowOf, rowsOf, type SheetRow, type Writing } from './sheet-rows.ts'

/** A draft of an invoice as it was read. */
export interface Draft {
  readonly value: Invoice
  readonly etag: string | undefined
}

interface Unsaved {
  readonly head: Omit<Head, 'document'>
  readonly rows: readonly Cells[]
  /** The version of the draft that was changed. */
  readonly etag: string | undefined
}

const pauseMs = 300

/** The head and the lines of a draft, or of a new invoice. */
export function useSheet(read: Draft | undefined, writing: Writing) {
  const [draft, setDraft] = useState(read)
  const [unsaved, keep, forget] = useDraft<Unsaved | null>(`invoice-sheet/${draft?.value.id ?? 'new'}`, null)
  const saved = () => ({
    head: read ? headOf(read.value) : emptyHead,
    rows: read ? rowsOf(read.value, writing) : [emptyRow()],
  })
  const [isRestored, setRestored] = useState(unsaved !== null)
  const [sheet, setSheet] = useState<{ readonly head: Head; readonly rows: readonly SheetRow[] }>(() =>
    unsaved ? { head: { ...emptyHead, ...unsaved.head }, rows: unsaved.rows.map(rowOf) } : saved(),
  )
  const [isTouched, setTouched] = useState(false)
  const etag = unsaved ? unsaved.etag : draft?.etag

  useEffect(() => {
    if (!isTouched) return undefined
    return later(() => {
      const { document: _, ...head } = sheet.head
      keep({ head, rows: sheet.rows.map(({ cells }) => cells), etag })
    }, pauseMs)
  }, [sheet, isTouched, keep, etag])

  const change = (next: (before: typeof sheet) => typeof sheet) => {
    setTouched(true)
    setSheet(next)
  }
  return {
    ...sheet,
    /** The draft in place of which it is saved, with the version that was changed. */
    draft: draft && { ...draft, etag },
    isRestored,
    changeHead: (some: Partial<Head>) =>
      change((before) => ({ ...before, head: { ...before.head, ...some } })),
    changeRows: (rows: (before: readonly SheetRow[]) => readonly SheetRow[]) =>
      change((before) => ({ ...before, rows: rows(before.rows) })),
    /** It is saved as this draft, and its document with it. */
    wasSaved: (next: Draft) => {
      forget()
      setTouched(false)
      setRestored(false)
      setDraft(next)
      setSheet((before) => ({ ...before, head: { ...before.head, document: undefined } }))
    },
    /** Back to what is saved. */
    discard: () => {
      forget()
      setTouched(false)
      setRestored(false)
      setSheet(saved())
    },
  }
}
