// The panel beside the list with what matters of one row.
import { Button, CloseButton, Group } from '@mantine/core'
import { closesChoices } from '../../components/floating/escape.ts'
import type { Identified, ListDefinition } from '../definition.ts'
import { texts } from '../texts.ts'
import classes from './peek.module.css'

export function PeekPanel<Row extends Identified>(props: {
  definition: ListDefinition<Row>
  row: Row
  onClose: () => void
}) {
  const { definition, row, onClose } = props
  const title = definition.title(row) || texts.restricted
  const href = definition.href(row)
  return (
    // Escape leads back to the list, as it does in the list itself
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <aside
      className={classes.peek}
      aria-label={texts.peekOf(title)}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented && !closesChoices(event.target)) onClose()
      }}
    >
      <div className={classes.head}>
        <h2 className={classes.title}>{title}</h2>
        <Group gap={4} wrap="nowrap">
          {href !== undefined && (
            <Button component="a" href={`#${href}`} size="compact-sm" variant="light">
              {texts.open}
            </Button>
          )}
          <CloseButton size="sm" aria-label={texts.peekClose} onClick={onClose} />
        </Group>
      </div>
      {definition.peek(row)}
    </aside>
  )
}
