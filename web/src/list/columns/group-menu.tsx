// Choosing what the rows of a list are grouped by.
import { Button } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import type { Identified } from '../definition.ts'
import { groupingsOf } from '../list-columns.ts'
import { texts } from '../texts.ts'
import type { useList } from '../use-list.ts'

/** What the rows are grouped by. */
export function GroupMenu<Row extends Identified>({ list }: { list: ReturnType<typeof useList<Row>> }) {
  const { address, parts, grouping } = list
  const groupings = groupingsOf(parts)
  const now = groupings.find(({ path }) => path === grouping?.path)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          {now ? texts.groupBy(now.label) : texts.group}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        <Menu.Item onClick={() => address.change({ groupBy: '' })}>{texts.noGroup}</Menu.Item>
        {groupings.map(({ path, label }) => (
          <Menu.Item key={path} onClick={() => address.change({ groupBy: path })}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
