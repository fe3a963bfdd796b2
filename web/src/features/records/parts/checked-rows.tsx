// What is done one by one on a record, tasks and key dates: a tick, what it is, who and when, and a menu.
import { ActionIcon, Checkbox } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Menu } from '../../../components/floating/menu.ts'
import classes from './checked-rows.module.css'

/** The list of `CheckedRow`s; `label` names it. */
export function CheckedRows({ label, children }: { label: string; children: ReactNode }) {
  return (
    <ul className={classes.list} aria-label={label}>
      {children}
    </ul>
  )
}

export function CheckedRow(props: {
  isDone: boolean
  tick: { readonly label: string; readonly isPossible: boolean; readonly run: () => void }
  name: string
  /** Short words next to the name: its kind, its state. */
  marks: readonly (string | undefined)[]
  icon?: ReactNode
  about?: ReactNode
  /** Who and when. */
  cells: ReactNode
  /** Undefined for those who can change nothing. */
  menu: { readonly label: string; readonly items: ReactNode } | undefined
  error: unknown
}) {
  const { isDone, tick, name, marks, icon, about, cells, menu, error } = props
  return (
    <li className={classes.row} data-done={isDone}>
      <Checkbox
        size="sm"
        aria-label={tick.label}
        checked={isDone}
        disabled={!tick.isPossible}
        onChange={tick.run}
      />
      <span className={classes.name}>
        <span className={classes.words}>{name}</span>
        {marks.map((mark) =>
          mark === undefined ? null : (
            <span key={mark} className={classes.mark}>
              {mark}
            </span>
          ),
        )}
        {icon}
        {about ? <span className={classes.about}>{about}</span> : null}
      </span>
      <span className={classes.cells}>{cells}</span>
      {menu === undefined ? null : (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.menu ?? ''}
              variant="subtle"
              size="sm"
              color="gray"
              aria-label={menu.label}
            >
              <IconDots size={16} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>{menu.items}</Menu.Dropdown>
        </Menu>
      )}
      <ErrorAlert error={error} />
    </li>
  )
}
