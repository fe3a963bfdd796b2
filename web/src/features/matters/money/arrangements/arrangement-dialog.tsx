// Agreeing a fee arrangement with a law firm, or changing one.
import { Button, Select, Stack, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../../components/action-button.tsx'
import { ErrorAlert } from '../../../../components/error-alert.tsx'
import { Modal } from '../../../../components/floating/modal.tsx'
import { useFormat } from '../../../../components/format-context.ts'
import { showToast } from '../../../../components/toast-store.ts'
import { useCurrency } from '../../../../forms/use-currency.ts'
import { fieldError } from '../../../../lib/refusal.ts'
import { othersQuery } from '../../../rates/rate-calls.ts'
import { Buttons, LongText, Versions } from '../dialog-parts.tsx'
import { moneyTexts } from '../texts.ts'
import { type Arrangement, useSaveArrangement } from './arrangement-calls.ts'
import { draftOf, isWhole, termsOf } from './draft.ts'
import { FeeFields } from './fee-fields.tsx'
import { successText } from './success-texts.ts'
import { tierText } from './tiers.tsx'
import { arrangementTexts as texts } from './texts.ts'

const shownFields = [
  'firm',
  'currency',
  'title',
  'amount',
  'from',
  'to',
  'billedAs',
  'tiers',
  'reason',
  'success.condition',
  'success.percent',
  'success.minimum',
  'success.maximum',
  'success.latest',
]

interface Props {
  /** Null for all matters. */
  readonly matterId: number | null
  readonly kind: Arrangement['kind']
  readonly fee?: Arrangement
  /** Where the firm is known. */
  readonly firmId?: number
  readonly onClose: () => void
}

export function ArrangementDialog({ matterId, kind, fee, firmId: given, onClose }: Props) {
  const format = useFormat()
  const usual = useCurrency()
  const [firmId, setFirmId] = useState<number | undefined>(given)
  const [typed, setTyped] = useState<string>()
  const [draft, setDraft] = useState(() => draftOf(fee))
  const [reason, setReason] = useState('')
  const action = useSaveArrangement(matterId)
  const currency = fee?.currency ?? typed ?? usual ?? ''
  const why = reason.trim() === '' ? null : reason.trim()
  const isReady = fee ? why !== null : firmId !== undefined
  const shownTerms = ({ amount, tiers, success }: Arrangement['versions'][number]) =>
    typeof amount !== 'number'
      ? texts.removed
      : tiers.length > 0
        ? tiers.map((tier) => tierText(format, currency, tier)).join('; ')
        : success
          ? successText(format, currency, { ...success, amount })
          : format.money(amount, currency)
  const send = (save: Parameters<typeof action.mutate>[0]) =>
    action.mutate(save, {
      onSuccess: () => {
        showToast({ text: texts.saved })
        onClose()
      },
    })
  const save = () => {
    const { amount, title = '', ...terms } = termsOf(kind, draft)
    const whole = { title, ...terms, ...(typeof amount === 'number' ? { amount } : {}), reason: why }
    if (fee) send({ id: fee.id, version: fee.version, changed: whole })
    else if (firmId !== undefined) send({ added: { firm: { id: firmId }, kind, currency, ...whole } })
  }
  return (
    <Modal opened onClose={onClose} title={fee ? texts.changes[kind] : texts.adds[kind]} size="lg">
      <Stack>
        <ErrorAlert error={action.error} shownFields={shownFields} />
        {fee ? null : (
          <>
            {given === undefined ? (
              <FirmSelect value={firmId} error={fieldError(action.error, 'firm')} onChange={setFirmId} />
            ) : null}
            <TextInput
              label={moneyTexts.currency}
              maxLength={3}
              value={currency}
              error={fieldError(action.error, 'currency')}
              onChange={(event) => setTyped(event.currentTarget.value.toUpperCase())}
            />
          </>
        )}
        <FeeFields
          kind={kind}
          fee={draft}
          currency={currency}
          error={action.error}
          onChange={(next) => setDraft({ ...draft, ...next })}
        />
        <LongText
          name="reason"
          label={texts.reason}
          description={texts.reasonHint}
          required={fee !== undefined}
          value={reason}
          error={action.error}
          onChange={setReason}
        />
        <Versions
          versions={fee?.versions ?? []}
          shown={(each) => shownTerms(each)}
          why={(each) => each.reason}
        />
        <Buttons
          onClose={onClose}
          apart={
            fee && typeof fee.amount === 'number' ? (
              <Button
                variant="default"
                mr="auto"
                disabled={!isReady}
                onClick={() =>
                  send({ id: fee.id, version: fee.version, changed: { amount: null, reason: why } })
                }
              >
                {texts.takeAway}
              </Button>
            ) : null
          }
        >
          <ActionButton busy={action.isPending} disabled={!isWhole(kind, draft) || !isReady} onClick={save}>
            {texts.save}
          </ActionButton>
        </Buttons>
      </Stack>
    </Modal>
  )
}

function FirmSelect(props: {
  value: number | undefined
  error: ReturnType<typeof fieldError>
  onChange: (id: number | undefined) => void
}) {
  const { value, error, onChange } = props
  const firms = useQuery(othersQuery)
  return (
    <Select
      label={texts.firm}
      searchable
      required
      data={(firms.data ?? []).map(({ organization: { id, name } }) => ({
        value: String(id),
        label: name ?? '',
      }))}
      value={value === undefined ? null : String(value)}
      error={error}
      onChange={(chosen) => onChange(chosen === null ? undefined : Number(chosen))}
    />
  )
}
