// One task of a matter: done or not, what, who, when.
import { ActionIcon, Checkbox, UnstyledButton } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { Popover } from '../../../components/floating/popover.ts'
import { IconDots } from '@tabler/icons-react'
import { useState } from 'react'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { useSignedIn } from '../../session/session.ts'
import { isDone, type Task, useChangeTask, useDeleteTask } from './matter-tasks.ts'
import classes from './tasks.module.css'
import { taskTexts as texts } from './texts.ts'

export function TaskRow(props: { task: Task; matterId: number; mayChange: boolean }) {
  const { task, matterId, mayChange } = props
  const { user } = useSignedIn()
  const change = useChangeTask(matterId)
  const remove = useDeleteTask(matterId)
  const id = task.id ?? 0
  const name = task.name ?? ''
  const done = isDone(task)
  const isTheirs = task.created?.user?.id === user.id || task.assignee?.id === user.id
  const mayEdit = mayChange || isTheirs
  const kind = texts.kinds[task.type ?? '']
  const state = texts.states[task.status ?? '']
  return (
    <li className={classes.row} data-done={done}>
      <Checkbox
        size="sm"
        aria-label={texts.tick(name)}
        checked={done}
        disabled={!mayEdit}
        onChange={() =>
          change.mutate({
            id,
            changes: { status: done ? 'NotStarted' : 'Complete' },
            done: done ? texts.open(name) : texts.done(name),
            undo: { status: task.status ?? 'NotStarted' },
          })
        }
      />
      <span className={classes.name}>
        {name}
        {kind ? <span className={classes.kind}>{kind}</span> : null}
        {state ? <span className={classes.kind}>{state}</span> : null}
        {task.description ? <span className={classes.about}>{task.description}</span> : null}
      </span>
      <Assignee task={task} mayEdit={mayEdit} matterId={matterId} />
      <Due task={task} mayEdit={mayEdit} matterId={matterId} />
      {mayEdit ? (
        <Menu position="bottom-end" withinPortal>
          <Menu.Target>
            <ActionIcon
              className={classes.menu ?? ''}
              variant="subtle"
              size="sm"
              color="gray"
              aria-label={texts.menu(name)}
            >
              <IconDots size={16} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {(['InProgress', 'OnHold', 'NotRequired'] as const).map((status) => (
              <Menu.Item
                key={status}
                disabled={task.status === status}
                onClick={() =>
                  change.mutate({
                    id,
                    changes: { status },
                    done: texts.saved,
                    undo: { status: task.status ?? 'NotStarted' },
                  })
                }
              >
                {texts.states[status]}
              </Menu.Item>
            ))}
            {mayChange || task.created?.user?.id === user.id ? (
              <Menu.Item color="red" onClick={() => remove.mutate({ id, name })}>
                {texts.remove}
              </Menu.Item>
            ) : null}
          </Menu.Dropdown>
        </Menu>
      ) : null}
      <ErrorAlert error={change.error ?? remove.error} />
    </li>
  )
}

interface CellProps {
  readonly task: Task
  readonly mayEdit: boolean
  readonly matterId: number
}

function Assignee({ task, mayEdit, matterId }: CellProps) {
  const [opened, setOpened] = useState(false)
  const change = useChangeTask(matterId)
  const shown = task.assignee ? nameOf(task.assignee) : texts.unassigned
  if (!mayEdit) return <span className={classes.cell}>{shown}</span>
  const before = task.assignee ? { id: task.assignee.id } : null
  return (
    <Popover opened={opened} onChange={setOpened} width={280} position="bottom-start" trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.cell}
          data-empty={task.assignee === null || task.assignee === undefined}
          aria-label={`${texts.assignee(task.name ?? '')}: ${shown}`}
          onClick={() => setOpened(!opened)}
        >
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <PersonSelect
          data-autofocus
          size="sm"
          label={texts.assignee(task.name ?? '')}
          comboboxProps={{ withinPortal: false }}
          clearable
          person={task.assignee ?? undefined}
          onPerson={(person) => {
            setOpened(false)
            change.mutate({
              id: task.id ?? 0,
              changes: { assignee: person === null ? null : { id: person.id } },
              done: texts.saved,
              undo: { assignee: before },
            })
          }}
        />
        <ErrorAlert error={change.error} />
      </Popover.Dropdown>
    </Popover>
  )
}

function Due({ task, mayEdit, matterId }: CellProps) {
  const [opened, setOpened] = useState(false)
  const [day, setDay] = useState('')
  const format = useFormat()
  const change = useChangeTask(matterId)
  const due = task.dueDate ?? null
  const isLate = due !== null && !isDone(task) && due.slice(0, 10) < format.today()
  const shown = due === null ? texts.noDate : format.shortDate(due)

  function save(chosen: string) {
    setOpened(false)
    const dueDate = chosen === '' ? null : `${chosen}T00:00:00`
    if (dueDate === due) return
    change.mutate({ id: task.id ?? 0, changes: { dueDate }, done: texts.saved, undo: { dueDate: due } })
  }

  if (!mayEdit) {
    return (
      <span className={classes.due} data-late={isLate}>
        {shown}
      </span>
    )
  }
  return (
    <Popover opened={opened} onChange={setOpened} width={260} position="bottom-end" trapFocus shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.due}
          data-late={isLate}
          data-empty={due === null}
          aria-label={`${texts.due(task.name ?? '')}: ${shown}${isLate ? `, ${texts.late}` : ''}`}
          onClick={() => {
            setDay(due?.slice(0, 10) ?? '')
            setOpened(!opened)
          }}
        >
          {shown}
          {isLate ? <span className={classes.late}>{texts.late}</span> : null}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown>
        <form
          onSubmit={(event) => {
            event.preventDefault()
            save(day)
          }}
        >
          <DateInput
            data-autofocus
            size="sm"
            label={texts.dueDate}
            value={day}
            onChange={setDay}
            onBlur={() => save(day)}
          />
        </form>
      </Popover.Dropdown>
    </Popover>
  )
}
