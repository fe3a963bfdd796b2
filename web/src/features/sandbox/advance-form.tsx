// How far to advance the clock.
import { Button, Group, NativeSelect } from '@mantine/core'
import { type FormEvent, useRef, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { WholeInput } from '../../forms/inputs/whole-input.tsx'

const UNITS = { Seconds: 1, Minutes: 60, Hours: 3600, Days: 86_400 }
const AT_ONCE = [
  ['1 minute', 60],
  ['2 minutes', 120],
  ['1 hour', 3600],
  ['1 day', 86_400],
  ['30 days', 2_592_000],
] as const

export function AdvanceForm({ busy, onAdvance }: { busy: boolean; onAdvance: (seconds: number) => void }) {
  const [amount, setAmount] = useState(10)
  const [unit, setUnit] = useState<keyof typeof UNITS>('Minutes')
  const [wrong, setWrong] = useState(false)
  const input = useRef<HTMLInputElement>(null)

  function submit(event: FormEvent) {
    event.preventDefault()
    const inOrder = !Number.isNaN(amount)
    setWrong(!inOrder)
    if (inOrder) onAdvance(amount * UNITS[unit])
    else input.current?.focus()
  }

  return (
    <>
      <Group gap="xs">
        {AT_ONCE.map(([label, seconds]) => (
          <Button
            key={label}
            variant="default"
            aria-label={`Move forward by ${label}`}
            disabled={busy}
            onClick={() => onAdvance(seconds)}
          >
            {label}
          </Button>
        ))}
      </Group>
      <form onSubmit={submit} noValidate>
        <Group align="flex-start" gap="xs">
          <WholeInput
            ref={input}
            label="Another length"
            min={1}
            max={9_999_999}
            value={amount}
            onChange={setAmount}
            error={wrong ? 'Enter a whole number of at least 1.' : undefined}
          />
          <NativeSelect
            label="Unit"
            size="md"
            data={Object.keys(UNITS)}
            value={unit}
            onChange={(event) => setUnit(event.currentTarget.value as keyof typeof UNITS)}
          />
          <ActionButton type="submit" busy={busy} style={{ marginTop: '1.6rem' }}>
            Move forward
          </ActionButton>
        </Group>
      </form>
    </>
  )
}
