// Adding a recipient of invoices, or changing one.
import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { type Recipient, useSaveRecipient } from './recipient-calls.ts'
import { recipientTexts as texts } from './texts.ts'

const names = [
  'name',
  'addressLine1',
  'addressLine2',
  'addressLine3',
  'taxNumber',
  'contactName',
  'contactPhone',
  'contactEmail',
] as const
const taxTypes = ['GST', 'TAX', 'VAT'] as const

export function RecipientDialog(props: { recipient: Recipient | undefined; onClose: () => void }) {
  const { recipient, onClose } = props
  const save = useSaveRecipient(recipient?.id)
  const [taxType, setTaxType] = useState(recipient?.taxType ?? '')
  const [texted, setTexted] = useState(() => new Map(names.map((name) => [name, recipient?.[name] ?? ''])))
  const inputOf = (name: (typeof names)[number]) => (
    <TextInput
      key={name}
      label={texts[name]}
      maxLength={255}
      value={texted.get(name) ?? ''}
      error={fieldError(save.error, name)}
      {...(name === 'name' ? { 'data-autofocus': true, withAsterisk: true, 'aria-required': true } : {})}
      onChange={({ currentTarget: { value } }) => setTexted((before) => new Map(before).set(name, value))}
    />
  )
  const submit = () => {
    const values = Object.fromEntries([...texted].map(([name, text]) => [name, text.trim() || null]))
    save.mutate(
      {
        ...values,
        name: texted.get('name')?.trim() ?? '',
        taxType: taxTypes.find((type) => type === taxType) ?? null,
      },
      {
        onSuccess: () => {
          showToast({ text: texts.saved })
          onClose()
        },
      },
    )
  }
  return (
    <Modal opened onClose={onClose} title={recipient ? texts.changeTitle(recipient.name) : texts.addTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <ErrorAlert error={save.error} shownFields={names} />
          {names.slice(0, 4).map(inputOf)}
          <NativeSelect
            label={texts.taxType}
            value={taxType}
            data={[{ value: '', label: texts.noTax }, ...taxTypes]}
            onChange={(event) => setTaxType(event.currentTarget.value)}
          />
          {names.slice(4).map(inputOf)}
          <Group justify="flex-end" gap="xs">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" busy={save.isPending}>
              {texts.save}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
