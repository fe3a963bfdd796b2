// What can be done with one row of the queue, in sight on each: a menu, and on narrow screens the first action as a
// button as well.
import { ActionIcon, Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { createContext, use } from 'react'
import { type Action, perform } from '../../components/actions/action.ts'
import { MenuFor } from '../../components/actions/action-controls.tsx'
import type { ListedRequest } from './intake.ts'
import classes from './intake.module.css'
import { queueListTexts as texts } from './queue-list-texts.ts'

/** The actions on a request: the page has their dialogs. */
export const RequestActions = createContext<(request: ListedRequest) => readonly Action[]>(() => [])

export function RequestMenu({ request }: { request: ListedRequest }) {
  const actions = use(RequestActions)(request)
  return (
    <MenuFor actions={actions} label={texts.actions(request.name)} withinPortal>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="lg"
        tabIndex={-1}
        className={classes.rowMenu}
        aria-label={texts.actions(request.name)}
      >
        <IconDots size={18} aria-hidden="true" />
      </ActionIcon>
    </MenuFor>
  )
}

export function RequestButtons({ request }: { request: ListedRequest }) {
  const [first] = use(RequestActions)(request)
  return (
    <>
      {first === undefined ? null : (
        <Button size="xs" variant="default" tabIndex={-1} onClick={() => perform(first)}>
          {first.label}
        </Button>
      )}
      <RequestMenu request={request} />
    </>
  )
}
