// The rows of a table to edit: those of the document, those that are removed, and those that are added.
import { Button, TextInput } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import type { ItemCell } from '../paragraph-items.ts'
import classes from './document-editor.module.css'
import type { DraftEdit, EditableParagraph } from './editing.ts'
import type { ParagraphActs } from './editor-paragraphs.tsx'
import { editorTexts as texts } from './editor-texts.ts'
import { removeAddedRow, setRowRemoved, writeCell } from './edits.ts'
import { textOf } from './shown-changes.ts'

/** Where a paragraph is in a table: the row is named by its first paragraph. */
export interface PlaceOfRow {
  readonly first: number
  readonly cells: number
}

interface Props {
  cells: readonly ItemCell<EditableParagraph>[]
  /** Of the first paragraph of the row. */
  edit: DraftEdit | undefined
  acts: ParagraphActs
  draw: (paragraph: EditableParagraph, row: PlaceOfRow) => ReactNode
}

/** The row that begins with this paragraph. */
export function EditorRow({ cells, edit, acts, draw }: Props) {
  const first = cells[0]?.paragraphs[0]?.id ?? 0
  const row = { first, cells: cells.length }
  const added = edit?.rowsAdded ?? []
  return (
    <>
      <tr>
        {cells.map(({ span, paragraphs }, at) =>
          edit?.rowRemoved ? (
            <td key={at} colSpan={span} data-kind="Deleted" className={classes.gone}>
              <del>{paragraphs.map(textOf).join('\n') || texts.removed}</del>
              {at === cells.length - 1 ? (
                <Button
                  variant="default"
                  size="compact-xs"
                  onClick={() => acts.onChange((edits) => setRowRemoved(edits, first, false))}
                >
                  {texts.keepRow}
                </Button>
              ) : null}
            </td>
          ) : (
            <td key={at} colSpan={span}>
              {paragraphs.map((paragraph) => draw(paragraph, row))}
            </td>
          ),
        )}
      </tr>
      {added.map((own, at) => (
        <AddedRow key={at} row={row} at={at} own={own} spans={cells.map(({ span }) => span)} acts={acts} />
      ))}
    </>
  )
}

function AddedRow(props: {
  row: PlaceOfRow
  at: number
  own: readonly string[]
  spans: readonly number[]
  acts: ParagraphActs
}) {
  const { row, at, own, spans, acts } = props
  const start = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // where it was added just now, and not where a draft has it
    const table = start.current?.closest('table')
    if (table?.contains(document.activeElement) || document.activeElement?.closest('[data-adds-row]'))
      start.current?.focus()
  }, [])
  return (
    <tr>
      {spans.map((span, cell) => (
        <td key={cell} colSpan={span} data-kind="Inserted" className={classes.fresh}>
          <TextInput
            ref={cell === 0 ? start : undefined}
            size="sm"
            aria-label={texts.newCell(at + 1, cell + 1)}
            maxLength={50_000}
            value={own[cell] ?? ''}
            onChange={({ currentTarget: { value } }) =>
              acts.onChange((edits) => writeCell(edits, row.first, { row: at, cell, text: value }))
            }
          />
          {cell === spans.length - 1 ? (
            <Button
              variant="default"
              size="compact-xs"
              onClick={() => acts.onChange((edits) => removeAddedRow(edits, row.first, at))}
            >
              {texts.removeRow}
            </Button>
          ) : null}
        </td>
      ))}
    </tr>
  )
}
