// Which columns are shown, and in which order: the button.
import { Button } from '@mantine/core'
import { lazily } from '../../components/lazily.tsx'
import { Popover } from '../../components/floating/popover.ts'
import { texts } from '../texts.ts'
import type { ColumnChoicesProps } from './column-choices.tsx'

const ColumnChoices = lazily(() => import('./column-choices.tsx'), 'ColumnChoices')

export function ColumnChooser(props: ColumnChoicesProps) {
  return (
    <Popover position="bottom-end" withinPortal trapFocus returnFocus width={320}>
      <Popover.Target>
        <Button size="compact-sm" variant="default">
          {texts.columns}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={texts.columns}>
        <ColumnChoices {...props} />
      </Popover.Dropdown>
    </Popover>
  )
}
