// The passage of a document that is about the same as a clause, and how it differs from a position of it.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Loading } from '../../../components/loading.tsx'
import { type ClauseComparison, comparisonQuery } from '../clauses.ts'
import { clauseTexts } from '../texts.ts'
import classes from './panel.module.css'
import { panelTexts as texts } from './panel-texts.ts'

interface Props {
  readonly id: number
  readonly file: { readonly fileId: number; readonly version: number }
}

/** Looks for it when somebody asks, or has asked before. */
export function ComparedClause({ isAsked: isAskedBefore, ...props }: Props & { readonly isAsked: boolean }) {
  const [isAsked, setIsAsked] = useState(isAskedBefore)
  if (isAsked) return <Passage {...props} />
  return (
    <div>
      <Button size="compact-sm" onClick={() => setIsAsked(true)}>
        {texts.find}
      </Button>
    </div>
  )
}

function Passage({ id, file }: Props) {
  const found = useQuery(comparisonQuery(id, file))
  const comparison = found.data
  if (found.isPending) return <Loading label={texts.finding} />
  if (found.isError) return <ErrorAlert error={found.error} />
  return (
    <section className={classes.position} aria-label={texts.inDocument}>
      <h3>{texts.inDocument}</h3>
      {comparison?.passage ? (
        <Differences comparison={comparison} passage={comparison.passage} />
      ) : (
        <output className={classes.quiet}>{texts.noPassage}</output>
      )}
    </section>
  )
}

function Differences(props: {
  comparison: ClauseComparison
  passage: NonNullable<ClauseComparison['passage']>
}) {
  const { comparison, passage } = props
  const { positions, nearest } = comparison
  const [chosen, setChosen] = useState(0)
  const closest = positions[nearest ?? 0]
  const heading = [passage.number, passage.heading].filter(Boolean).join(' ')
  return (
    <>
      {heading === '' ? null : <p className={classes.quiet}>{texts.under(heading)}</p>}
      {closest ? (
        <output>
          {texts.nearestTo} <strong>{titleOf(closest)}</strong>, {texts.same(closest.sameness)}
        </output>
      ) : null}
      <NativeSelect
        size="xs"
        label={texts.compareWith}
        value={String(chosen)}
        data={positions.map((position, at) => ({
          value: String(at),
          label: `${titleOf(position)} (${texts.same(position.sameness)})`,
        }))}
        onChange={(event) => setChosen(Number(event.currentTarget.value))}
      />
      <p className={classes.text}>
        {positions[chosen]?.pieces.map(({ kind, text }, at) =>
          kind === 'Same' ? (
            text
          ) : kind === 'Removed' ? (
            <del key={at}>{text}</del>
          ) : (
            <ins key={at}>{text}</ins>
          ),
        )}
      </p>
      <p className={classes.quiet}>{texts.legend}</p>
    </>
  )
}

function titleOf({ kind, name, place }: ClauseComparison['positions'][number]): string {
  if (kind === 'Alternative') return `${clauseTexts.alternativeOf}: ${name ?? ''}`
  if (kind === 'Fallback') return clauseTexts.fallback(place ?? 1)
  return kind === 'WalkAway' ? clauseTexts.walkAway : clauseTexts.standard
}
