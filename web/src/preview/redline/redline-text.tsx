// The text of a redline: paragraphs and tables, with what was inserted, deleted, moved and formatted.
import { Button } from '@mantine/core'
import { memo, useMemo, useState } from 'react'
import { foldedRows } from '../compare/folded-rows.ts'
import { redlineTexts as texts } from './redline-texts.ts'
import classes from './redline-view.module.css'
import type { RedlineParagraph, RedlinePiece } from './redline.ts'
import { kindOfCell, type RedlineItem, redlineItems } from './redline-items.ts'

const step = 400

/** Long ones are drawn in steps; the current change is always drawn. */
export function RedlineText(props: { paragraphs: readonly RedlineParagraph[]; current: number | null }) {
  const { paragraphs, current } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(step)
  const items = useMemo(() => redlineItems(paragraphs), [paragraphs])
  const shown = useMemo(() => foldedRows(items, unfolded), [items, unfolded])
  const needed = shown.findIndex(
    (part) => part.kind === 'row' && current !== null && part.row.changes.includes(current),
  )
  const drawn = shown.slice(0, Math.max(most, needed + step / 4))
  return (
    <div className={classes.rows}>
      {drawn.map((part) =>
        part.kind === 'row' ? (
          <Item
            key={part.at}
            item={part.row}
            current={part.row.changes.includes(current ?? 0) ? current : null}
          />
        ) : (
          <div key={part.from} className={classes.folded}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              onClick={() => setUnfolded(new Set([...unfolded, part.from]))}
            >
              {texts.showUnchanged(part.to - part.from)}
            </Button>
          </div>
        ),
      )}
      {drawn.length < shown.length && (
        <div className={classes.folded}>
          <Button variant="default" size="compact-sm" onClick={() => setMost(drawn.length + step)}>
            {texts.more}
          </Button>
        </div>
      )}
    </div>
  )
}

const Item = memo(function Item({ item, current }: { item: RedlineItem; current: number | null }) {
  const { paragraph, rows, begins } = item
  return (
    <>
      {begins && <p className={classes.part}>{texts.parts[begins]}</p>}
      {paragraph && <Paragraph paragraph={paragraph} current={current} />}
      {rows.length > 0 && (
        <div className={classes.table}>
          <table>
            <tbody>
              {rows.map((cells, at) => (
                <tr key={at}>
                  {cells.map((cell, place) => (
                    <td key={place} colSpan={cell.span} data-kind={kindOfCell(cell)}>
                      {cell.paragraphs.map((each, index) => (
                        <Paragraph key={index} paragraph={each} current={current} />
                      ))}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
})

function Paragraph({ paragraph, current }: { paragraph: RedlineParagraph; current: number | null }) {
  const { number, level, pieces } = paragraph
  return (
    <p className={classes.row} data-heading={level !== null || undefined}>
      {number !== null && <span className={classes.number}>{number} </span>}
      {pieces.map((piece, at) => (
        <Piece key={at} piece={piece} isCurrent={piece.change !== null && piece.change === current} />
      ))}
    </p>
  )
}

function Piece({ piece, isCurrent }: { piece: RedlinePiece; isCurrent: boolean }) {
  const { kind, text, change } = piece
  const mark = { 'data-change': change, 'data-kind': kind, 'data-current': isCurrent || undefined }
  switch (kind) {
    case 'Same':
      return text
    case 'Deleted':
      return <del {...mark}>{text}</del>
    case 'Inserted':
      return <ins {...mark}>{text}</ins>
    case 'MovedFrom':
      return (
        <del {...mark} title={texts.movedAway}>
          {text}
        </del>
      )
    case 'MovedTo':
      return (
        <ins {...mark} title={texts.movedHere}>
          {text}
        </ins>
      )
    case 'Formatted':
      return (
        <mark {...mark} title={texts.kinds.Format}>
          {text}
        </mark>
      )
  }
}
