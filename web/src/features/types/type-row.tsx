// A type in a list of types: what it is, how much it is used, and what can be done with it.
import { ActionIcon, Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { StateBadge } from '../../components/state-badge.tsx'
import { showToast } from '../../components/toast-store.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { state } from '../../lib/states.ts'
import { typesTexts as texts } from './texts.ts'
import type { TypeCalls } from './type-kind.ts'
import classes from './types.module.css'
import { useTypeSwitch } from './types.ts'

const off = state(texts.off, 'draft')

interface Props {
  readonly id: number
  readonly name: string
  readonly description: string | null | undefined
  readonly active: boolean
  readonly calls: TypeCalls
  /** The name, as the way to its page. */
  readonly link: ReactNode
  readonly facts: readonly string[]
  /** Whether nothing has it. */
  readonly isUnused: boolean
  /** How deep it is in a tree. */
  readonly depth?: number
  readonly onStep?: ((step: -1 | 1) => void) | undefined
}

export function TypeRow(props: Props) {
  const { name, description, active, link, facts, depth = 0, onStep } = props
  return (
    <li className={classes.row} style={{ paddingInlineStart: `${depth * 20}px` }}>
      <span className={classes.what}>
        <span className={classes.name}>{link}</span>
        {description ? <span className={classes.about}>{description}</span> : null}
        <span className={classes.about}>{facts.join(' · ')}</span>
      </span>
      {active ? null : <StateBadge state={off} />}
      <span className={classes.acts}>
        {onStep ? (
          <>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={texts.up(name)}
              onClick={() => onStep(-1)}
            >
              <IconArrowUp size={16} />
            </ActionIcon>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={36}
              aria-label={texts.down(name)}
              onClick={() => onStep(1)}
            >
              <IconArrowDown size={16} />
            </ActionIcon>
          </>
        ) : null}
        <Switches {...props} />
      </span>
    </li>
  )
}

function Switches({ id, name, active, calls, isUnused }: Props) {
  const act = useTypeSwitch(calls)
  const [asking, setAsking] = useState(false)
  const failed = { onError: (error: unknown) => showToast({ text: messageOf(error), problem: true }) }
  const turnOff = () =>
    act.mutate(
      { id, act: 'retire' },
      {
        ...failed,
        onSuccess: () =>
          showToast({ text: texts.turnedOff(name), undo: () => act.mutate({ id, act: 'restore' }, failed) }),
      },
    )
  const turnOn = () =>
    act.mutate(
      { id, act: 'restore' },
      { ...failed, onSuccess: () => showToast({ text: texts.turnedOn(name) }) },
    )
  return (
    <>
      <ActionButton
        size="xs"
        variant="default"
        busy={act.isPending && !asking}
        aria-label={active ? texts.turnOffOf(name) : texts.turnOnOf(name)}
        onClick={active ? turnOff : turnOn}
      >
        {active ? texts.turnOff : texts.turnOn}
      </ActionButton>
      {isUnused ? (
        <Button size="xs" variant="default" aria-label={texts.removeOf(name)} onClick={() => setAsking(true)}>
          {texts.remove}
        </Button>
      ) : null}
      <ConfirmDialog
        opened={asking}
        title={texts.removeTitle(name)}
        confirmLabel={texts.remove}
        busy={act.isPending}
        error={act.error}
        onClose={() => setAsking(false)}
        onConfirm={() =>
          act.mutate(
            { id, act: 'purge' },
            {
              onSuccess: () => {
                setAsking(false)
                showToast({ text: texts.removed(name) })
              },
            },
          )
        }
      >
        {texts.removeLead}
      </ConfirmDialog>
    </>
  )
}
