// What a button opens beside itself. Used like Mantine's `Popover`, and loaded when one is opened.
import type { Popover as MantinePopover } from '@mantine/core'
import { floating } from './floating.tsx'

export const Popover = floating<typeof MantinePopover>(() => import('./mantine-popover.ts'), 'dialog', [
  'Dropdown',
])
