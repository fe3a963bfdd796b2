// Offering other rates in place of those that are proposed.
import { Button, Group, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import type { ProposalDetails, Step } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts } from './texts.ts'
import { whoIs } from './who.ts'

export function CounterDialog(props: {
  proposal: ProposalDetails
  busy: boolean
  error: unknown
  onSend: (step: Step) => void
  onClose: () => void
}) {
  const { proposal, busy, error, onSend, onClose } = props
  const format = useFormat()
  const [offered, setOffered] = useState<ReadonlyMap<number, number | null>>(
    new Map(proposal.rates.map(({ number, rate, counterRate }) => [number, counterRate ?? rate])),
  )
  const [note, setNote] = useState('')
  const rates = proposal.rates.flatMap(({ number, rate }) => {
    const other = offered.get(number)
    return typeof other === 'number' && other !== rate ? [{ number, rate: other }] : []
  })
  return (
    <Modal opened onClose={onClose} title={texts.offerTitle}>
      <Stack>
        <ErrorAlert error={error} />
        <p className={classes.quiet}>{texts.offerHint}</p>
        {proposal.rates.map((rate) => (
          <AmountInput
            key={rate.number}
            label={`${whoIs(rate).who} (${texts.proposed}: ${format.money(rate.rate, rate.currency)})`}
            decimalScale={4}
            min={0}
            value={offered.get(rate.number)}
            onChange={(value) => setOffered((before) => new Map(before).set(rate.number, value))}
          />
        ))}
        <Textarea
          label={texts.note}
          autosize
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton
            busy={busy}
            disabled={rates.length === 0}
            onClick={() => onSend({ move: 'counter', rates, note: note.trim() === '' ? null : note.trim() })}
          >
            {texts.send}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
