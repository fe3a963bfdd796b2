// The outline of a document, as a list that leads to its parts.
import { UnstyledButton } from '@mantine/core'
import classes from './side-panels.module.css'
import { previewTexts as texts } from './texts.ts'

/** A line of the outline; `level` is 0 for the highest. */
export interface OutlineEntry {
  readonly key: string
  readonly text: string
  readonly level: number
  readonly show: () => void
}

const DEEPEST = 4

export function OutlinePanel({ entries }: { entries: readonly OutlineEntry[] }) {
  const isDeep = entries.some(({ level }) => level > 0)
  return (
    <nav className={classes.panel} aria-label={texts.outline}>
      <ul className={classes.outline} data-deep={isDeep}>
        {entries.map(({ key, text, level, show }) => (
          <li key={key} data-level={Math.min(level, DEEPEST)}>
            <UnstyledButton className={classes.entry} onClick={show}>
              {text}
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </nav>
  )
}
