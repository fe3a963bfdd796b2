// What the document says: proposals with their passages, each accepted with one key.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useRef } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Loading } from '../../../components/loading.tsx'
import { StateBadge } from '../../../components/state-badge.tsx'
import type { State } from '../../../lib/states.ts'
import type { DocumentView } from '../../files/file/document-view.ts'
import type { ContractOverview } from '../../records/record-calls.ts'
import { AskedReader } from './asked-reader.tsx'
import { certainOnes, type DocumentFact, documentFactsQuery, useAcceptFacts } from './document-facts.ts'
import { wordsOfFact } from './fact-words.ts'
import classes from './facts-panel.module.css'
import { factTexts as texts } from './texts.ts'

interface Props {
  contractId: number
  overview: ContractOverview
  /** Shows a passage in the document. */
  onShow: (view: DocumentView) => void
  onClose: () => void
}

export function FactsPanel(props: Props) {
  const { contractId, onClose } = props
  const read = useQuery(documentFactsQuery(contractId))
  return (
    <section className={classes.panel} aria-label={texts.title} aria-busy={read.isPending}>
      <div className={classes.head}>
        <div>
          <h2 className={classes.title}>{texts.title}</h2>
          <p className={classes.lead}>{texts.lead}</p>
        </div>
        <Button size="xs" variant="default" onClick={onClose}>
          {texts.close}
        </Button>
      </div>
      <ErrorAlert error={read.error} />
      {read.isPending ? <Loading /> : null}
      {read.data?.service ? (
        <AskedReader
          contractId={contractId}
          service={read.data.service}
          reading={read.data.reading}
          mayAsk={props.overview.can.rights.includes('keyDates')}
        />
      ) : null}
      {read.data ? (
        <Facts
          {...props}
          facts={read.data.facts}
          version={read.data.document?.version ?? 0}
          hasText={read.data.textState === 'Text'}
        />
      ) : null}
    </section>
  )
}

type FactsProps = Props & { facts: readonly DocumentFact[]; version: number; hasText: boolean }

function Facts({ contractId, overview, onShow, facts, version, hasText }: FactsProps) {
  const accept = useAcceptFacts(contractId, overview, version)
  const list = useRef<HTMLUListElement>(null)
  if (facts.length === 0) return <p className={classes.lead}>{hasText ? texts.empty : texts.noText}</p>
  const mayAccept = overview.can.rights.includes('keyDates')
  const main = facts.filter(({ place }) => place !== null)
  const others = facts.filter(({ place }) => place === null)
  const certain = certainOnes(facts)
  const send = (ids: readonly string[], from?: number) => {
    accept.mutate(ids, { onSuccess: () => focusNext(list.current, from ?? 0) })
  }
  return (
    <>
      <ErrorAlert error={accept.error} />
      {mayAccept && certain.length > 0 ? (
        <div>
          <ActionButton size="xs" busy={accept.isPending} onClick={() => send(certain.map(({ id }) => id))}>
            {texts.acceptCertain(certain.length)}
          </ActionButton>
        </div>
      ) : null}
      <div className={classes.rows}>
        <ul ref={list} className={classes.list}>
          {main.map((fact, index) => (
            <FactRow
              key={fact.id}
              fact={fact}
              onShow={onShow}
              onAccept={mayAccept ? () => send([fact.id], index) : undefined}
            />
          ))}
        </ul>
        {others.length === 0 ? null : (
          <>
            <h3 className={classes.also}>{texts.also}</h3>
            <ul className={classes.list}>
              {others.map((fact) => (
                <FactRow key={fact.id} fact={fact} onShow={onShow} onAccept={undefined} />
              ))}
            </ul>
          </>
        )}
      </div>
    </>
  )
}

const certaintyStates: Readonly<Record<DocumentFact['certainty'], State>> = {
  Certain: { label: texts.certainty.Certain, tone: 'good' },
  Likely: { label: texts.certainty.Likely, tone: 'waiting' },
  Possible: { label: texts.certainty.Possible, tone: 'draft' },
}

function FactRow(props: {
  fact: DocumentFact
  onShow: (view: DocumentView) => void
  onAccept: (() => void) | undefined
}) {
  const { fact, onShow, onAccept } = props
  const format = useFormat()
  const words = wordsOfFact(fact, format)
  const { text, mark, page, find } = fact.passage
  return (
    <li className={classes.row}>
      <div className={classes.fact}>
        <span className={classes.kind}>{texts.kind(fact.kind)}</span>
        <span className={classes.words}>{words}</span>
        <StateBadge state={certaintyStates[fact.certainty]} />
        {fact.source === 'Service' ? <span className={classes.kind}>{texts.byService}</span> : null}
      </div>
      <button
        type="button"
        className={classes.passage}
        aria-label={texts.show(text)}
        onClick={() => onShow({ find, ...(page === null ? {} : { page }) })}
      >
        {text.slice(0, mark.start)}
        <mark>{text.slice(mark.start, mark.end)}</mark>
        {text.slice(mark.end)}
      </button>
      <div className={classes.act}>
        {fact.state === 'Recorded' ? (
          <StateBadge state={{ label: texts.recorded, tone: 'good' }} />
        ) : fact.place !== null && onAccept ? (
          <Button
            size="xs"
            variant="default"
            data-accept
            onKeyDown={moveFocus}
            aria-label={texts.acceptLabel(words, fact.place)}
            onClick={onAccept}
          >
            {texts.accept}
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const buttonsIn = (list: HTMLElement | null): HTMLElement[] =>
  list ? [...list.querySelectorAll<HTMLElement>('[data-accept]')] : []

/** After accepting one, the next is a key away. */
function focusNext(list: HTMLElement | null, from: number) {
  const rows = list ? [...list.children] : []
  const next = rows
    .slice(from + 1)
    .concat(rows.slice(0, from))
    .flatMap((row) => [...row.querySelectorAll<HTMLElement>('[data-accept]')])
  next[0]?.focus()
}

function moveFocus(event: KeyboardEvent<HTMLElement>) {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
  if (step === 0) return
  const buttons = buttonsIn(event.currentTarget.closest('ul'))
  const at = buttons.indexOf(document.activeElement as HTMLElement)
  const next = buttons[at + step]
  if (at < 0 || !next) return
  event.preventDefault()
  next.focus()
}
