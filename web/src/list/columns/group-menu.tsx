// Choosing what the rows of a list are grouped by.
import { Button } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import type { GroupOrder } from '../address/list-state.ts'
import type { Identified } from '../definition.ts'
import { groupingsOf } from '../list-columns.ts'
import { texts } from '../texts.ts'
import type { useList } from '../use-list.ts'

/** What the rows are grouped by. */
export function GroupMenu<Row extends Identified>({ list }: { list: ReturnType<typeof useList<Row>> }) {
  const { address, parts, grouping, rows, measured } = list
  const groupings = groupingsOf(parts)
  const orders: readonly GroupOrder[] = ['name', 'count', ...(measured ? (['sum'] as const) : [])]
  const now = groupings.find(({ path }) => path === grouping?.path)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          {now ? texts.groupBy(now.label) : texts.group}
        </Button>
      </Menu.Target>
      <Menu.Dropdown mah={360} style={{ overflow: 'auto' }}>
        {now && (
          <>
            <Menu.Item onClick={() => rows.foldAll(true)}>{texts.foldAll}</Menu.Item>
            <Menu.Item onClick={() => rows.foldAll(false)}>{texts.unfoldAll}</Menu.Item>
            <Menu.Divider />
            <Menu.Label>{texts.groupOrder}</Menu.Label>
            <Menu.RadioGroup
              value={address.state.groupOrder}
              onChange={(order) => address.change({ groupOrder: order as GroupOrder })}
            >
              {orders.map((order) => (
                <Menu.RadioItem key={order} value={order}>
                  {texts.groupOrders[order]}
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Divider />
          </>
        )}
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
