// A law firm proposes rates: keyed in, or its current ones raised by a percentage.
import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { DateInput } from '../../components/date-input.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { TextLink } from '../../components/links.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { AmountInput } from '../../forms/inputs/amount-input.tsx'
import { now } from '../../lib/now.ts'
import { type DraftLine, draftOf, emptyLine, ProposedLines, rateOf } from './propose-lines.tsx'
import { cardFilter, othersQuery, ratesQuery, usePropose } from './rate-calls.ts'
import classes from './rates.module.css'
import { proposalTexts as texts, rateTexts } from './texts.ts'

export function ProposePage() {
  const navigate = useNavigate()
  const queries = useQueryClient()
  const others = useQuery(othersQuery)
  const action = usePropose()
  const [chosen, setChosen] = useState<number>()
  const [currency, setCurrency] = useState('')
  const [from, setFrom] = useState('')
  const [raise, setRaise] = useState<number | null>(3)
  const [lines, setLines] = useState<readonly DraftLine[]>([emptyLine()])
  const [note, setNote] = useState('')
  const clients = others.data?.map(({ organization }) => organization) ?? []
  const customer = chosen ?? clients[0]?.id
  const fill = async () => {
    if (customer === undefined) return
    const today = new Date(now()).toISOString().slice(0, 10)
    const { pages } = await queries.fetchInfiniteQuery(ratesQuery(cardFilter({ customer }, today, false)))
    const current = pages.flatMap(({ items }) => items).filter((rate) => rate.from <= today)
    const first = current[0]?.currency ?? currency
    setCurrency(first)
    const same = current.filter((rate) => rate.currency === first)
    if (same.length > 0) setLines(same.map((rate) => draftOf(rate, raise ?? 0)))
  }
  const rates = lines.map((line) => rateOf(line, { currency, from }))
  const isReady = customer !== undefined && from !== '' && currency.length === 3 && rates.every(Boolean)
  const send = () => {
    if (customer === undefined) return
    action.mutate(
      {
        customer: { id: customer },
        rates: rates.flatMap((rate) => rate ?? []),
        note: note.trim() === '' ? null : note.trim(),
      },
      {
        onSuccess: ({ id }) => {
          showToast({ text: texts.sent })
          void navigate({ to: '/rates/proposals/$proposalId', params: { proposalId: String(id) } })
        },
      },
    )
  }
  return (
    <Page
      title={texts.propose}
      lead={texts.proposeLead}
      actions={<TextLink to="/rates">{texts.back}</TextLink>}
    >
      <Panel>
        <ErrorAlert error={others.error} />
        <div className={classes.bar}>
          <NativeSelect
            label={rateTexts.client}
            value={String(customer ?? '')}
            data={clients.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))}
            onChange={(event) => setChosen(Number(event.currentTarget.value))}
          />
          <TextInput
            label={rateTexts.currency}
            maxLength={3}
            w="6rem"
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value.toUpperCase())}
          />
          <DateInput label={texts.start} value={from} onChange={setFrom} />
        </div>
        <div className={classes.bar}>
          <AmountInput label={texts.raise} decimalScale={2} value={raise} onChange={setRaise} />
          <Button variant="default" disabled={customer === undefined} onClick={() => void fill()}>
            {texts.fill}
          </Button>
        </div>
      </Panel>
      <Panel title={texts.proposed}>
        <ProposedLines lines={lines} onChange={setLines} />
        <Textarea
          label={texts.note}
          autosize
          minRows={2}
          maxLength={2_000}
          value={note}
          onChange={(event) => setNote(event.currentTarget.value)}
        />
        <ErrorAlert error={action.error} />
        <div className={classes.bar}>
          <ActionButton busy={action.isPending} disabled={!isReady} onClick={send}>
            {texts.propose}
          </ActionButton>
        </div>
      </Panel>
    </Page>
  )
}
