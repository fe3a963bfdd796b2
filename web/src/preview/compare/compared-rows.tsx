// The compared paragraphs: beside each other, or as one text.
import { Button } from '@mantine/core'
import { Fragment, memo, useMemo, useState } from 'react'
import { compareTexts as texts } from '../texts.ts'
import classes from './compare-view.module.css'
import type { BothPiece, Comparison, Row, Side } from './comparison.ts'
import { foldedRows, type Shown } from './folded-rows.ts'

const step = 400

/** Long comparisons are drawn in steps; the row of the current change is always drawn. */
export function ComparedRows(props: {
  comparison: Comparison
  layout: 'side' | 'inline'
  current: number | null
}) {
  const { comparison, layout, current } = props
  const [unfolded, setUnfolded] = useState<ReadonlySet<number>>(new Set())
  const [most, setMost] = useState(step)
  const shown = useMemo(() => foldedRows(comparison.rows, unfolded), [comparison, unfolded])
  const needed = useMemo(
    () => placeOf(shown, comparison.changes[current ?? -1]?.row),
    [shown, comparison, current],
  )
  const drawn = shown.slice(0, Math.max(most, needed + step / 4))
  return (
    <div className={classes.rows} data-layout={layout}>
      {drawn.map((part) =>
        part.kind === 'row' ? (
          <RowView
            key={part.at}
            row={part.row}
            layout={layout}
            current={current !== null && part.row.changes.includes(current) ? current : null}
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

const placeOf = (shown: readonly Shown<Row>[], row: number | undefined): number =>
  row === undefined ? 0 : shown.findIndex((part) => part.kind === 'row' && part.at === row)

interface RowProps {
  row: Row
  layout: 'side' | 'inline'
  current: number | null
}

const RowView = memo(function RowView({ row, layout, current }: RowProps) {
  if (layout === 'inline') {
    return (
      <p className={classes.row} data-heading={(row.right ?? row.left)?.level !== null || undefined}>
        <Pieces pieces={row.both} current={current} />
      </p>
    )
  }
  return (
    <div className={classes.row}>
      <SideView side={row.left} kind="deleted" current={current} />
      <SideView side={row.right} kind="inserted" current={current} />
    </div>
  )
})

function SideView({
  side,
  kind,
  current,
}: {
  side: Side | null
  kind: BothPiece['kind']
  current: number | null
}) {
  if (!side) return <div className={classes.missing} />
  const pieces = side.pieces.map(
    (piece): BothPiece => ({ ...piece, kind: piece.change === null ? 'same' : kind }),
  )
  return (
    <p data-heading={side.level !== null || undefined}>
      <Pieces pieces={pieces} current={current} />
    </p>
  )
}

function Pieces({ pieces, current }: { pieces: readonly BothPiece[]; current: number | null }) {
  return pieces.map(({ text, kind, change }, at) => {
    const mark = {
      'data-change': change,
      'data-current': (change !== null && change === current) || undefined,
    }
    return (
      <Fragment key={at}>
        {kind === 'same' && text}
        {kind === 'deleted' && <del {...mark}>{text}</del>}
        {kind === 'inserted' && <ins {...mark}>{text}</ins>}
      </Fragment>
    )
  })
}
