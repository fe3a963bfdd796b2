// The path of states of a record, as buttons. What is not possible says why, and who can.
import { UnstyledButton } from '@mantine/core'
import { Popover } from '../../../components/floating/popover.ts'
import { IconCheck, IconChevronDown, IconLock } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { ConfirmDialog } from '../../../components/confirm-dialog.tsx'
import type { Move } from '../record-calls.ts'
import type { RecordKind } from '../record-kind.ts'
import type { CostOfMove } from '../records.ts'
import { recordTexts } from '../texts.ts'
import { isFinal, stateName, stepOf } from './states.ts'
import classes from './state-path.module.css'

const texts = recordTexts.path

/** A move that needs fields first. */
export interface NeededMove extends Move {
  /** What else is asked before it; empty if nothing is. */
  readonly question: string
}

/**
 * `onMove` moves the record; it rejects with the refusal. `onNeeds` asks for the fields that a move needs, and moves it
 * then. `costOf` says what a move would undo for good, which is asked about first.
 */
export function StatePath(props: {
  kind: RecordKind
  state: string
  moves: readonly Move[]
  onMove: (to: string) => Promise<unknown>
  onNeeds: (move: NeededMove) => void
  costOf?: CostOfMove | undefined
}) {
  const { kind, state, moves } = props
  const nameOf = (name: string) => stateName(kind, name)
  const now = stepOf(kind, state)
  const { path, final } = kind.states
  const others = moves.filter(({ to }) => !path.includes(to))
  const reached = path.indexOf(now)
  const possible = moves.filter(({ allowed }) => allowed).map(({ to }) => nameOf(to))
  const whyNot = texts.cannotMove(nameOf(state), possible.join(', '))
  const { asked, busy, error, begin, confirm, giveUp } = useMove(props)

  return (
    <nav aria-label={texts.label} className={classes.frame}>
      <ol className={classes.path}>
        {path.map((step, index) => (
          <li key={step} className={classes.step} data-done={index < reached} data-now={step === now}>
            <Step
              name={nameOf(step)}
              shown={step === now ? nameOf(state) : nameOf(step)}
              isNow={step === now}
              isDone={index < reached}
              move={moves.find(({ to }) => to === step)}
              busy={busy === step}
              whyNot={whyNot}
              onMove={() => begin(step)}
            />
          </li>
        ))}
      </ol>
      <OtherStates kind={kind} now={path.includes(now) ? undefined : state} moves={others} onMove={begin} />
      <ConfirmDialog
        opened={asked !== undefined}
        title={texts.finalTitle(nameOf(asked?.to ?? ''))}
        confirmLabel={texts.confirm(nameOf(asked?.to ?? ''))}
        busy={busy !== undefined}
        error={error}
        danger={final[asked?.to ?? '']?.isGood !== true}
        onConfirm={confirm}
        onClose={giveUp}
      >
        {asked?.question}
      </ConfirmDialog>
    </nav>
  )
}

/** What is asked before a move, and what came of it. */
interface Asked {
  readonly to: string
  readonly question: string
}

function useMove({ kind, state, moves, onMove, onNeeds, costOf }: Parameters<typeof StatePath>[0]) {
  const [asked, setAsked] = useState<Asked>()
  const [busy, setBusy] = useState<string>()
  const [error, setError] = useState<unknown>()

  /** Errors are shown by the question, or by asking now. */
  async function attempt(to: string, work: () => Promise<Asked | undefined>) {
    setBusy(to)
    setError(undefined)
    try {
      setAsked(await work())
    } catch (refusal) {
      setError(refusal)
      setAsked((before) => before ?? { to, question: '' })
    } finally {
      setBusy(undefined)
    }
  }
  const move = async (to: string) => {
    await onMove(to)
    return undefined
  }
  const begin = (to: string) =>
    void attempt(to, async () => {
      const cost = await costOf?.(state, to)
      const question = [kind.states.final[to]?.means, cost?.question]
        .filter((each) => each !== undefined)
        .join(' ')
      const asks = moves.find((each) => each.to === to && each.needs.length > 0)
      if (asks) onNeeds({ ...asks, question })
      else if (isFinal(kind, to) || cost !== undefined) return { to, question }
      else return move(to)
      return undefined
    })
  const confirm = () => {
    if (asked === undefined) return
    // one that was not asked about yet, because the question could not be put
    if (asked.question === '') begin(asked.to)
    else void attempt(asked.to, () => move(asked.to))
  }
  return { asked, busy, error, begin, confirm, giveUp: () => setAsked(undefined) }
}

function Step(props: {
  /** What it is called as a step, and what is shown for it now. */
  name: string
  shown: string
  isNow: boolean
  isDone: boolean
  move: Move | undefined
  busy: boolean
  /** For a state that does not follow from here. */
  whyNot: string
  onMove: () => void
}) {
  const { name, shown, isNow, isDone, move, busy, whyNot, onMove } = props
  const mark = isDone ? <IconCheck size={14} aria-hidden="true" /> : null
  if (isNow) {
    return (
      <span className={classes.now} aria-current="step" tabIndex={-1} title={texts.now(shown)}>
        <span className={classes.dot} aria-hidden="true" />
        {shown}
      </span>
    )
  }
  if (move?.allowed) {
    return (
      <UnstyledButton
        className={classes.move}
        aria-label={texts.move(name)}
        data-busy={busy}
        onClick={onMove}
      >
        {mark}
        {shown}
      </UnstyledButton>
    )
  }
  return (
    <Popover width={280} position="bottom-start" withArrow shadow="md">
      <Popover.Target>
        <UnstyledButton
          className={classes.blocked}
          aria-label={texts.blocked(shown, move?.because ?? whyNot)}
        >
          {mark ?? <IconLock size={13} aria-hidden="true" />}
          {shown}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown className={classes.why}>{move?.because ?? whyNot}</Popover.Dropdown>
    </Popover>
  )
}

/** The states beside the path: on hold, expired, void. */
function OtherStates(props: {
  kind: RecordKind
  now: string | undefined
  moves: readonly Move[]
  onMove: (to: string) => void
}) {
  const { kind, now, moves, onMove } = props
  const [opened, setOpened] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  if (now === undefined && moves.length === 0) return null
  return (
    <Popover
      opened={opened}
      onChange={setOpened}
      width={280}
      position="bottom-end"
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <UnstyledButton
          ref={button}
          className={now === undefined ? classes.other : classes.otherNow}
          aria-haspopup="dialog"
          data-screen-only={now === undefined ? '' : undefined}
          aria-expanded={opened}
          onClick={() => setOpened(!opened)}
        >
          {now === undefined ? texts.other : stateName(kind, now)}
          {moves.length > 0 ? <IconChevronDown size={14} aria-hidden="true" /> : null}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={4} aria-label={texts.other}>
        {moves.map(({ to, allowed, because }) => (
          <UnstyledButton
            key={to}
            className={classes.choice}
            aria-disabled={!allowed}
            onClick={() => {
              if (!allowed) return
              setOpened(false)
              // what asks first returns the focus to where it was
              button.current?.focus()
              onMove(to)
            }}
          >
            <span>{texts.move(stateName(kind, to))}</span>
            {allowed ? null : <span className={classes.because}>{because ?? ''}</span>}
          </UnstyledButton>
        ))}
      </Popover.Dropdown>
    </Popover>
  )
}
