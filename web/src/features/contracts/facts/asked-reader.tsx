// The service of the organisation, beside what the rules have read: asking it, and how far it is.
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { type DocumentFacts, documentFactsQuery } from './document-facts.ts'
import classes from './facts-panel.module.css'
import { useAskDocumentReader } from './document-reader.ts'
import { readingTexts as texts } from './reader-texts.ts'

const lookAgainMs = 2_000

export function AskedReader(props: {
  contractId: number
  service: string
  reading: DocumentFacts['reading']
  mayAsk: boolean
}) {
  const { contractId, service, reading, mayAsk } = props
  const ask = useAskDocumentReader(contractId)
  const queries = useQueryClient()
  const isReading = reading?.state === 'Reading'
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(
      () => void queries.invalidateQueries({ queryKey: documentFactsQuery(contractId).queryKey }),
      lookAgainMs,
    )
    return () => clearInterval(timer)
  }, [isReading, queries, contractId])
  return (
    <div className={classes.service}>
      <ErrorAlert error={ask.error} />
      <output className={classes.lead}>{reading ? texts.stateOf(reading) : texts.notAsked(service)}</output>
      {mayAsk && !isReading ? (
        <ActionButton size="xs" variant="default" busy={ask.isPending} onClick={() => ask.mutate()}>
          {reading ? texts.askAgain(service) : texts.ask(service)}
        </ActionButton>
      ) : null}
    </div>
  )
}
