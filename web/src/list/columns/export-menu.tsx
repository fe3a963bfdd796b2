// The whole list as a file: what the filter finds, in its order, with the columns that are shown.
import { Button } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { texts } from '../texts.ts'

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
] as const

/** The address of the file. */
export function exportAddress(
  list: string,
  asked: {
    readonly filter: string
    readonly orderBy: string
    readonly columns: readonly string[]
    readonly format: string
  },
): string {
  const query = new URLSearchParams({ format: asked.format })
  if (asked.filter !== '') query.set('$filter', asked.filter)
  if (asked.orderBy !== '') query.set('$orderby', asked.orderBy)
  if (asked.columns.length > 0) query.set('columns', asked.columns.join(','))
  return `/v2/${list}/export?${query.toString()}`
}

export function ExportMenu(props: {
  list: string
  filter: string
  orderBy: string
  columns: readonly string[]
  rows: string
}) {
  const { list, filter, orderBy, columns, rows } = props
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <Button size="compact-sm" variant="default">
          {texts.export}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>{texts.exportHint(rows)}</Menu.Label>
        {formats.map(([format, name]) => (
          <Menu.Item
            key={format}
            component="a"
            href={exportAddress(list, { filter, orderBy, columns, format })}
            download={`${list}.${format}`}
          >
            {texts.exportAs(name)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
