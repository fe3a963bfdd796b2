// The bar above the page: finding, creating, and what is new.
import { ActionIcon, Button } from '@mantine/core'
import { IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react'
import { MenuFor } from '../../components/actions/action-controls.tsx'
import { useOfferedActions } from '../../components/actions/action-store.ts'
import { CREATE } from '../../components/actions/groups.ts'
import { KeyHint } from '../../components/actions/key-hint.tsx'
import { NotificationsBell } from '../../features/notifications/notifications-bell.tsx'
import classes from './app-header.module.css'
import { openPalette } from './overlays.ts'

interface Props {
  /** The id of the navigation that the button opens on narrow screens. */
  readonly navigation: string
  readonly open: boolean
  readonly onMenu: () => void
}

export function AppHeader({ navigation, open, onMenu }: Props) {
  const creating = useOfferedActions().filter(({ group }) => group === CREATE)
  return (
    <header className={classes.header} data-screen-only>
      <Button
        className={classes.menu ?? ''}
        variant="subtle"
        color="gray"
        px="xs"
        aria-expanded={open}
        aria-controls={navigation}
        leftSection={<IconMenu2 size={18} aria-hidden="true" />}
        onClick={onMenu}
      >
        Menu
      </Button>
      <button type="button" className={classes.search} onClick={openPalette}>
        <IconSearch size={16} aria-hidden="true" />
        <span className={classes.words}>Search or go to…</span>
        <KeyHint of="mod+k" />
      </button>
      <div className={classes.tools}>
        <MenuFor actions={creating} label="Create">
          <ActionIcon variant="default" size="lg" aria-label="Create">
            <IconPlus size={18} aria-hidden="true" />
          </ActionIcon>
        </MenuFor>
        <NotificationsBell />
      </div>
    </header>
  )
}
