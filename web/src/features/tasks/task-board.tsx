// Tasks as cards in a column for each state. Cards are dragged; "Move to…" does the same by keyboard.
import { isOver, taskChoices, type TaskStatus } from './task-kinds.ts'
import { ActionIcon } from '@mantine/core'
import { Menu } from '../../components/floating/menu.ts'
import { useQuery } from '@tanstack/react-query'
import { type DragEvent, useState } from 'react'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { answer, client } from '../../lib/client.ts'
import { DueCell, PersonCell } from '../../list/cells/cells.tsx'
import classes from './task-board.module.css'
import type { TaskRow } from './task-list.tsx'
import { taskListTexts as texts } from './task-list-texts.ts'
import { useChangeTask } from './tasks.ts'

/** A column shows no more; the table does. */
const MOST = 200

type Move = (task: TaskRow, to: TaskStatus) => void

export function TaskBoard({ filter, onPeek }: { filter: string; onPeek: (row: TaskRow) => void }) {
  const change = useChangeTask()
  const [message, setMessage] = useState('')
  const [dragged, setDragged] = useState<TaskRow>()
  const move: Move = (task, to) => {
    setDragged(undefined)
    if (task.status === to || typeof task.id !== 'number') return
    const column = taskChoices.find(({ value }) => value === to)?.label ?? to
    change.mutate(
      { id: task.id, changes: { status: to } },
      { onSuccess: () => setMessage(texts.moved(task.name ?? '', column)) },
    )
  }
  return (
    <>
      <ErrorAlert error={change.error} />
      <StatusMessage>{message}</StatusMessage>
      <div className={classes.board}>
        {taskChoices.map(({ value, label }) => (
          <Column
            key={value}
            status={value}
            label={label}
            filter={filter}
            dragged={dragged}
            onDrag={setDragged}
            onMove={move}
            onPeek={onPeek}
          />
        ))}
      </div>
    </>
  )
}

interface ColumnProps {
  readonly status: TaskStatus
  readonly label: string
  readonly filter: string
  readonly dragged: TaskRow | undefined
  readonly onDrag: (task: TaskRow | undefined) => void
  readonly onMove: Move
  readonly onPeek: (row: TaskRow) => void
}

function useColumn(status: TaskStatus, filter: string) {
  const $filter = filter === '' ? `Status eq '${status}'` : `${filter} and Status eq '${status}'`
  return useQuery({
    queryKey: ['tasks', 'board', $filter],
    queryFn: ({ signal }) => {
      const query = { $filter, $orderby: 'DueDate,Position', $top: MOST, $count: true }
      return answer(client.GET('/v2/tasks', { params: { query }, signal }))
    },
  })
}

function Column(props: ColumnProps) {
  const { status, label, filter, dragged, onDrag, onMove, onPeek } = props
  const found = useColumn(status, filter)
  const [over, setOver] = useState(false)
  const items = found.data?.items ?? []
  const count = found.data?.count ?? 0
  const takes = dragged !== undefined && dragged.status !== status
  // dragging is for the mouse alone: every card has "Move to…"
  const drop = {
    onDragOver(event: DragEvent) {
      if (!takes) return
      event.preventDefault()
      setOver(true)
    },
    onDragLeave: () => setOver(false),
    onDrop(event: DragEvent) {
      event.preventDefault()
      setOver(false)
      if (dragged) onMove(dragged, status)
    },
  }
  return (
    <section className={classes.column} aria-label={label} data-over={over && takes} {...drop}>
      <h2 className={classes.columnHead}>
        {label} <span className={classes.count}>{found.data ? count : ''}</span>
      </h2>
      <ErrorAlert error={found.error} />
      {found.data && items.length === 0 && <p className={classes.none}>{texts.noCards}</p>}
      {/* what scrolls must be reached by keyboard */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <ul className={classes.cards} tabIndex={items.length > 0 ? 0 : -1} aria-label={label}>
        {items.map((task) => (
          <Card
            key={task.id}
            task={task}
            dragged={dragged?.id === task.id}
            onDrag={onDrag}
            onMove={onMove}
            onPeek={onPeek}
          />
        ))}
      </ul>
      {count > items.length && found.data && (
        <p className={classes.more}>{texts.shown(items.length, count)}</p>
      )}
    </section>
  )
}

function Card(
  props: { task: TaskRow; dragged: boolean } & Pick<ColumnProps, 'onDrag' | 'onMove' | 'onPeek'>,
) {
  const { task, dragged, onDrag, onMove, onPeek } = props
  const name = task.name ?? ''
  const drag = {
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', name)
      onDrag(task)
    },
    onDragEnd: () => onDrag(undefined),
  }
  return (
    <li className={classes.card} data-dragged={dragged} {...drag}>
      <div className={classes.cardHead}>
        <button
          type="button"
          className={classes.name}
          aria-label={texts.details(name)}
          onClick={() => onPeek(task)}
        >
          {name}
        </button>
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon variant="subtle" size="sm" aria-label={texts.moveLabel(name)}>
              <span aria-hidden="true">⋯</span>
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>{texts.moveTo}</Menu.Label>
            {taskChoices
              .filter(({ value }) => value !== task.status)
              .map(({ value, label }) => (
                <Menu.Item key={value} onClick={() => onMove(task, value)}>
                  {label}
                </Menu.Item>
              ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <span className={classes.dim}>{task.matter?.name}</span>
      <div className={classes.line}>
        <DueCell value={task.dueDate} done={isOver(task.status)} />
        <PersonCell person={task.assignee} />
      </div>
    </li>
  )
}
