// What waits for the person's approval, decided by mouse or with single keys: J and K move, A approves, D declines.
import { Button } from '@mantine/core'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { Action } from '../../../components/actions/action.ts'
import { useActions } from '../../../components/actions/action-store.ts'
import { useMe } from '../../../components/me-context.ts'
import { ApprovalDialog } from './approval-dialogs.tsx'
import type { AskedPerson } from './approvals.ts'
import classes from './approvals.module.css'
import { AskedRow } from './asked-row.tsx'
import { approvalTexts } from './texts.ts'

const texts = approvalTexts.page
const acts = ['approve', 'decline', 'delegate'] as const
type Act = (typeof acts)[number]

interface Acting {
  readonly act: Act
  readonly asked: AskedPerson
  readonly place: number
}

export function WaitingList({ asked }: { asked: readonly AskedPerson[] }) {
  const me = useMe()
  const [markedId, mark] = useState<number>()
  const [acting, setActing] = useState<Acting>()
  const list = useRef<HTMLDivElement>(null)
  const place = Math.max(
    0,
    asked.findIndex(({ id }) => id === markedId),
  )
  useKeys({ asked, place, list, onAct: (act, one) => setActing({ act, asked: one, place }) })
  useNextFocus({ asked, acting, list })
  return (
    <div ref={list} className={classes.waiting}>
      {asked.length === 0 ? (
        <p className={classes.dim} tabIndex={-1} data-none>
          {texts.waitingNone}
        </p>
      ) : (
        <>
          {me.preferences.singleKeys ? <p className={classes.keys}>{texts.keys}</p> : null}
          <ul className={classes.asked}>
            {asked.map((one, index) => (
              <AskedRow
                key={one.id}
                asked={one}
                marking={{ isMarked: index === place, onMark: () => mark(one.id) }}
                acts={acts.map((act) => (
                  <Button
                    key={act}
                    size="xs"
                    variant="default"
                    aria-label={`${approvalTexts[act]}: ${one.contract.name}`}
                    onClick={() => setActing({ act, asked: one, place: index })}
                  >
                    {approvalTexts[act]}
                  </Button>
                ))}
              />
            ))}
          </ul>
        </>
      )}
      {acting === undefined ? null : (
        <ApprovalDialog
          contractId={acting.asked.contract.id}
          approvalId={acting.asked.approval.id}
          act={acting.act}
          about={acting.asked.contract.name}
          from={acting.asked.approver.id === me.user.id ? undefined : acting.asked.approver}
          onClose={() => setActing(undefined)}
        />
      )}
    </div>
  )
}

type ListRef = Readonly<React.RefObject<HTMLDivElement | null>>

const focusRow = (list: ListRef, { id }: AskedPerson) =>
  list.current?.querySelector<HTMLElement>(`[data-asked="${id}"] a`)?.focus()

function useKeys(props: {
  asked: readonly AskedPerson[]
  place: number
  list: ListRef
  onAct: (act: Act, asked: AskedPerson) => void
}) {
  const { asked, place, list, onAct } = props
  const act = useRef(onAct)
  useEffect(() => {
    act.current = onAct
  })
  const actions = useMemo((): readonly Action[] => {
    const marked = asked[place]
    if (!marked) return []
    const group = texts.title
    const go = (to: number) => () => {
      const next = asked[Math.max(0, Math.min(asked.length - 1, to))]
      if (next) focusRow(list, next)
    }
    const isInList = () => list.current?.contains(document.activeElement) === true
    return [
      // the first key goes to the list
      {
        id: 'approvals.next',
        label: texts.next,
        key: 'j',
        group,
        run: () => go(isInList() ? place + 1 : place)(),
      },
      { id: 'approvals.previous', label: texts.previous, key: 'k', group, run: go(place - 1) },
      {
        id: 'approvals.approve',
        label: texts.approveMarked,
        key: 'a',
        group,
        run: () => act.current('approve', marked),
      },
      {
        id: 'approvals.decline',
        label: texts.declineMarked,
        key: 'd',
        group,
        run: () => act.current('decline', marked),
      },
    ]
  }, [asked, place, list])
  useActions(actions)
}

/** When what was decided on has left the list, the keyboard goes on with what is in its place. */
function useNextFocus(props: { asked: readonly AskedPerson[]; acting: Acting | undefined; list: ListRef }) {
  const { asked, acting, list } = props
  const last = useRef<Acting>(undefined)
  useEffect(() => {
    if (acting) {
      last.current = acting
      return
    }
    const decided = last.current
    if (!decided || asked.some(({ id }) => id === decided.asked.id)) return
    last.current = undefined
    const next = asked[Math.min(decided.place, asked.length - 1)]
    if (next) focusRow(list, next)
    else list.current?.querySelector<HTMLElement>('[data-none]')?.focus()
  }, [asked, acting, list])
}
