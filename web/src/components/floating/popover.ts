// What a button opens beside itself. Used like Mantine's `Popover`, and loaded when one is opened.
import { floating } from './floating.tsx'
import type { Part } from './mantine-popover.tsx'

export const Popover = floating<typeof Part>(() => import('./mantine-popover.tsx'), 'dialog', ['Dropdown'])
