// The whole list as a file: what the filter finds, in its order, with the columns that are shown.
import { Button } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { texts } from '../texts.ts'

const formats = [
  ['csv', 'CSV'],
  ['xlsx', 'Excel'],
  ['json', 'JSON'],
] as const

/** A column of the file: its property, and its title as on the screen. */
export interface ExportedColumn {
  readonly path: string
  readonly title: string
}

/** The address of the file. */
export function exportAddress(
  list: string,
  asked: {
    readonly filter: string
    readonly orderBy: string
    readonly columns: readonly ExportedColumn[]
    readonly format: string
  },
): string {
  const query = new URLSearchParams({ format: asked.format })
  if (asked.filter !== '') query.set('$filter', asked.filter)
  if (asked.orderBy !== '') query.set('$orderby', asked.orderBy)
  if (asked.columns.length > 0) {
    query.set('columns', asked.columns.map(({ path }) => path).join(','))
    query.set('titles', asked.columns.map(({ title }) => title).join('\n'))
  }
  return `/v2/${list}/export?${query.toString()}`
}

export function ExportMenu(props: {
  list: string
  filter: string
  orderBy: string
  columns: readonly ExportedColumn[]
  rows: string
  /** Absent where it is not shown as a table. */
  onPrint: (() => void) | undefined
}) {
  const { list, filter, orderBy, columns, rows, onPrint } = props
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
            download
          >
            {texts.exportAs(name)}
          </Menu.Item>
        ))}
        {onPrint ? <Menu.Item onClick={onPrint}>{texts.print}</Menu.Item> : null}
      </Menu.Dropdown>
    </Menu>
  )
}
