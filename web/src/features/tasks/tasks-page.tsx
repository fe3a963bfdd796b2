// All tasks that a person sees, as a list or as a board.
import { Group } from '@mantine/core'
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { CreateLink } from '../create/creators-only.tsx'
import { taskList } from './task-list.tsx'
import { taskListTexts as texts } from './task-list-texts.ts'

export function TasksPage() {
  return (
    <Page
      title={texts.title}
      actions={
        <Group gap="xs">
          <ButtonLink to="/tasks/templates" variant="default">
            {texts.templates}
          </ButtonLink>
          <CreateLink create="task" />
        </Group>
      }
    >
      <ListView definition={taskList} />
    </Page>
  )
}
