// Entries that are probably the same, to be merged.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Modal } from '../../components/floating/modal.tsx'
import { Panel } from '../../components/panel.tsx'
import type { KeptList } from './kept-lists.ts'
import { duplicatesQuery, type Named } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { ReplaceForm } from './replace-form.tsx'
import { texts } from './texts.ts'

/** Shows nothing where none are found. */
export function DuplicatesPanel({ list }: { list: string; kept: KeptList }) {
  const found = useQuery(duplicatesQuery(list))
  const [asked, setAsked] = useState<{ from: Named; into: Named }>()
  const close = () => setAsked(undefined)
  if (!found.data || found.data.length === 0) return null
  return (
    <Panel title={texts.duplicates}>
      <p className={classes.lead}>{texts.duplicatesLead}</p>
      <ul className={classes.entries}>
        {found.data.map(({ entries }) => (
          <li key={entries.map(({ id }) => id).join()} className={classes.entry}>
            <span className={classes.what}>
              {entries.map(({ id, name }) => (
                <span key={id} className={classes.name}>
                  {name}
                </span>
              ))}
            </span>
            <Keep entries={entries} onMerge={setAsked} />
          </li>
        ))}
      </ul>
      <Modal
        opened={asked !== undefined}
        onClose={close}
        title={asked ? texts.mergeTitle(asked.from.name) : ''}
      >
        {asked ? <ReplaceForm list={list} entry={asked.from} into={asked.into} onClose={close} /> : null}
      </Modal>
    </Panel>
  )
}

/** The first of the others goes: where there are three, the next is offered when it has. */
function Keep(props: { entries: readonly Named[]; onMerge: (merge: { from: Named; into: Named }) => void }) {
  const { entries, onMerge } = props
  return (
    <span className={classes.acts}>
      {entries.map((into) => {
        const from = entries.find(({ id }) => id !== into.id)
        return from ? (
          <Button
            key={into.id}
            size="xs"
            variant="default"
            aria-label={texts.duplicatesMerge(from.name, into.name)}
            onClick={() => onMerge({ from, into })}
          >
            {texts.duplicatesKeep(into.name)}
          </Button>
        ) : null
      })}
    </span>
  )
}
