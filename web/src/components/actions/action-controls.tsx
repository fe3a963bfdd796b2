// Actions as buttons and menus.
import { ActionIcon, Button, type ButtonVariant } from '@mantine/core'
import { Menu } from '../floating/menu.ts'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useMe } from '../me-context.ts'
import { type Action, perform, visibleTo } from './action.ts'
import { KeyHint } from './key-hint.tsx'
import { keyLabel, isMac } from './keys.ts'

/** A button for it; nothing for people who cannot do it. One filled button a page: `variant="filled"`. */
export function ButtonFor({ action, variant = 'default' }: { action: Action; variant?: ButtonVariant }) {
  const me = useMe()
  if (visibleTo(me, [action]).length === 0) return null
  const { label, icon: Glyph, impossible, key, danger } = action
  return (
    <Button
      variant={variant}
      {...(danger === true ? { color: 'red.9' } : {})}
      {...(Glyph ? { leftSection: <Glyph size={16} aria-hidden="true" /> } : {})}
      aria-disabled={impossible !== undefined}
      {...(impossible === undefined ? {} : { 'data-disabled': true })}
      title={impossible ?? (key === undefined ? undefined : `${label} (${keyLabel(key, isMac())})`)}
      onClick={() => perform(action)}
    >
      {label}
    </Button>
  )
}

/** A menu of them; nothing if there is nothing this person can do. `label` names the menu. */
export function MenuFor(props: {
  actions: readonly Action[]
  label: string
  /** Where what it is in would cut it off. */
  withinPortal?: boolean
  children?: ReactNode
}) {
  const { actions, label, withinPortal = false, children } = props
  const me = useMe()
  const can = visibleTo(me, actions)
  if (can.length === 0) return null
  const [harmless, dangerous] = [
    can.filter(({ danger }) => danger !== true),
    can.filter(({ danger }) => danger === true),
  ]
  return (
    <Menu position="bottom-end" withinPortal={withinPortal}>
      <Menu.Target>
        {children ?? (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={label}>
            <IconDots size={18} aria-hidden="true" />
          </ActionIcon>
        )}
      </Menu.Target>
      <Menu.Dropdown aria-label={label}>
        {harmless.map((action) => (
          <Item key={action.id} action={action} />
        ))}
        {harmless.length > 0 && dangerous.length > 0 ? <Menu.Divider /> : null}
        {dangerous.map((action) => (
          <Item key={action.id} action={action} />
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function Item({ action }: { action: Action }) {
  const { label, icon: Glyph, key, impossible, danger } = action
  return (
    <Menu.Item
      {...(Glyph ? { leftSection: <Glyph size={16} aria-hidden="true" /> } : {})}
      {...(key === undefined ? {} : { rightSection: <KeyHint of={key} /> })}
      {...(danger === true ? { color: 'red' } : {})}
      disabled={impossible !== undefined}
      title={impossible}
      onClick={() => perform(action)}
    >
      {label}
    </Menu.Item>
  )
}
