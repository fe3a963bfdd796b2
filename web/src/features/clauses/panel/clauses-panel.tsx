// Clauses beside a document: found, read, and put into the text that is edited.
import { Button, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useState } from 'react'
import { ErrorPanel } from '../../../components/error-panel.tsx'
import { TextLink } from '../../../components/links.tsx'
import { Loading } from '../../../components/loading.tsx'
import { showToast } from '../../../components/toast-store.ts'
import { clauseQuery, clausesQuery, type ClauseVersion } from '../clauses.ts'
import { clauseTexts } from '../texts.ts'
import { ComparedClause } from './compared-clause.tsx'
import classes from './panel.module.css'
import { panelTexts as texts } from './panel-texts.ts'

interface PanelProps {
  /** The clause that is compared at once. */
  readonly clause?: number | undefined
  /** The document beside it. */
  readonly file: { readonly fileId: number; readonly version: number }
  /** Puts paragraphs into the text; false if there is no place for them yet. Absent where nothing is edited. */
  readonly onInsert?: ((paragraphs: readonly string[]) => boolean) | undefined
}

export function ClausesPanel({ file, clause, onInsert }: PanelProps) {
  const [words, setWords] = useState('')
  const [chosen, setChosen] = useState(clause)
  return (
    <section className={classes.panel} aria-label={texts.label}>
      {chosen === undefined ? (
        <>
          <TextInput
            size="xs"
            type="search"
            aria-label={texts.search}
            placeholder={texts.search}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <Found words={words} onChoose={setChosen} />
        </>
      ) : (
        <Chosen
          id={chosen}
          clause={clause}
          file={file}
          onInsert={onInsert}
          onBack={() => setChosen(undefined)}
        />
      )}
    </section>
  )
}

function Found({ words, onChoose }: { words: string; onChoose: (id: number) => void }) {
  const found = useInfiniteQuery(clausesQuery({ words: useDeferredValue(words), state: 'Approved' }))
  const all = found.data?.pages.flatMap(({ items }) => items) ?? []
  if (found.isPending) return <Loading label={texts.loading} />
  if (found.isError) return <ErrorPanel error={found.error} retry={found.refetch} />
  if (all.length === 0)
    return <p className={classes.quiet}>{words.trim() === '' ? texts.none : texts.nothingFound}</p>
  return (
    <>
      <ul className={classes.list}>
        {all.map(({ id, title, category }) => (
          <li key={id}>
            <button type="button" className={classes.entry} onClick={() => onChoose(id)}>
              <strong>{title}</strong>
              <span className={classes.quiet}>{category}</span>
            </button>
          </li>
        ))}
      </ul>
      {found.hasNextPage ? (
        <Button
          variant="default"
          size="compact-sm"
          loading={found.isFetchingNextPage}
          onClick={() => void found.fetchNextPage()}
        >
          {clauseTexts.more}
        </Button>
      ) : null}
    </>
  )
}

function Chosen({
  id,
  clause: asked,
  file,
  onInsert,
  onBack,
}: PanelProps & { id: number; onBack: () => void }) {
  const found = useQuery(clauseQuery(id))
  const clause = found.data?.value
  const version = clause?.versions.find((each) => each.version === clause.approvedVersion)
  return (
    <>
      <div className={classes.head}>
        <Button variant="subtle" size="compact-sm" onClick={onBack}>
          {texts.back}
        </Button>
        <TextLink size="sm" to="/administration/clauses/$clauseId" params={{ clauseId: String(id) }}>
          {texts.open}
        </TextLink>
      </div>
      {found.isPending ? <Loading label={texts.loading} /> : null}
      {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
      {clause && version ? (
        <>
          <h2 className={classes.title}>{clause.title}</h2>
          {version.guidance ? <p className={classes.guidance}>{version.guidance}</p> : null}
          <ComparedClause id={id} file={file} isAsked={id === asked} />
          <Positions version={version} onInsert={onInsert} />
        </>
      ) : null}
    </>
  )
}

function Positions({ version, onInsert }: Pick<PanelProps, 'onInsert'> & { version: ClauseVersion }) {
  const { text, alternatives, fallbacks, walkAway } = version
  const all = [
    { title: clauseTexts.standard, text, note: undefined },
    ...alternatives.map((each) => ({
      title: `${clauseTexts.alternativeOf}: ${each.name}`,
      text: each.text,
      note: clauseTexts.whenTo(each.whenToUse),
    })),
    ...fallbacks.map((each, at) => ({
      title: clauseTexts.fallback(at + 1),
      text: each.text,
      note: each.guidance,
    })),
  ]
  return (
    <>
      {all.map((position) => (
        <section key={position.title} className={classes.position}>
          <h3>{position.title}</h3>
          {position.note ? <p className={classes.quiet}>{position.note}</p> : null}
          <p className={classes.text}>{position.text}</p>
          {onInsert ? <Insert what={position.title} text={position.text} onInsert={onInsert} /> : null}
        </section>
      ))}
      {walkAway?.guidance ? (
        <section className={classes.position}>
          <h3>{clauseTexts.walkAway}</h3>
          <p className={classes.guidance}>{walkAway.guidance}</p>
        </section>
      ) : null}
    </>
  )
}

/** Placeholders of fields are blanks here: there are no answers to fill them. */
const paragraphsOf = (text: string): readonly string[] =>
  text
    .split('\n')
    .map((line) => line.trim().replaceAll(/\{([^{}]+)\}/g, '[$1]'))
    .filter((line) => line !== '')

function Insert(props: { what: string; text: string; onInsert: (paragraphs: readonly string[]) => boolean }) {
  const { what, text, onInsert } = props
  const [isNowhere, setIsNowhere] = useState(false)
  const insert = () => {
    const paragraphs = paragraphsOf(text)
    const isDone = onInsert(paragraphs)
    setIsNowhere(!isDone)
    if (isDone) showToast({ text: texts.inserted(paragraphs.length) })
  }
  return (
    <div>
      <Button
        variant="default"
        size="compact-sm"
        aria-label={texts.insertOf(what)}
        // the paragraph that is edited keeps its place
        onMouseDown={(event) => event.preventDefault()}
        onClick={insert}
      >
        {texts.insert}
      </Button>
      {isNowhere ? (
        <p role="alert" className={classes.quiet}>
          {texts.nowhere}
        </p>
      ) : null}
    </div>
  )
}
