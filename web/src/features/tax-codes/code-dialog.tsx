// Adding a tax code, or changing one with its rates.
import { Button, Checkbox, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { type TaxCode, useSaveTaxCode } from './tax-code-calls.ts'
import classes from './tax-codes.module.css'
import { taxCodeTexts as texts } from './texts.ts'

type Kind = keyof typeof texts.kinds

interface Values {
  readonly code: string
  readonly name: string
  readonly country: string
  readonly kind: Kind
  readonly active: boolean
}

interface Version {
  /** For React only. */
  readonly key: number
  readonly from: string
  readonly to: string
  readonly rate: number | null
  readonly recoverable: number | null
  readonly withholding: number | null
}

let lastKey = 0
const newVersion = (): Version => ({
  key: ++lastKey,
  from: '',
  to: '',
  rate: null,
  recoverable: 100,
  withholding: 0,
})
const versionsOf = (code: TaxCode | undefined): readonly Version[] =>
  code?.rates.map(({ to, ...rate }) => ({ ...rate, key: ++lastKey, to: to ?? '' })) ?? [newVersion()]

const heads = ['code', 'name', 'country', 'kind'] as const

export function CodeDialog({ code, onClose }: { code: TaxCode | undefined; onClose: () => void }) {
  const save = useSaveTaxCode(code)
  const [values, setValues] = useState<Values>({
    code: code?.code ?? '',
    name: code?.name ?? '',
    country: code?.country ?? '',
    kind: code?.kind ?? 'Standard',
    active: code?.active ?? true,
  })
  const [versions, setVersions] = useState(() => versionsOf(code))
  const set = (some: Partial<typeof values>) => setValues((before) => ({ ...before, ...some }))
  const error = (field: string) => fieldError(save.error, field)
  const submit = () =>
    save.mutate(
      {
        ...values,
        code: values.code.trim(),
        name: values.name.trim(),
        rates: versions.map(({ from, to, rate, recoverable, withholding }) => ({
          from,
          to: to || null,
          rate: rate ?? 0,
          recoverable: recoverable ?? 100,
          withholding: withholding ?? 0,
        })),
      },
      {
        onSuccess: () => {
          showToast({ text: texts.saved })
          onClose()
        },
      },
    )
  return (
    <Modal opened onClose={onClose} title={code ? texts.changeTitle(code.code) : texts.addTitle}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        <Stack>
          <ErrorAlert error={save.error} shownFields={[...heads, ...namesOf(versions)]} />
          <div className={classes.pair}>
            <TextInput
              data-autofocus
              label={texts.code}
              maxLength={20}
              value={values.code}
              error={error('code')}
              onChange={(event) => set({ code: event.currentTarget.value })}
            />
            <TextInput
              label={texts.country}
              description={texts.countryHint}
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              maxLength={2}
              value={values.country}
              error={error('country')}
              onChange={(event) => set({ country: event.currentTarget.value.toUpperCase() })}
            />
          </div>
          <TextInput
            label={texts.name}
            maxLength={255}
            value={values.name}
            error={error('name')}
            onChange={(event) => set({ name: event.currentTarget.value })}
          />
          <NativeSelect
            label={texts.kind}
            description={texts.kindHint}
            inputWrapperOrder={['label', 'input', 'description', 'error']}
            data={Object.entries(texts.kinds).map(([value, label]) => ({ value, label }))}
            value={values.kind}
            error={error('kind')}
            onChange={(event) => set({ kind: event.currentTarget.value as Kind })}
          />
          <Versions versions={versions} error={error} onVersions={setVersions} />
          <Checkbox
            label={texts.active}
            checked={values.active}
            onChange={(event) => set({ active: event.currentTarget.checked })}
          />
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

const parts = ['from', 'to', 'rate', 'recoverable', 'withholding'] as const
const nameOf = (index: number, part: (typeof parts)[number]) => `rates[${index}].${part}`
const namesOf = (versions: readonly Version[]) =>
  versions.flatMap((_, index) => parts.map((part) => nameOf(index, part)))

function Versions(props: {
  versions: readonly Version[]
  error: (field: string) => string | undefined
  onVersions: (change: (before: readonly Version[]) => readonly Version[]) => void
}) {
  const { versions, error, onVersions } = props
  const set = (key: number, some: Partial<Version>) =>
    onVersions((before) => before.map((each) => (each.key === key ? { ...each, ...some } : each)))
  return (
    <fieldset className={classes.versions}>
      <legend>{texts.rates}</legend>
      {versions.map(({ key, from, to, ...percent }, index) => (
        <fieldset key={key} aria-label={texts.rateOf(index + 1)} className={classes.version}>
          <div className={classes.days}>
            <DateInput
              label={texts.from}
              value={from}
              error={error(nameOf(index, 'from'))}
              onChange={(day) => set(key, { from: day })}
            />
            <DateInput
              label={`${texts.to} (${texts.toHint.toLowerCase().replace('.', '')})`}
              value={to}
              error={error(nameOf(index, 'to'))}
              onChange={(day) => set(key, { to: day })}
            />
          </div>
          <div className={classes.shares}>
            {(['rate', 'recoverable', 'withholding'] as const).map((name) => (
              <AmountInput
                key={name}
                label={texts[name]}
                decimalScale={4}
                min={0}
                value={percent[name]}
                error={error(nameOf(index, name))}
                onChange={(number) => set(key, { [name]: number })}
              />
            ))}
          </div>
          {versions.length > 1 ? (
            <div>
              <Button
                size="compact-sm"
                variant="default"
                aria-label={texts.removeRate(index + 1)}
                onClick={() => onVersions((before) => before.filter((each) => each.key !== key))}
              >
                {texts.removeShort}
              </Button>
            </div>
          ) : null}
        </fieldset>
      ))}
      <div>
        <Button size="xs" variant="default" onClick={() => onVersions((before) => [...before, newVersion()])}>
          {texts.addRate}
        </Button>
      </div>
    </fieldset>
  )
}
