// Rates of exchange: which of them applies, which are missing, and all that are kept.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { StatusMessage } from '../../components/status-message.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { WholeInput } from '../../forms/inputs/whole-input.tsx'
import { type RateSettings, rateSettingsQuery, useSaveRateSettings } from './exchange-rate-calls.ts'
import classes from './exchange-rates.module.css'
import { MissingPanel } from './missing-panel.tsx'
import { RatesPanel } from './rates-panel.tsx'
import { exchangeRateTexts as texts } from './texts.ts'

export function ExchangeRatesPage() {
  const settings = useQuery(rateSettingsQuery)
  const currency = settings.data?.currency
  return (
    <Page title={texts.title} lead={currency === undefined ? undefined : texts.lead(currency)}>
      {settings.isPending ? <PageSkeleton lines={6} /> : null}
      {settings.isError ? <ErrorPanel error={settings.error} retry={settings.refetch} /> : null}
      {settings.data ? (
        <>
          <Settings saved={settings.data} />
          <MissingPanel />
          <RatesPanel ownCurrency={settings.data.currency ?? ''} />
        </>
      ) : null}
    </Page>
  )
}

type Day = keyof typeof texts.days

function Settings({ saved }: { saved: RateSettings }) {
  const save = useSaveRateSettings()
  const [day, setDay] = useState<Day>(saved.exchangeRateDay ?? 'None')
  const [age, setAge] = useState(saved.exchangeRateMaxAge ?? 31)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ exchangeRateDay: day, exchangeRateMaxAge: age })
  }
  return (
    <Panel title={texts.settings}>
      <form className={classes.form} onSubmit={submit} noValidate>
        <ErrorAlert error={save.error} shownFields={['exchangeRateDay', 'exchangeRateMaxAge']} />
        <NativeSelect
          label={texts.day}
          data={Object.entries(texts.days).map(([value, label]) => ({ value, label }))}
          value={day}
          error={fieldError(save.error, 'exchangeRateDay')}
          onChange={(event) => setDay(event.currentTarget.value as Day)}
        />
        {day === 'None' ? null : (
          <WholeInput
            label={texts.maxAge}
            description={texts.maxAgeHint}
            min={0}
            max={366}
            value={age}
            error={fieldError(save.error, 'exchangeRateMaxAge')}
            onChange={setAge}
          />
        )}
        <p className={classes.quiet}>{texts.frozenHint}</p>
        <ActionButton type="submit" busy={save.isPending} style={{ alignSelf: 'start' }}>
          {texts.save}
        </ActionButton>
        <StatusMessage>{save.isSuccess ? texts.saved : ''}</StatusMessage>
      </form>
    </Panel>
  )
}
