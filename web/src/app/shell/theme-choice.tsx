// Light, dark, or as the system: entries of the person's menu, and what the frame applies.
import { useMantineColorScheme } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'
import { useEffect } from 'react'
import { type Me, useMe } from '../../components/me-context.ts'
import { useChangePreferences } from '../../features/me/me.ts'

type Theme = Me['preferences']['theme']

const schemes = { System: 'auto', Light: 'light', Dark: 'dark' } as const
const choices: readonly { theme: Theme; label: string; icon: typeof IconSun }[] = [
  { theme: 'Light', label: 'Light', icon: IconSun },
  { theme: 'Dark', label: 'Dark', icon: IconMoon },
  { theme: 'System', label: 'As the system', icon: IconDeviceDesktop },
]

/** The entries; the choice is kept with the person, on every device. */
export function ThemeChoice() {
  const { preferences } = useMe()
  const change = useChangePreferences()
  return (
    <Menu.RadioGroup value={preferences.theme} onChange={(theme) => change.mutate({ theme: theme as Theme })}>
      {choices.map(({ theme, label, icon: Glyph }) => (
        <Menu.RadioItem
          key={theme}
          value={theme}
          closeMenuOnClick={false}
          rightSection={<Glyph size={16} aria-hidden="true" />}
        >
          {label}
        </Menu.RadioItem>
      ))}
    </Menu.RadioGroup>
  )
}

/** Shows the app in the person's theme; this browser remembers it for the pages before signing in. */
export function useTheme(theme: Theme): void {
  const { setColorScheme } = useMantineColorScheme({ keepTransitions: true })
  useEffect(() => setColorScheme(schemes[theme]), [theme, setColorScheme])
}
