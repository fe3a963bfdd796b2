// The tasks of a matter: ticked, assigned and dated where they stand; a new one is one line and Enter.
import { Button, TextInput } from '@mantine/core'
import { Menu } from '../../../components/floating/menu.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { PageSkeleton } from '../../../components/page-skeleton.tsx'
import type { RecordOverview } from '../../records/record-calls.ts'
import { CheckedRows } from '../../records/parts/checked-rows.tsx'
import { templatesQuery } from '../../tasks/templates/templates.ts'
import { isDone, matterTasksQuery, useAddTask, useAddTemplate } from './matter-tasks.ts'
import { TaskRow } from './task-row.tsx'
import classes from './tasks.module.css'
import { taskTexts as texts } from './texts.ts'

export function TasksTab({ matterId, overview }: { matterId: number; overview: RecordOverview }) {
  const tasks = useQuery(matterTasksQuery(matterId))
  const [showDone, setShowDone] = useState(false)
  const all = tasks.data ?? []
  const finished = all.filter(isDone)
  const shown = showDone ? all : all.filter((task) => !isDone(task))
  const { contribute } = overview.can
  return (
    <div className={classes.tasks}>
      <ErrorAlert error={tasks.error} title={texts.notLoaded} />
      {tasks.isPending ? <PageSkeleton lines={4} /> : null}
      {tasks.isSuccess && all.length === 0 ? (
        <p className={classes.none}>{contribute ? texts.none : texts.noneToRead}</p>
      ) : null}
      <CheckedRows label={texts.label}>
        {shown.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            matterId={matterId}
            mayChange={overview.can.rights.includes('changeTasks')}
          />
        ))}
      </CheckedRows>
      {contribute ? <AddTask matterId={matterId} /> : null}
      <div className={classes.acts}>
        {finished.length > 0 ? (
          <Button variant="subtle" size="xs" onClick={() => setShowDone(!showDone)}>
            {showDone ? texts.hideDone : texts.showDone(finished.length)}
          </Button>
        ) : null}
        {overview.can.rights.includes('addTaskTemplates') ? <Templates matterId={matterId} /> : null}
      </div>
    </div>
  )
}

function AddTask({ matterId }: { matterId: number }) {
  const [name, setName] = useState('')
  const add = useAddTask(matterId)
  return (
    <form
      data-screen-only
      className={classes.add}
      onSubmit={(event) => {
        event.preventDefault()
        const trimmed = name.trim()
        if (trimmed === '') return
        add.mutate(trimmed, { onSuccess: () => setName('') })
      }}
    >
      <ErrorAlert error={add.error} />
      <TextInput
        size="sm"
        aria-label={texts.add}
        placeholder={texts.add}
        description={name === '' ? undefined : texts.addHint}
        maxLength={255}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </form>
  )
}

function Templates({ matterId }: { matterId: number }) {
  const [opened, setOpened] = useState(false)
  const templates = useQuery({ ...templatesQuery, enabled: opened })
  const add = useAddTemplate(matterId)
  return (
    <>
      <Menu opened={opened} onChange={setOpened} withinPortal>
        <Menu.Target>
          <Button variant="subtle" size="xs">
            {texts.template}
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {templates.isSuccess && templates.data.length === 0 ? (
            <Menu.Label>{texts.noTemplates}</Menu.Label>
          ) : null}
          {(templates.data ?? []).map(({ id, name }) => (
            <Menu.Item key={id} onClick={() => add.mutate(id ?? 0)}>
              {name}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
      <ErrorAlert error={add.error ?? templates.error} />
    </>
  )
}
