// What is done with the selected lines of an invoice, and how it is done by keyboard.
import { Button } from '@mantine/core'
import type { Line } from './invoice-calls.ts'
import type { Act } from './line-row.tsx'
import classes from './lines.module.css'
import { reviewTexts as texts } from './texts.ts'

export function Selection(props: {
  selected: ReadonlySet<number>
  shown: readonly Line[]
  onSelect: (selected: ReadonlySet<number>) => void
  onAct: (kind: Act) => void
}) {
  const { selected, shown, onSelect, onAct } = props
  const all = shown.length > 0 && shown.every(({ number }) => selected.has(number))
  return (
    <div className={classes.selection}>
      <label className={classes.number}>
        <input
          type="checkbox"
          className={classes.check}
          checked={all}
          onChange={() => onSelect(all ? new Set() : new Set(shown.map(({ number }) => number)))}
        />
        {selected.size === 0 ? texts.selectAll : texts.selected(selected.size)}
      </label>
      {selected.size === 0 ? (
        <span className={classes.keys}>{texts.keys}</span>
      ) : (
        (['accept', 'reduce', 'reject', 'clear', 'taxCode'] as const).map((kind) => (
          <Button key={kind} size="compact-sm" variant="default" onClick={() => onAct(kind)}>
            {texts[kind]}
          </Button>
        ))
      )}
    </div>
  )
}
