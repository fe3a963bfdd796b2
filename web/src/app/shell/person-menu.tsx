// The person at the foot of the navigation: their pages, the theme, and signing out.
import { UnstyledButton } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import {
  IconKeyboard,
  IconLogout,
  IconPlugConnected,
  IconSettings,
  IconShieldLock,
  IconTrash,
} from '@tabler/icons-react'
import { useNavigate, useRouter } from '@tanstack/react-router'
import { PersonChip } from '../../components/person-chip.tsx'
import { useSignedIn, useSignOut } from '../../features/session/session.ts'
import { openKeyboardHelp } from './overlays.ts'
import classes from './person-menu.module.css'
import { ThemeChoice } from './theme-choice.tsx'

const pages = [
  { to: '/me', label: 'Preferences', icon: IconSettings },
  { to: '/account', label: 'Password and sessions', icon: IconShieldLock },
  { to: '/deleted', label: 'Deleted by you', icon: IconTrash },
  { to: '/my-integrations', label: 'Your integrations', icon: IconPlugConnected },
]

export function PersonMenu() {
  const { user } = useSignedIn()
  const navigate = useNavigate()
  const { routesByPath } = useRouter()
  // The next person who signs in starts at the start page, not where this person was.
  const signOut = useSignOut(() => navigate({ to: '/', replace: true }))
  return (
    <div className={classes.foot}>
      <Menu position="top-start" width="target" withinPortal={false} closeOnItemClick>
        <Menu.Target>
          <UnstyledButton className={classes.person} aria-label={`${user.name}: your menu`}>
            <PersonChip person={{ name: user.name }} nameless />
            <span className={classes.words}>
              <span className={classes.name}>{user.name}</span>
              <span className={classes.organisation}>{user.organisationName}</span>
            </span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {pages
            .filter(({ to }) => to in routesByPath)
            .map(({ to, label, icon: Glyph }) => (
              <Menu.Item
                key={to}
                leftSection={<Glyph size={16} aria-hidden="true" />}
                onClick={() => void navigate({ to })}
              >
                {label}
              </Menu.Item>
            ))}
          <Menu.Item leftSection={<IconKeyboard size={16} aria-hidden="true" />} onClick={openKeyboardHelp}>
            Keyboard
          </Menu.Item>
          <Menu.Divider />
          <ThemeChoice />
          <Menu.Divider />
          <Menu.Item
            leftSection={<IconLogout size={16} aria-hidden="true" />}
            aria-busy={signOut.isPending}
            onClick={() => signOut.mutate()}
          >
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </div>
  )
}
