// What the legal department does with a request: take it on, assign it, ask back, decline it, and at last mark it as
// done. One list of actions for the queue and for the page of the request.
import { Group } from '@mantine/core'
import { IconCheck, IconMessageQuestion, IconUserPlus, IconX } from '@tabler/icons-react'
import { useCallback, useMemo, useState } from 'react'
import type { Action } from '../../components/actions/action.ts'
import { ButtonFor } from '../../components/actions/action-controls.tsx'
import { useActions } from '../../components/actions/action-store.ts'
import { lazily } from '../../components/lazily.tsx'
import { kindOf, useMe } from '../../components/me-context.ts'
import { showToast } from '../../components/toast-store.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { type ListedRequest, useAccept, useComplete, useReopen } from './intake.ts'
import { isTakenOn } from './request-progress.ts'
import { queueTexts as texts } from './texts.ts'

const AskDialog = lazily(() => import('./intake-dialogs.tsx'), 'AskDialog')
const AssignDialog = lazily(() => import('./intake-dialogs.tsx'), 'AssignDialog')
const DeclineDialog = lazily(() => import('./intake-dialogs.tsx'), 'DeclineDialog')

type Dialog = 'assign' | 'ask' | 'decline'

/**
 * The actions on a request that is not done yet, whose keys act, and the dialogs that they open; `actionsOn` are those
 * of any other request. Nothing without a request.
 */
export function useIntakeActions(request: ListedRequest | undefined) {
  const me = useMe()
  const accept = useAccept()
  const [open, setOpen] = useState<{ dialog: Dialog; request: ListedRequest }>()
  const { mutate } = accept
  const { mutate: complete } = useComplete()
  const { mutate: reopen } = useReopen()
  const actionsOn = useCallback(
    (request: ListedRequest): readonly Action[] => {
      if (!worksOn(request, me)) return []
      const show = (dialog: Dialog) => () => setOpen({ dialog, request })
      const acceptNow = () =>
        mutate(
          { requestId: request.id },
          {
            onSuccess: () => showToast({ text: texts.acceptDone(request.name) }),
            onError: (error) => showToast({ text: messageOf(error), problem: true }),
          },
        )
      const common = { group: texts.group }
      const ask: Action = {
        ...common,
        id: 'intake.ask',
        label: texts.ask,
        key: 'r',
        icon: IconMessageQuestion,
        run: show('ask'),
      }
      // taken on already: what is left is to ask, and to say that it is done
      if (isTakenOn(request)) {
        const finish = () => {
          const say = { text: texts.finishDone(request.name), undo: () => reopen({ requestId: request.id }) }
          complete(
            { requestId: request.id },
            {
              onSuccess: () => showToast(say),
              onError: (error) => showToast({ text: messageOf(error), problem: true }),
            },
          )
        }
        return [{ ...common, id: 'intake.finish', label: texts.finish, icon: IconCheck, run: finish }, ask]
      }
      return [
        { ...common, id: 'intake.accept', label: texts.accept, key: 'a', icon: IconCheck, run: acceptNow },
        {
          ...common,
          id: 'intake.assign',
          label: texts.assign,
          key: 'A',
          icon: IconUserPlus,
          run: show('assign'),
        },
        ask,
        {
          ...common,
          id: 'intake.decline',
          label: texts.decline,
          key: 'd',
          icon: IconX,
          danger: true,
          run: show('decline'),
        },
      ]
    },
    [me, mutate, complete, reopen],
  )
  const actions = useMemo(() => (request === undefined ? [] : actionsOn(request)), [request, actionsOn])
  useActions(actions)
  const close = () => setOpen(undefined)
  const dialogs = (
    <>
      <AssignDialog request={open?.dialog === 'assign' ? open.request : undefined} onClose={close} />
      <AskDialog request={open?.dialog === 'ask' ? open.request : undefined} onClose={close} />
      <DeclineDialog request={open?.dialog === 'decline' ? open.request : undefined} onClose={close} />
    </>
  )
  return { actions, actionsOn, dialogs }
}

function worksOn({ next, with: turn }: ListedRequest, me: ReturnType<typeof useMe>): boolean {
  if (next === 'None') return false
  return (
    (me.can.manageIntake && kindOf(me) === 'legal') ||
    (turn.who === 'Manager' && turn.person?.id === me.user.id)
  )
}

/** The actions as buttons, on the page of the request. */
export function IntakeActions({ request }: { request: ListedRequest }) {
  const { actions, dialogs } = useIntakeActions(request)
  const [first, ...others] = actions
  return (
    <>
      {first === undefined ? null : (
        <Group gap="xs">
          <ButtonFor action={first} variant={first.id === 'intake.accept' ? 'filled' : 'default'} />
          {others.map((action) => (
            <ButtonFor key={action.id} action={action} />
          ))}
        </Group>
      )}
      {dialogs}
    </>
  )
}
