// The parts of a page as tabs.
import { Tabs } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import classes from './record-page.module.css'
import type { RecordTab } from './record-page.tsx'
import { RecordTabList } from './record-tab-list.tsx'

/** The parts of a page, one at a time; the address says which. */
export function PageTabs({ tabs }: { tabs: readonly RecordTab[] }) {
  const navigate = useNavigate()
  const { tab } = useSearch({ strict: false })
  const first = tabs[0]?.value ?? ''
  const shown = tabs.some(({ value }) => value === tab) ? (tab ?? first) : first
  const show = (value: string | null) =>
    void navigate({
      to: '.',
      search: { tab: value === first || value === null ? undefined : value },
      replace: true,
    })
  return (
    <Tabs value={shown} onChange={show} keepMounted={false}>
      <RecordTabList tabs={tabs} shown={shown} />
      {tabs.map(({ value, draw }) => (
        <Tabs.Panel key={value} value={value} className={classes.panel ?? ''}>
          {draw()}
        </Tabs.Panel>
      ))}
    </Tabs>
  )
}
