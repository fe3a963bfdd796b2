// One task of a matter: done or not, what, who, when.
import { UnstyledButton } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { Popover } from '../../../components/floating/popover.ts'
import { useState } from 'react'
import { DateInput } from '../../../components/date-input.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { PersonSelect } from '../../../forms/inputs/person-input.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { CheckedRow } from '../../records/parts/checked-rows.tsx'
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
  return (
    <CheckedRow
      isDone={done}
      tick={{
        label: texts.tick(name),
        isPossible: mayEdit,
        run: () =>
          change.mutate({
            id,
            changes: { status: done ? 'NotStarted' : 'Complete' },
            done: done ? texts.open(name) : texts.done(name),
            undo: { status: task.status ?? 'NotStarted' },
          }),
      }}
      name={name}
      marks={[texts.kinds[task.type ?? ''], texts.states[task.status ?? '']]}
      about={task.description}
      cells={
        <>
          <Assignee task={task} mayEdit={mayEdit} matterId={matterId} />
          <Due task={task} mayEdit={mayEdit} matterId={matterId} />
        </>
      }
      menu={
        mayEdit
          ? {
              label: texts.menu(name),
              items: (
                <>
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
                </>
              ),
            }
          : undefined
      }
      error={change.error ?? remove.error}
    />
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
