// All tasks that a person sees, as a list or as a board.
import { ButtonLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { ListView } from '../../list/list-view.tsx'
import { taskList } from './task-list.tsx'
import { taskListTexts as texts } from './task-list-texts.ts'

export function TasksPage() {
  return (
    <Page
      title={texts.title}
      actions={
        <ButtonLink to="/tasks/templates" size="sm" variant="default">
          {texts.templates}
        </ButtonLink>
      }
    >
      <ListView definition={taskList} />
    </Page>
  )
}
