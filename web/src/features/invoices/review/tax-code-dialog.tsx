// Asks which tax code is right for lines, and why; the tax of what is approved follows it.
import { Button, Group, NativeSelect, Stack, Textarea } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { taxCodesOfQuery } from '../../matters/tax-codes-of-matter.ts'
import { type Invoice, type Line, useCorrectTaxCodes } from './invoice-calls.ts'
import { reviewTexts as texts } from './texts.ts'

// no code is called so: they have at most 20 characters
const AS_BILLED = 'as the law firm billed it'

export function TaxCodeDialog(props: {
  invoice: Invoice
  lines: readonly Line[]
  onDone: () => void
  onClose: () => void
}) {
  const { invoice, lines, onDone, onClose } = props
  const codes = useQuery(taxCodesOfQuery(invoice.matter?.id))
  const [code, setCode] = useState('')
  const [reason, setReason] = useState('')
  const action = useCorrectTaxCodes(invoice.id)
  const isCorrected = lines.some(({ taxCorrection }) => taxCorrection)
  const isBack = code === AS_BILLED
  const send = () =>
    action.mutate(
      lines.map(({ number }) =>
        isBack ? { number, taxCode: null } : { number, taxCode: { code }, reason: reason.trim() },
      ),
      {
        onSuccess: () => {
          showToast({ text: texts.taxCodeSet(lines.length) })
          onDone()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={texts.taxCodeTitle(lines.length)}>
      <Stack>
        <ErrorAlert error={codes.error ?? action.error} />
        <NativeSelect
          data-autofocus
          label={texts.taxCode}
          description={codes.data?.length === 0 ? texts.noTaxCodes : texts.taxCodeHint}
          required
          value={code}
          data={[
            { value: '', label: texts.choose },
            ...(isCorrected ? [{ value: AS_BILLED, label: texts.asBilled }] : []),
            ...(codes.data ?? []).map((each) => ({ value: each.code, label: `${each.code} ${each.name}` })),
          ]}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        {isBack ? null : (
          <Textarea
            label={texts.taxReason}
            required
            autosize
            minRows={2}
            maxRows={8}
            maxLength={2_000}
            value={reason}
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          <ActionButton
            busy={action.isPending}
            disabled={code === '' || (!isBack && reason.trim() === '')}
            onClick={send}
          >
            {texts.setTaxCode}
          </ActionButton>
        </Group>
      </Stack>
    </Modal>
  )
}
