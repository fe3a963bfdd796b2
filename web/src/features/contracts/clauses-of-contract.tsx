// Which clauses of the library went into the draft of a contract, and what became of their texts since.
import { useQuery } from '@tanstack/react-query'
import { Button } from '@mantine/core'
import { StateBadge } from '../../components/state-badge.tsx'
import { TextLink } from '../../components/links.tsx'
import { previewKind } from '../../preview/previewed.ts'
import { state } from '../../lib/states.ts'
import { versionsQuery } from '../files/files.ts'
import type { DocumentView } from '../files/file/document-view.ts'
import classes from '../clauses/clauses.module.css'
import type { ClauseOfContract } from './drafted-with.tsx'
import { clauseStates } from '../clauses/clauses.ts'
import { ofContractTexts as texts } from '../clauses/texts.ts'

/** What became of the text that went into the contract. */
const since = ({ state: now, changed }: ClauseOfContract) =>
  now === 'Retired'
    ? clauseStates.Retired
    : changed
      ? state(texts.changedSince, 'waiting')
      : state(texts.sameSince, 'good')

interface Props {
  readonly all: readonly ClauseOfContract[]
  /** The document of the contract. */
  readonly fileId: number | undefined
  /** Shows the document with a clause beside it. */
  readonly onView: (view: DocumentView) => void
}

export function ClausesOfContract({ all, fileId, onView }: Props) {
  const versions = useQuery({ ...versionsQuery(fileId ?? 0), enabled: fileId !== undefined })
  // a signed copy is a PDF: what is compared is the Word document before it
  const word = versions.data?.findIndex((version) => previewKind(version) === 'docx') ?? -1
  const version = word > 0 ? versions.data?.[word]?.version : undefined
  const isChanged = all.filter(({ changed }) => changed).length
  return (
    <details className={classes.drafted}>
      <summary>
        {texts.title(all.length)}{' '}
        {isChanged > 0 ? <span className={classes.quiet}>{texts.changed(isChanged)}</span> : null}
      </summary>
      <ul>
        {all.map((clause, at) => (
          <Drafted
            key={at}
            clause={clause}
            onCompare={word < 0 ? undefined : () => onView({ version, clause: clause.id })}
          />
        ))}
      </ul>
    </details>
  )
}

function Drafted({ clause, onCompare }: { clause: ClauseOfContract; onCompare: (() => void) | undefined }) {
  const { id, title, approvedVersion } = clause
  return (
    <li>
      <TextLink size="sm" to="/administration/clauses/$clauseId" params={{ clauseId: String(id) }}>
        {title}
      </TextLink>
      <span className={classes.quiet}>{texts.draftedWith(clause.version, clause.alternative)}</span>
      <StateBadge state={since(clause)} />
      {clause.changed && approvedVersion ? (
        <span className={classes.quiet}>{texts.now(approvedVersion)}</span>
      ) : null}
      {onCompare ? (
        <Button size="compact-sm" variant="default" aria-label={texts.compareOf(title)} onClick={onCompare}>
          {texts.compare}
        </Button>
      ) : null}
    </li>
  )
}
