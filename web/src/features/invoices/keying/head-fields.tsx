// What an invoice that is keyed in says besides its lines.
import { NativeSelect, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { DateInput } from '../../../components/date-input.tsx'
import { FileDrop } from '../../../components/file-drop.tsx'
import { kindOf, useMe } from '../../../components/me-context.ts'
import { type RecordChoice, RecordSelect } from '../../../forms/inputs/record-select.tsx'
import { kinds } from '../../../lib/kinds.ts'
import { fieldError } from '../../../lib/refusal.ts'
import { PayeeFields } from '../posting/payee-fields.tsx'
import type { Payee } from '../posting/posting.ts'
import type { Invoice } from '../review/invoice-calls.ts'
import { type NewInvoice, recipientsQuery } from './keying-calls.ts'
import classes from './sheet.module.css'
import { keyingTexts as texts } from './texts.ts'

/** As it is in the inputs: days and the id of a recipient are empty for none. */
export interface Head {
  readonly matter: RecordChoice | undefined
  readonly payee: Payee
  readonly number: string
  readonly invoiceDate: string
  readonly dueDate: string
  readonly from: string
  readonly to: string
  readonly currency: string
  readonly purchaseOrder: string
  /** The number of the invoice that a credit note credits. */
  readonly credits: string
  readonly recipient: string
  readonly description: string
  readonly document: File | undefined
}

export const emptyHead: Head = {
  matter: undefined,
  payee: undefined,
  number: '',
  invoiceDate: '',
  dueDate: '',
  from: '',
  to: '',
  currency: '',
  purchaseOrder: '',
  credits: '',
  recipient: '',
  description: '',
  document: undefined,
}

/** That of a draft. */
export const headOf = (draft: Invoice): Head => ({
  ...emptyHead,
  matter: draft.matter ? { id: draft.matter.id, label: draft.matter.name ?? '' } : undefined,
  number: draft.number,
  invoiceDate: draft.invoiceDate ?? '',
  dueDate: draft.dueDate ?? '',
  from: draft.billingPeriod?.start ?? '',
  to: draft.billingPeriod?.end ?? '',
  currency: draft.currency,
  purchaseOrder: draft.purchaseOrder ?? '',
  credits: draft.credits?.number ?? '',
  recipient: draft.recipient ? String(draft.recipient.id) : '',
  description: draft.description ?? '',
})

/** The invoice to send. */
export function invoiceOf(head: Head, matterId: number, lines: NewInvoice['lines']): NewInvoice {
  const { payee, from, to, currency, recipient } = head
  const orNull = (text: string) => text.trim() || null
  return {
    matter: { id: matterId },
    ...(payee && 'serviceProviderId' in payee ? { serviceProvider: { id: payee.serviceProviderId } } : payee),
    number: head.number.trim(),
    invoiceDate: head.invoiceDate,
    dueDate: orNull(head.dueDate),
    billingPeriod: from === '' && to === '' ? null : { start: from || to, end: to || from },
    ...(currency === '' ? {} : { currency }),
    purchaseOrder: orNull(head.purchaseOrder),
    credits: head.credits.trim() === '' ? null : { number: head.credits.trim() },
    recipient: recipient === '' ? null : { id: Number(recipient) },
    description: orNull(head.description),
    lines,
  }
}

export function HeadFields(props: {
  head: Head
  /** What the invoice has now. */
  draft: Invoice | undefined
  error: unknown
  /** Whether what is missing is pointed out. */
  checked: boolean
  onChange: (changed: Partial<Head>) => void
}) {
  const { head, draft, error, checked, onChange } = props
  const isFirm = kindOf(useMe()) === 'law firm'
  const recipients = useQuery(recipientsQuery)
  const text = (name: 'number' | 'purchaseOrder' | 'credits' | 'description', most: number) => ({
    label: texts[name],
    maxLength: most,
    value: head[name],
    error: fieldError(error, name),
    onChange: (event: { currentTarget: { value: string } }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  const day = (name: 'invoiceDate' | 'dueDate' | 'from' | 'to', label: string, wrong?: string) => ({
    label,
    value: head[name],
    error: wrong,
    onChange: (value: string) => onChange({ [name]: value }),
  })
  const missing = (is: boolean, message: string) => (checked && is ? message : undefined)
  return (
    <div className={classes.fields}>
      <RecordSelect
        type={kinds.matter.type}
        label={texts.matter}
        placeholder={texts.search}
        withAsterisk
        aria-required
        disabled={draft !== undefined}
        record={head.matter}
        error={missing(head.matter === undefined, texts.matterNeeded) ?? fieldError(error, kinds.matter.one)}
        onRecord={(matter) => onChange({ matter })}
      />
      {isFirm || draft ? null : <PayeeFields onChange={(payee) => onChange({ payee })} />}
      <TextInput
        {...text('number', 100)}
        withAsterisk
        aria-required
        error={missing(head.number.trim() === '', texts.numberNeeded) ?? fieldError(error, 'number')}
      />
      <DateInput
        {...day('invoiceDate', texts.date)}
        withAsterisk
        aria-required
        error={missing(head.invoiceDate === '', texts.dateNeeded) ?? fieldError(error, 'invoiceDate')}
      />
      <DateInput {...day('dueDate', texts.due, fieldError(error, 'dueDate'))} />
      <DateInput {...day('from', texts.from, fieldError(error, 'billingPeriod'))} />
      <DateInput {...day('to', texts.to)} />
      <TextInput
        label={texts.currency}
        description={texts.currencyHint}
        maxLength={3}
        value={head.currency}
        error={fieldError(error, 'currency')}
        onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
      />
      <TextInput {...text('purchaseOrder', 255)} />
      <TextInput {...text('credits', 100)} description={texts.creditsHint} />
      <NativeSelect
        label={texts.recipient}
        value={head.recipient}
        error={fieldError(error, 'recipient')}
        data={[
          { value: '', label: texts.noRecipient },
          ...(recipients.data ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
        ]}
        onChange={(event) => onChange({ recipient: event.currentTarget.value })}
      />
      <TextInput {...text('description', 10_000)} />
      <div className={classes.wide}>
        <FileDrop
          label={texts.document}
          button={texts.chooseDocument}
          onFile={(document) => onChange({ document })}
        >
          {head.document?.name ?? draft?.file?.name ?? texts.documentHint}
        </FileDrop>
      </div>
    </div>
  )
}
