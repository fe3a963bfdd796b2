// A button's menu. Used like Mantine's `Menu`, and loaded when one is opened.
import type { Menu as MantineMenu } from '@mantine/core'
import { floating } from './floating.tsx'

export const Menu = floating<typeof MantineMenu>(() => import('./mantine-menu.ts'), 'menu', [
  'Dropdown',
  'Item',
  'Label',
  'Divider',
  'CheckboxItem',
  'RadioGroup',
  'RadioItem',
])
